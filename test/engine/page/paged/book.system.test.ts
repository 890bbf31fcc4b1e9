import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const paper = 'size: 148mm 210mm';
const roman = `@page { ${paper}; margin: 20mm; @bottom-center { content: counter(page, lower-roman) } }`;
const cover = `<style>@page { ${paper}; margin: 0; counter-increment: page 0 } body { margin: 0 } div { height: 210mm; background: navy }
  h1 { bookmark-level: none }</style><div>`;
const text = '<p>Water boils at a hundred degrees.'.repeat(40);

function writeChapter(number: number, linked: number): string {
  const style = `@page { ${paper}; margin: 20mm; @top-left { content: string(title) } @bottom-center { content: counter(page) } }
    h1 { string-set: title content() } .first { counter-reset: page 1 } i::after { content: target-counter(attr(data-to), page) }`;
  return `<html lang=en><style>${style}</style><h1 id=c ${number === 1 ? 'class=first' : ''}>Chapter ${number}</h1>${text}
    <h2>Section ${number}</h2><p>See page <i data-to="${linked}.html#c"></i>.`;
}

test('a book has the right numbers in contents, references, running heads, page labels and roman front matter', async () => {
  const { pdf, warnings } = await renderParts(engine, [
    { html: `${cover}<h1>Cover</h1>` },
    { toc: { depth: 2 }, options: { css: [roman] } },
    { html: `<html lang=en><style>${roman}</style><h1>Preface</h1>${text}` },
    ...[1, 2, 3].map((number) => ({ html: writeChapter(number, (number % 3) + 1), name: `${number}.html` })),
    { html: `${cover}Back` },
  ]);
  expect(warnings).toEqual([]);
  const { pages } = await readPdf(pdf);
  const find = (heading: string) => pages.findIndex((page, index) => index > 1 && page.includes(heading));
  const chapters = [1, 2, 3].map((number) => find(`Chapter ${number}`));
  const printed = (index: number) => index - (chapters[0] ?? 0) + 1;
  // The cover is not counted.
  expect(pages[1]).toMatch(/\bi$|^i\b/);
  expect(pages[1]).toMatch(/Preface[ .]*ii\b/);
  for (const [at, start] of chapters.entries()) {
    const number = at + 1;
    expect(pages[1]).toMatch(new RegExp(`Chapter ${number}[ .]*${printed(start)}\\b`));
    expect(pages[1]).toMatch(new RegExp(`Section ${number}[ .]*${printed(find(`Section ${number}`))}\\b`));
    expect(pages[start + 1]).toContain(`Chapter ${number}`);
    const reference = pages.find((page) => page.includes(`Section ${number}`) && page.includes('See page'));
    expect(reference).toContain(`See page ${printed(chapters[number % 3] ?? 0)} `);
  }
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const labels = (await (await loading.promise).getPageLabels()) ?? [];
  await loading.destroy();
  expect(labels.slice(0, 3)).toEqual(['0', 'i', 'ii']);
  expect(labels.slice(chapters[0], -1)).toEqual(pages.slice(chapters[0], -1).map((_, index) => String(index + 1)));
});
