import { expect } from 'vitest';
import { buildPages, firstMore } from '../pdf/build-pdf.ts';
import { findPage, openPdf, readAnnotations, readMarked, readTexts } from '../pdf/read-pdf.ts';
import { unfoldPdf } from '../pdf/run-qpdf.ts';
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
