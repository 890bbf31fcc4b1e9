import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import { buildPages, firstMore } from '../build-pdf.ts';
import { findPage, openPdf, readAnnotations, readOutline, readTags, readTexts } from '../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../run-qpdf.ts';

const options = { outline: true, producer: 'platen' };

// Printed by Chromium, tagged and with outlines: two pages each, linked with one another.
const printed = (name: string): MergePart => ({
  pdf: readFileSync(new URL(`../../fixtures/pdf/${name}.pdf`, import.meta.url)),
  foreign: false,
  origin: 'https://abc.invalid/',
  names: [`${name}.html`],
  title: name,
});
const user = (pdf: Uint8Array): MergePart => ({ pdf, foreign: true });
const parts = [printed('first'), printed('second'), user(buildPages(3))];

it('counts the pages of the whole document, across its parts', async () => {
  const merged = mergePdfs(parts, { ...options, pageRanges: '2-3, 6' });
  const document = await openPdf(merged.pdf);
  expect(merged.pages).toBe(3);
  expect((await readTexts(document)).map((text) => text.slice(0, 7).trim())).toEqual(['Last', 'Zweites', 'Page 2']);
  expect(await checkPdf(merged.pdf)).toBe('');
});

it('leaves out the entries, links and tags of pages that are not there, and reports the links', async () => {
  const { pdf, warnings } = mergePdfs(parts, { ...options, pageRanges: '1' });
  const document = await openPdf(pdf);
  expect(await readOutline(document)).toEqual([['first', 1, [['First', 1]]]]);
  const links = await readAnnotations(document, 1);
  const inside = links.filter(({ url }) => url === undefined);
  expect(await Promise.all(inside.map(({ dest }) => findPage(document, dest)))).toEqual([1]);
  expect(JSON.stringify(await readTags(document, 1))).toContain('"H1"');
  expect(warnings.filter(({ detail }) => /second|nowhere|left out/.test(detail))).toEqual([
    { part: 0, code: 'link_dropped', detail: '3 links were dropped: their pages were left out' },
  ]);
  expect(await unfoldPdf(pdf)).not.toMatch(/Zweites|abc\.invalid/);
  expect(await checkPdf(pdf)).toBe('');
});

it('keeps headings that lead nowhere if none is left out, and else those that are above others', async () => {
  const at = firstMore(2);
  const pdf = buildPages(2, {
    catalog: `/Outlines ${at} 0 R`,
    more: [
      `<</First ${at + 1} 0 R /Last ${at + 4} 0 R>>`,
      `<</Title (Alone) /Parent ${at} 0 R /Next ${at + 2} 0 R>>`,
      `<</Title (Above) /Parent ${at} 0 R /First ${at + 3} 0 R /Last ${at + 3} 0 R /Next ${at + 4} 0 R>>`,
      `<</Title (Below) /Parent ${at + 2} 0 R /Dest [4 0 R /Fit]>>`,
      `<</Title (Web) /Parent ${at} 0 R /A <</S /URI /URI (https://a.example/)>>>>`,
    ],
  });
  const titlesOf = async (more: { pageRanges?: string }) => {
    const outline = await (await openPdf(mergePdfs([user(pdf)], { ...options, ...more }).pdf)).getOutline();
    return outline.map(({ title, items }) => [title, ...items.map((item: { title: string }) => item.title)]);
  };
  expect(await titlesOf({})).toEqual([['Alone'], ['Above', 'Below'], ['Web']]);
  expect(await titlesOf({ pageRanges: '1' })).toEqual([['Above', 'Below'], ['Web']]);
  expect(await titlesOf({ pageRanges: '2' })).toEqual([['Web']]);
});

it('leads links between the pages that stay to where these are now', async () => {
  const { pdf } = mergePdfs(parts, { ...options, pageRanges: '1, 3-4' });
  const document = await openPdf(pdf);
  const links = await readAnnotations(document, 1);
  const pages = await Promise.all(links.map(({ url, dest }) => url ?? findPage(document, dest)));
  expect(pages.filter((page) => typeof page === 'number')).toEqual(expect.arrayContaining([2, 3]));
});

it('keeps the numbers of the whole in page labels', async () => {
  const roman = user(buildPages(3, { catalog: '/PageLabels <</Nums [0 <</S /r>>]>>' }));
  const { pdf } = mergePdfs([roman, user(buildPages(2))], { ...options, pageRanges: '3-5' });
  expect(await (await openPdf(pdf)).getPageLabels()).toEqual(['iii', '4', '5']);
});

it('draws the stamps of the pages that stay', async () => {
  const stamps = [{ pdf: buildPages(7, { text: 'Stamp' }), origin: 'https://stamps.invalid/' }];
  const { pdf } = mergePdfs(parts, { ...options, stamps, pageRanges: '2, 7' });
  const texts = await readTexts(await openPdf(pdf));
  expect(texts.map((text) => /Stamp \d/.exec(text)?.[0])).toEqual(['Stamp 2', 'Stamp 7']);
});

it('counts only the pages that stay against the limit', () => {
  expect(mergePdfs([user(buildPages(5))], { ...options, pageRanges: '4-5' }, 2).pages).toBe(2);
  expect(() => mergePdfs([user(buildPages(5))], { ...options, pageRanges: '2-5' }, 2)).toThrow('too many pages');
});

it('says how many pages there are where none stays', () => {
  expect(() => mergePdfs(parts, { ...options, pageRanges: '8-' })).toThrow(
    'The document has 7 pages, and page_ranges "8-" names none of them.',
  );
});
