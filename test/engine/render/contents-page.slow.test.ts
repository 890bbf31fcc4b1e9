import { describe, expect } from 'vitest';
import { findPage, openPdf, readAnnotations } from '../../pdf/read-pdf.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const pagesOf = async (parts: unknown, options: object = {}) =>
  (await readPdf((await renderParts(engine, parts, options)).pdf)).pages;

const page = (content: string) => `<section style="break-after: page">${content}</section>`;
const html = `<body>${page('<h1>First</h1>one')}${page('<h2>Inner</h2>two')}<h1>Second</h1>three`;
const markdown = '# Notes\n\ntext\n\n## A point\n\ntext\n\n### Deep\n\ntext\n\n#### Deepest';

/** The pages that the links of the first page lead to. */
async function follow(pdf: Uint8Array): Promise<number[]> {
  const document = await openPdf(pdf);
  const links = await readAnnotations(document, 1);
  return Promise.all(links.map(({ dest }) => findPage(document, dest)));
}

/** The lines of contents, with the dots of leaders left out. */
const linesOf = (text: string | undefined) =>
  text
    ?.replace(/[.\s]*\.{2}[.\s]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('a contents page', () => {
  test('lists the headings of HTML, Markdown and PDFs with the numbers of their pages', async () => {
    const { pdf } = await renderParts(engine, [{ html }, { html: '<h1>Of a PDF</h1>' }]);
    const foreign = Buffer.from(pdf).toString('base64');
    const pages = await pagesOf([{ toc: {} }, { html }, { markdown }, { pdf: foreign }], {
      footer: '<b class="pageNumber">',
    });
    expect(linesOf(pages[0])).toBe(
      'Contents First 2 Inner 3 Second 4 Notes 5 A point 5 Deep 5 First 6 Inner 7 Second 8 Of a PDF 9 1',
    );
    expect(pages.map((text) => text.split(' ').at(-1))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('is in the place of its part, and has a depth and a title', async () => {
    const parts = [
      { html: '<h1>Cover</h1>' },
      { toc: { title: 'In here', depth: 1 } },
      { html },
      { html: 'x', title: 'Last' },
    ];
    const pages = await pagesOf(parts);
    expect(linesOf(pages[1])).toBe('In here Cover 1 First 3 Second 5 Last 6');
  });

  test('leaves out the title of a document that is all there is', async () => {
    expect(linesOf((await pagesOf([{ toc: {} }, { markdown: `${markdown}\n` }]))[0])).toBe(
      '1 / 2 Contents A point 2 Deep 2 Deepest 2',
    );
  });

  test('leads to the places of its entries, and is in the outline itself', async () => {
    const { pdf } = await renderParts(engine, [{ toc: {} }, { html }]);
    expect(await follow(pdf)).toEqual([2, 3, 4]);
    expect((await readPdf(pdf)).outline).toEqual(['Contents', 'First', 'Second']);
  });

  test('of many pages moves the numbers that later pages show', async () => {
    const counted = '<style>@page { @bottom-left { content: counter(page) "/" counter(pages) } }</style>';
    // Headings of a script, which no guess knows.
    const many =
      "<script>for (let i = 1; i < 100; i++) document.write('<h1 style=\"break-before: page\">H' + i + '</h1>')</script>";
    const pages = await pagesOf([{ toc: {} }, { html: `${counted}start${many}` }]);
    const contents = pages.filter((text) => /Contents|\.{5}/.test(text)).length;
    expect(contents).toBeGreaterThan(2);
    expect(pages.slice(contents).map((text) => text.split(' ')[0])).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index + 1 + contents}/${100 + contents}`),
    );
    expect(linesOf(pages.slice(0, contents).join(' '))).toContain(`H1 ${contents + 2} H2 ${contents + 3}`);
    expect(linesOf(pages.slice(0, contents).join(' '))).toContain(`H99 ${contents + 100}`);
  });

  test('is in the language of the document, and as large as its pages', async () => {
    const german = '<html lang="de"><style>@page { size: A5 }</style><h1>Eins</h1>';
    const { pdf } = await renderParts(engine, [{ toc: {} }, { html: german }]);
    const { pages, sizes } = await readPdf(pdf);
    expect(linesOf(pages[0])).toBe('Inhalt Eins 2');
    expect(sizes[0]).toEqual(sizes[1]);
  });

  test('with nothing to list is a warning, and an error without other parts', async () => {
    const { warnings } = await renderParts(engine, [{ toc: {} }, { html: 'x' }]);
    expect(warnings.map(({ code }) => code)).toContain('toc_empty');
    await expect(renderParts(engine, [{ toc: {} }])).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('keeps its links if the outline is left out, and drops those to pages that are', async () => {
    const { pdf, warnings } = await renderParts(engine, [{ toc: {} }, { html }], {
      outline: false,
      page_ranges: '1, 3-4',
    });
    expect(await follow(pdf)).toEqual([2, 3]);
    expect((await readPdf(pdf)).outline).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['link_dropped']);
  });
});
