import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const chapters = 12;

/** A chapter of two pages, which names a section of another. */
function writeChapter(number: number): string {
  const other = ((number * 5) % chapters) + 1;
  const css = `@page { size: A6; margin: 15mm; @top-center { content: string(chapter) } @bottom-center { content: "- " counter(page) " -" } }
    h1 { string-set: chapter content() } h2 { break-before: page } .see::after { content: " on " target-counter(attr(href), page) }
    .band { margin: 0 -15mm; background: #eef } ${number === 1 ? 'body { counter-reset: page 1 }' : ''}`;
  return `<title>${number}</title><style>${css}</style><h1>Chapter ${number}</h1><p class=band>band</p><h2 id="s${number}">Section ${number}</h2>
    <a class=see href="${other}.html#s${other}">See ${other}</a>`;
}

const cover = `<style>@page { size: A6; margin: 0; background: #135; counter-increment: page 0 } h1 { bookmark-level: none; color: white }</style>
  <h1>The book</h1>`;
const roman = '@page { size: A6; margin: 15mm; @bottom-center { content: "- " counter(page, lower-roman) " -" } }';
/** A running head stands before the number, and a rule before that of the preface shows it in digits. */
const head =
  'h1 { string-set: title content() } @page { @top-center { content: string(title) } @bottom-center { content: counter(page) } }';
const parts = [
  { html: cover },
  { toc: { depth: 2 }, options: { css: [roman] } },
  { html: `<style>${head}${roman}</style><h1>Preface</h1>` },
  ...Array.from({ length: chapters }, (_, index) => ({
    html: writeChapter(index + 1),
    name: `${index + 1}.html`,
  })),
  { html: cover },
];

async function readLabels(pdf: Uint8Array): Promise<string[] | null> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const labels = await (await loading.promise).getPageLabels();
  await loading.destroy();
  return labels;
}

test('a book has the right numbers in its contents, margins, references and labels', async () => {
  const { pdf, warnings } = await renderParts(engine, parts);
  expect(warnings).toEqual([]);
  const { pages } = await readPdf(pdf);
  const labels = (await readLabels(pdf)) as string[];
  const contents = pages.findIndex((text) => text.includes('Preface') && !text.includes('Contents')) - 1;
  expect(labels.slice(0, contents + 2)).toEqual(['0', 'i', 'ii', 'iii', 'iv', 'v'].slice(0, contents + 2));
  // A page shows its label, if it is not that of a cover.
  for (const [index, text] of pages.slice(1, -1).entries())
    expect([index, text.includes(`- ${labels[index + 1]} -`)]).toEqual([index, true]);
  const labelOf = (heading: string) => labels[pages.findLastIndex((text) => text.includes(heading))];
  const listed = pages
    .slice(1, contents + 1)
    .join(' ')
    .replace(/\.{2,}|- \w+ -/g, ' ')
    .replace(/\s+/g, ' ');
  for (let number = 1; number <= chapters; number += 1) {
    const other = ((number * 5) % chapters) + 1;
    expect(labelOf(`Section ${number} See`)).toBe(String(2 * number));
    expect(listed).toContain(`Chapter ${number} ${2 * number - 1} Section ${number} ${2 * number}`);
    expect(pages.join(' ')).toContain(`See ${other} on ${2 * other}`);
  }
  expect(listed).toContain(`Preface ${labels[contents + 1]}`);
});
