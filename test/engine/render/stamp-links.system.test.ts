import { describe, expect } from 'vitest';
import { buildPages } from '../../pdf/build-pdf.ts';
import { findPage, openPdf, readAnnotations } from '../../pdf/read-pdf.ts';
import { readWritten } from '../read-written.ts';
import { engine, test } from '../shared-engine.ts';

const next = 'style="break-before: page"';
/** A page of two leaves, the second with a place that it does not link to itself. */
const build = (title: string) =>
  `<!doctype html><html lang=en><title>${title}</title><h1>${title}</h1><h2 id="end" ${next}>End of ${title}</h2>`;

async function render(parts: object[], more: object = {}) {
  const { pdf, warnings } = await engine.render({ parts, ...more } as never, { account: 'test' });
  const document = await openPdf(pdf);
  const links = [];
  for (let number = 1; number <= document.numPages; number++) {
    for (const { url, dest, rect } of await readAnnotations(document, number)) {
      links.push({ page: number, to: url ?? (await findPage(document, dest)), rect });
    }
  }
  const told = warnings.map(({ code, part, detail }) => `${part} ${code}: ${detail}`);
  return { pdf, links, leads: links.map(({ page, to }) => [page, to]), told };
}

describe('a link in a header or footer', () => {
  test('leads on from each page, to an address and to places of the document', async () => {
    const parts = [
      { html: build('One'), name: 'one.html', options: { footer: '<a href="https://example.com/">Example</a>' } },
      { html: build('Two'), options: { header: '<a href="#end">end</a> <a href="one.html#end">of one</a>' } },
    ];
    const { leads, told } = await render(parts);
    expect(leads).toEqual([
      [1, 'https://example.com/'],
      [2, 'https://example.com/'],
      [3, 4],
      [3, 2],
      [4, 4],
      [4, 2],
    ]);
    expect(told).toEqual([]);
  });

  test('is where its words are, on pages of each size and turn', async () => {
    const footer =
      '<div style="text-align: right; padding-right: 20pt"><a href="https://example.com/">Example</a></div>';
    const turned = buildPages(4, { page: (index) => `/MediaBox [0 0 300 200] /Rotate ${index * 90}` });
    const { pdf, links, told } = await render([
      { html: build('One'), options: { footer, page_size: 'A5', landscape: true } },
      { pdf: turned.toString('base64'), options: { footer } },
    ]);
    expect(links.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
    const written = await readWritten(pdf);
    for (const { page, rect } of links) {
      const [left, bottom, right, top] = rect;
      const { x = 0, y = 0 } = written[page - 1]?.find(({ text }) => text === 'Example') ?? {};
      const isInside = x > left - 1 && x < right + 1 && y > bottom - 1 && y < top + 1;
      // A word of 9 points.
      const [short = 0, long = 0] = [right - left, top - bottom].sort((a, b) => a - b);
      expect([page, isInside, short > 8, short < 15, long > 30, long < 40]).toEqual([page, ...Array(5).fill(true)]);
    }
    expect(told).toEqual([]);
  });

  test('to nowhere, or that would do something, is reported once for its part', async () => {
    const header = '<a href="#gone">a</a><a href="other.html">b</a><a href="javascript:alert(1)">c</a>';
    const { leads, told } = await render([{ html: build('One') }, { html: build('Two'), options: { header } }]);
    expect(leads).toEqual([]);
    expect(told).toEqual([
      '1 link_dropped: header, footer or margin: a link to #gone was dropped: the document has no such place',
      '1 link_dropped: header, footer or margin: a link to other.html was dropped: the document has no such place',
      expect.stringMatching(/^1 link_dropped: .* a link to javascript:alert\(1\) was dropped: it is not a URL of/),
    ]);
  });

  test('stays on the pages that stay', async () => {
    const options = { header: '<a href="#end">end</a> <a href="https://example.com/">Example</a>' };
    const { leads, told } = await render([{ html: build('One'), options }], { options: { page_ranges: '1' } });
    expect(leads).toEqual([[1, 'https://example.com/']]);
    expect(told).toEqual([]);
  });

  test('leads to a page of the PDF below it by its number', async () => {
    const { leads, told } = await render([
      { html: build('One') },
      { pdf: buildPages(2).toString('base64'), options: { header: '<a href="#page=2">second</a>' } },
    ]);
    expect(leads).toEqual([
      [3, 4],
      [4, 4],
    ]);
    expect(told).toEqual([]);
  });

  test('is read by screen readers where the document claims to be accessible, and left out over what it cannot be described', async () => {
    const options = { header: '<a href="https://example.com/">Example</a>' };
    const more = { metadata: { title: 'All' }, pdf: { conformance: ['pdf/ua-1'] } };
    const one = await render([{ html: build('One'), options }], more);
    expect(one.leads).toHaveLength(2);
    const [link] = await readAnnotations(await openPdf(one.pdf), 1);
    expect(link).toMatchObject({ contentsObj: { str: 'https://example.com/' } });
    const both = [{ html: build('Two') }, { pdf: Buffer.from(one.pdf).toString('base64'), options }];
    const { leads, told } = await render(both, more);
    expect(leads).toEqual(one.leads.map(([page, to]) => [Number(page) + 2, to]));
    expect(told).toEqual([expect.stringMatching(/^1 link_dropped: .*PDF\/UA/)]);
  });
});

test('a link in a running element leads on from each page', async () => {
  const css = '@page { @top-left { content: element(head) } } .head { position: running(head) }';
  const links = '<a href="https://example.com/">Example</a> <a href="#end">end</a>';
  const { leads, told } = await render([
    { html: `<style>${css}</style><div class=head>${links}</div>${build('One')}` },
  ]);
  expect(leads).toEqual([
    [1, 'https://example.com/'],
    [1, 2],
    [2, 'https://example.com/'],
    [2, 2],
  ]);
  expect(told).toEqual([]);
});
