import { describe, expect } from 'vitest';
import { findPage, openPdf, readAnnotations, readTags, readTexts } from '../../pdf/read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const next = '<p style="break-before: page">';

/** The pages that the links of a page lead to. */
async function follow(parts: unknown, page = 1): Promise<number[]> {
  const document = await openPdf((await renderParts(engine, parts)).pdf);
  const links = await readAnnotations(document, page);
  return Promise.all(links.map(({ dest }) => findPage(document, dest)));
}

const two = `<h1>Two</h1>${next}<h2 id="sec">Sec</h2>${next}<p id="für x">three</p>`;

describe('a link of one part', () => {
  test('leads to a place, a page or the start of another part, by its name', async () => {
    const { pdf } = await renderParts(engine, { html: `a${next}b` });
    const html = `<a href="two.html#sec">1</a> <a href='./two.html'>2</a> <a href="two.html#f%C3%BCr%20x">3</a>
      <a href=notes.md#on-it>4</a> <a href="app.pdf#page=2">5</a> <a href="two.html#nowhere">6</a>`;
    const parts = [
      { html, name: 'one.html' },
      { html: two, name: 'two.html' },
      { markdown: '# Notes\n\n## On it', name: 'notes.md' },
      { pdf: Buffer.from(pdf).toString('base64'), name: 'app.pdf' },
    ];
    expect(await follow(parts)).toEqual([3, 2, 4, 5, 7, 2]);
  });

  test('leads back, from Markdown and from a template too', async () => {
    const loadTemplate = async () => ({ name: 't', content: '<a href="{{ to }}">x</a>', preview_context: {} });
    const parts = [
      { html: `first${next}<p id="sec">`, name: 'book/one.html' },
      { markdown: '[x](one.html#sec)', name: 'book/two.md' },
      { template: 'any', context: { to: '../book/one.html#sec' }, name: 'book/deep/three.html' },
    ];
    const { pdf } = await engine.render({ parts }, { account: 'a', loadTemplate });
    const document = await openPdf(pdf);
    for (const page of [3, 4]) {
      const [link] = await readAnnotations(document, page);
      expect(await findPage(document, link?.dest)).toBe(2);
    }
  });

  test('leads to a place that only another part has, but to its own where it has one', async () => {
    const html = `<a href="#sec">1</a> <a href="#own">2</a> <a href="#nowhere">3</a>${next}<p id="own">`;
    expect(await follow([{ html }, { html: `<p id="own">${two}` }])).toEqual([4, 2]);
  });

  test('is dropped where no part has that name, and leaves its text', async () => {
    const parts = [{ html: '<a href="gone.html#x">gone</a>', name: 'one.html' }, { html: 'x' }];
    const document = await openPdf((await renderParts(engine, parts)).pdf);
    expect(await readAnnotations(document, 1)).toEqual([]);
    expect(await readTexts(document)).toEqual(['gone', 'x']);
  });
});

test('what makes the places be written neither shows nor is read out', async () => {
  const html = `<!doctype html><style>head, a { display: block; border: 3px solid } body { counter-reset: a }
    a { counter-increment: a } p::after { content: counter(a) }</style><h1 id="sec">Sec</h1><p>`;
  const [linked, alone] = [
    [{ html, name: 'two.html' }, { html: '<a href="two.html#sec">x</a><a href="#sec">y</a>' }],
    [{ html }, { html: '<a>x</a>' }],
  ];
  const read = async (parts: unknown) => {
    const document = await openPdf((await renderParts(engine, parts)).pdf);
    const content = await (await document.getPage(1)).getTextContent();
    const items = content.items.map((item) => 'str' in item && [item.str, item.transform]);
    return [items, await readTags(document, 1)];
  };
  expect(await read(linked)).toEqual(await read(alone));
});
