import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { readToUnicode, writeToUnicode } from '../../../../src/pdf/objects/to-unicode.ts';
import { drawPages } from '../../../engine/draw-page.ts';
import { openPdf, readTexts } from '../../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../../run-qpdf.ts';

const options = { outline: true, producer: 'test' };
const read = (name: string) => readFileSync(new URL(`../../../fixtures/pdf/${name}.pdf`, import.meta.url));
const parts = ['first', 'second', 'stamps'].map((name) => ({ pdf: read(name), foreign: false }));

test('subsets of one font become one font, and not a pixel or a word changes', async () => {
  const { pdf } = mergePdfs(parts, options);
  const names = [...(await unfoldPdf(pdf)).matchAll(/\/BaseFont \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name);
  // Each font names itself twice: as the composite font and as its descendant.
  for (const name of new Set(names)) expect(names.filter((other) => other === name)).toHaveLength(2);
  expect(await checkPdf(pdf)).toBe('');

  const before = [];
  const words = [];
  for (const part of parts) {
    before.push(...(await drawPages(part.pdf, 1.5)));
    words.push(...(await readTexts(await openPdf(part.pdf))));
  }
  const after = await drawPages(pdf, 1.5);
  expect(after).toHaveLength(before.length);
  for (const [index, page] of after.entries()) expect(page.equals(before[index] as Buffer)).toBe(true);
  expect(await readTexts(await openPdf(pdf))).toEqual(words);
});

test('headers and footers share the fonts of the pages', async () => {
  const [first, second, stamps] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
  const { pdf } = mergePdfs([first, second], {
    ...options,
    stamps: [{ pdf: stamps.pdf, origin: 'https://stamps.invalid/' }],
  });
  const names = [...(await unfoldPdf(pdf)).matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('what characters stand for is written as it is read', () => {
  const map = new Map([
    [3, '0020'],
    ...Array.from(
      { length: 600 },
      (_, index) => [200 + index, (index + 240).toString(16).padStart(4, '0').toUpperCase()] as const,
    ),
    [1000, '006600660069'],
    [1001, 'D83DDE00'],
    [1002, 'D83DDE01'],
    ...Array.from({ length: 250 }, (_, index) => [2000 + index * 2, '0041'] as const),
  ]);
  expect(readToUnicode(writeToUnicode(map))).toEqual(map);
  expect(readToUnicode('1 beginbfrange <0001> <0002> [<0041> <0042>] endbfrange')).toBeUndefined();
});
