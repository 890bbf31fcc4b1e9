import { expect } from 'vitest';
import { buildPages, firstMore } from '../../pdf/build-pdf.ts';
import { findPage, openPdf, readAnnotations, readMarked, readTexts } from '../../pdf/read-pdf.ts';
import { checkPdf, unfoldPdf } from '../../pdf/run-qpdf.ts';
import { readWritten } from '../read-written.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const at = firstMore(4);
/** Four pages with all that a merge keeps or reports. */
const rich = buildPages(4, {
  page: (index) => (index === 1 ? `/Annots [${at + 3} 0 R]` : ''),
  catalog: `/Names <</EmbeddedFiles <</Names [(a) ${at} 0 R]>>>> /AF [${at} 0 R] /MarkInfo <</Marked true>>
    /StructTreeRoot ${at + 4} 0 R /OutputIntents [<</S /GTS_PDFA1 /OutputConditionIdentifier (sRGB)>>]`,
  more: [
    `<</Type /Filespec /F (data.xml) /UF (data.xml) /AFRelationship /Data /EF <</F ${at + 1} 0 R>>>>`,
    { dict: '/Type /EmbeddedFile', data: '<a/>' },
    '<<>>',
    '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /GoToR /F (other.pdf)>>>>',
    `<</Type /StructTreeRoot /K ${at + 5} 0 R>>`,
    `<</Type /StructElem /S /P /P ${at + 4} 0 R /Pg 6 0 R /K 0>>`,
  ],
});
const foreign = { pdf: rich.toString('base64'), name: 'rich.pdf', options: { page_ranges: '2-4' } };

test('a PDF under headers keeps what it has, and each loss is reported once', async () => {
  const { pdf, warnings } = await renderParts(engine, foreign, { header: '<b>head</b>' });
  const document = await openPdf(pdf);
  expect(await readTexts(document)).toEqual(['Page 2 head', 'Page 3 head', 'Page 4 head']);
  expect([...((await document.getAttachments())?.keys() ?? [])]).toEqual(['data.xml']);
  expect(await readMarked(document)).toBe(true);
  expect(await unfoldPdf(pdf)).toMatch(/\/OutputConditionIdentifier \(sRGB\)/);
  expect(warnings).toEqual([{ part: 0, code: 'link_dropped', detail: expect.stringMatching(/^page 2: .*other\.pdf/) }]);
});

test('a link to a page of a cut PDF under headers leads to the page of that number in its file', async () => {
  const html = '<a href="rich.pdf#page=4">x</a>';
  const { pdf } = await renderParts(engine, [{ html, name: 'a.html' }, foreign], { header: '<b>head</b>' });
  const document = await openPdf(pdf);
  const [link] = await readAnnotations(document, 1);
  expect(await findPage(document, link?.dest)).toBe(4);
});

test('headers stand on the part of the paper that is seen, whatever a crop box says', async () => {
  const crops = ['[-50 -50 700 900]', '[0 0 0 0]', '[2000 2000 2100 2100]', '[20 20 500 500]'];
  const boxes = crops.map((crop) => `/MediaBox [0 0 595 842] /CropBox ${crop}`);
  // Viewers show paper of no size as US Letter.
  boxes.push('/MediaBox [0 0 0 0]');
  const cropped = buildPages(boxes.length, { page: (index) => boxes[index] ?? '' });
  const { pdf } = await renderParts(engine, { pdf: cropped.toString('base64') }, { header: '<b>head</b>' });
  const written = await readWritten(pdf);
  const heads = written.map((page) => page.find(({ text }) => text === 'head')?.y ?? 0);
  for (const y of heads.slice(0, 3)) expect(842 - y).toBeLessThan(40);
  expect(500 - (heads[3] ?? 0)).toBeLessThan(40);
  expect(heads[3]).toBeLessThan(500);
  expect(792 - (heads[4] ?? 0)).toBeLessThan(40);
});

test('an output intent that goes is reported at its part, also where another part has no page left', async () => {
  const intent = '/OutputIntents [<</S /GTS_PDFA1 /OutputConditionIdentifier (FOGRA39)>>]';
  const parts = [{ html: 'x' }, { pdf: buildPages(1, { catalog: intent }).toString('base64') }, { html: 'y' }];
  const { warnings } = await renderParts(engine, parts, { page_ranges: '2-', tagged: true });
  expect(warnings.map(({ part, code }) => [part, code])).toEqual([
    [1, 'tags_missing'],
    [1, 'output_intent_dropped'],
  ]);
});

test('headers stand where they should whatever state the content of a page leaves', async () => {
  const ways = [
    (drawn: string) => `q 0.5 0 0 0.5 0 0 cm q q ${drawn}`,
    (drawn: string) => `q ${drawn} Q Q`,
    (drawn: string) => `Q Q ${drawn}`,
    (drawn: string) => `${drawn} BT (text \\(of`,
    (drawn: string) => `${drawn} q [(a) <</B <00`,
    (drawn: string) => `${drawn} BI /W 1 /H 1 /BPC 8 /CS /G ID x`,
    (drawn: string) => `${drawn} BI /W 1`,
    (drawn: string) => `/OC /Hidden BDC q ${drawn} 0 0 200 100 re W`,
    (drawn: string) => drawn,
  ];
  const pages = buildPages(ways.length, { content: (drawn, index) => ways[index]?.(drawn) ?? '' });
  const { pdf } = await renderParts(engine, { pdf: pages.toString('base64') }, { header: '<b>head</b>' });
  const heads = (await readWritten(pdf)).map((page) => page.find(({ text }) => text === 'head'));
  const places = heads.map((head) => head && [head.x, head.y, head.size].map(Math.round));
  expect(places).toEqual(ways.map(() => [expect.any(Number), 83, expect.any(Number)]));
  for (const place of places) expect(place).toEqual(places.at(-1));
  expect(await checkPdf(pdf)).toBe('');
});

test('the times of a render have one decimal', async () => {
  const { timings } = await renderParts(engine, [foreign, { html: 'x' }]);
  for (const ms of [timings.queue_ms, timings.load_ms, timings.print_ms, timings.bind_ms])
    expect(ms).toBe(Number(ms.toFixed(1)));
});
