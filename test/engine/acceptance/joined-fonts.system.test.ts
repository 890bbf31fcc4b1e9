import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { beforeAll, expect } from 'vitest';
import { dropTables } from '../../../scripts/build/fonts/drop-tables.ts';
import { mergePdfs } from '../../../src/pdf/index.ts';
import { checkPdf, unfoldPdf } from '../../pdf/run-qpdf.ts';
import { drawPages } from '../draw-page.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const texts = ['An office 日本語 12 😀 👍', 'Two officers 日本の言 123 😀 🚀 👍', 'Three 語 efficient 🎉'];

const read = (path: string) => readFileSync(join(modules, path));
const toAsset = (font: Buffer) => ({ type: 'font/sfnt', base64: font.toString('base64') });

/** A font with what it has for the texts. */
const cut = (font: Buffer) =>
  subsetFont(font, texts.join(''), { noHinting: false, targetFormat: 'truetype', dropTables: [] });

const assets = {
  cff: toAsset(await cut(read('@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf'))),
  // A second set of the pictures takes most of the file.
  emoji: toAsset(
    dropTables(read('@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf'), ['SVG ']),
  ),
};
const style = `<style>@font-face { font-family: Cff; src: url(cff) } @font-face { font-family: Emoji; src: url(emoji) }
  body { font: 20px Cff, Emoji }</style>`;
const parts = ['An office 日本語 12 😀 👍', 'Two officers 日本の言 123 😀 🚀 👍', 'Three 語 efficient 🎉'].map(
  (text) => ({
    html: `${style}<p>${text}`,
    assets,
  }),
);

/** The text of each page, without spaces, which readers put between fonts. */
async function readWords(pdf: Uint8Array): Promise<string[]> {
  return (await readPdf(pdf)).pages.map((text) => text.replaceAll(' ', ''));
}

/** The fonts of a PDF whose glyphs are drawings: their names with the first glyph that each has after the empty one. */
async function listDrawnFonts(pdf: Uint8Array): Promise<string[]> {
  const unfolded = await unfoldPdf(pdf);
  const names = new Map(
    [...unfolded.matchAll(/^(\d+) 0 obj\n.*\/FontName \/[A-Z]{6}\+(\S+)/gm)].map(([, id, name]) => [id, name]),
  );
  const fonts = [...unfolded.matchAll(/\/Differences \[ (.*?) \].*\/FontDescriptor (\d+) 0 R.*\/Subtype \/Type3/g)];
  return fonts.map(([, differences = '', id = '']) => {
    let code = 0;
    for (const entry of differences.split(' ')) {
      if (/^\d+$/.test(entry)) code = Number(entry);
      else if (entry === '/g0') code++;
      else return `${names.get(id)} ${Number.parseInt(entry.slice(2), 16) - code}`;
    }
    return `${names.get(id)}`;
  });
}

/** Each part by itself, merged. */
let singles: Uint8Array[];

beforeAll(async () => {
  singles = [];
  for (const part of parts) singles.push((await renderParts(engine, part)).pdf);
}, 120_000);

const merge = (pdfs: readonly Uint8Array[]) =>
  mergePdfs(
    pdfs.map((pdf) => ({ pdf, foreign: false })),
    { outline: true, producer: 'test' },
  ).pdf;

test('fonts with drawn glyphs are joined across parts, and not a pixel or a word changes', async () => {
  const pdf = merge(singles);
  const separate = (await Promise.all(singles.map(listDrawnFonts))).flat();
  const joined = await listDrawnFonts(pdf);
  expect(separate.length).toBeGreaterThan(joined.length);
  expect(joined.sort()).toEqual([...new Set(separate)].sort());
  expect(joined.some((name) => name.includes('NotoSansJP'))).toBe(true);
  expect(joined.some((name) => name.includes('Emoji'))).toBe(true);

  const before: Buffer[] = [];
  const words: string[] = [];
  for (const single of singles) {
    before.push(...(await drawPages(single, 2)));
    words.push(...(await readWords(single)));
  }
  const after = await drawPages(pdf, 2);
  expect(after.map((page, index) => page.equals(before[index] as Buffer))).toEqual([true, true, true]);
  expect(await readWords(pdf)).toEqual(words);
  expect(pdf.length).toBeLessThan(singles.reduce((sum, { length }) => sum + length, 0) * 0.75);
  expect(await checkPdf(pdf)).toBe('');
  expect(Buffer.compare(merge(singles), pdf)).toBe(0);
});

test('glyphs of other fonts with the same name stay apart', async () => {
  const other = { ...assets, cff: toAsset(await cut(read('@embedpdf/fonts-jp/fonts/NotoSansJP-Black.otf'))) };
  const { pdf: black } = await renderParts(engine, { ...parts[0], assets: other });
  const [first, second] = await drawPages(merge([singles[0] as Uint8Array, black]), 2);
  expect(first?.equals(second as Buffer)).toBe(false);
  const [alone] = await drawPages(black, 2);
  expect(alone?.equals(second as Buffer)).toBe(true);
});
