import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, onTestFinished } from 'vitest';
import { readPdf } from '../../engine/read-pdf.ts';
import { engine, test } from '../../engine/shared-engine.ts';
import { renderParts } from '../../engine/test-engine.ts';

/** What a reader finds in a printed Markdown document: the texts, links and tags of its pages, and the warnings. */
async function print(markdown: string, pdf: object = {}) {
  const printed = await engine.render({ parts: { markdown }, pdf } as never, { account: 'test' });
  const loading = getDocument({ data: new Uint8Array(printed.pdf), verbosity: 0 });
  onTestFinished(() => loading.destroy());
  const document = await loading.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
      const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link').length;
      return { text, links, tags: listTags(await page.getStructTree()) };
    }),
  );
  return { pages, warnings: printed.warnings.map(({ code }) => code) };
}

type Tag = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;

function listTags(tag: Tag | null): Tag[] {
  return tag === null ? [] : [tag, ...tag.children.flatMap((kid) => ('role' in kid ? listTags(kid) : []))];
}

test('a contents list has links and the numbers of pages, and page breaks break', async () => {
  const { pages } = await print(
    '# Title\n\n[[toc]]\n\n## Über uns\n\n\\newpage\n\n## Two\n\n<!-- pagebreak -->\n\n## Three',
  );
  expect(pages.map(({ links }) => links)).toEqual([3, 0, 0]);
  expect(pages[0]?.text).toMatch(/Über uns[ .]+1 Two[ .]+2 Three[ .]+3/);
  expect(pages[1]?.text).toContain('Two');
  expect(pages[2]?.text).toContain('Three');
});

test('a page break at the end adds no page', async () => {
  expect((await print('a\n\n\\newpage')).pages).toHaveLength(1);
});

test('alerts, formulas, marks and numbered listings are tagged for PDF/UA', async () => {
  const markdown =
    '# Title\n\n> [!WARNING]\n> Careful.\n\nWater is H~2~O, ==marked==, $x^2$:\n\n$$\n\\sum_{i=1}^n i\n$$\n\n```js showLineNumbers=41\nconst a = 1;\n```\n\nTerm\n: Definition';
  const { pages, warnings } = await print(markdown, { conformance: ['pdf/ua-1'] });
  expect(warnings).toEqual([]);
  expect(pages[0]?.text).toMatch(/Warning Careful\. .*41 const a = 1 ;/);
  const figures = pages[0]?.tags.filter(({ role }) => role === 'Figure') ?? [];
  expect(figures.map((figure) => 'alt' in figure && figure.alt)).toEqual(['x^2', '\\sum_{i=1}^n i']);
});

test('what is printed as its source is in the warnings of the render', async () => {
  const { warnings, pages } = await print('---\nlayout: x\n---\n```mermaid\ngraph TD\n```\n\n$\\nosuch$');
  expect(warnings.toSorted()).toEqual(['diagram_unprinted', 'formula_invalid', 'front_matter_ignored']);
  expect(pages[0]?.text).toContain('$\\nosuch$');
});

test('diagrams are drawn by a script of Mermaid among the assets, and one with an error stays as it is', async () => {
  const script = `globalThis.mermaid = {
    initialize() {},
    async render(id, source) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (source.includes('wrong')) throw new Error('Parse error\\nin detail');
      return { svg: '<svg id="' + id + '" width="90" height="20"><text y="15">DRAWN</text></svg>' };
    },
  }`;
  const assets = { 'a b/mermaid.min.js': { type: 'text/javascript', base64: Buffer.from(script).toString('base64') } };
  const markdown = '---\ntitle: T\n---\n```mermaid\ngraph TD\n```\n\n> ```mermaid\n> wrong\n> ```\n';
  const parts = { markdown, assets };
  const { pdf, warnings } = await renderParts(engine, parts);
  expect(warnings).toEqual([
    {
      part: 0,
      code: 'diagram_unprinted',
      detail: 'The Mermaid diagram in line 8 is printed as its source: Parse error',
    },
  ]);
  expect((await readPdf(pdf)).pages).toEqual([expect.stringMatching(/DRAWN wrong$/)]);
  const still = await renderParts(engine, parts, { javascript: false });
  expect(still.warnings.map(({ code }) => code)).toEqual(['diagram_unprinted', 'diagram_unprinted']);
});

test('a page size may be the short name of the front matter', async () => {
  const { pdf } = await renderParts(engine, { markdown: '---\nsize: A5\n---\nx' }, {});
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  onTestFinished(() => loading.destroy());
  const { view } = await (await loading.promise).getPage(1);
  expect(view.slice(2).map(Math.round)).toEqual([420, 595]);
});
