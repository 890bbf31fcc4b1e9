import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/index.ts';
import { drawFirstPage } from '../draw-page.ts';
import { unfoldPdf } from '../pdf/run-qpdf.ts';
import { readPdf } from '../read-pdf.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

const root = join(import.meta.dirname, '../../..');
const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
let engine: Engine;

beforeAll(async () => {
  engine = openTestEngine();
  await engine.start();
});
afterAll(() => engine.close());

/** A file as an asset. */
const load = (path: string, type: string) => ({ type, base64: readFileSync(join(root, path)).toString('base64') });

const faces = {
  naskh: load(
    'node_modules/@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
    'font/ttf',
  ),
  hebrew: load('node_modules/@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf', 'font/ttf'),
  devanagari: load(
    'node_modules/@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    'font/ttf',
  ),
  japanese: load('node_modules/@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf', 'font/otf'),
  latin: load('node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf', 'font/ttf'),
};

/** Prints paragraphs in these faces, whatever fonts the machine has. */
async function print(body: string): Promise<Uint8Array> {
  const names = Object.keys(faces);
  const rules = names.map((name) => `@font-face { font-family: ${name}; src: url(${name}) }`).join('\n');
  const html = `<style>${rules} body { font: 20px latin, ${names.join()} }</style>${body}`;
  return (await renderParts(engine, { html, assets: faces })).pdf;
}

/** A text without what readers add to show it: spaces at ends of lines, and marks of direction. */
const strip = (text: string) => text.replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '');

async function readWithPdfium(pdf: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const text = [...document.pages()].map((page) => page.getText()).join('\n');
  document.destroy();
  library.destroy();
  return strip(text);
}

const readWithPdfjs = async (pdf: Uint8Array) => strip((await readPdf(pdf)).pages.join(''));

function readWithPoppler(pdf: Uint8Array): string {
  const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
  return strip(stdout);
}

describe.each(['arabic', 'japanese'])('the example in %s', (name) => {
  test('gives each glyph a text', async () => {
    const folder = join(root, 'examples');
    const used = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.woff2'));
    const assets = Object.fromEntries(
      used.map((file) => [`assets/${file}`, load(`examples/assets/${file}`, 'font/woff2')]),
    );
    const html = readFileSync(join(folder, `${name}.html`), 'utf8');
    const { pdf } = await renderParts(engine, { html, assets });
    const unfolded = await unfoldPdf(pdf);
    expect(unfolded).toContain('beginbfchar');
    expect(unfolded).not.toMatch(/^<[\dA-F]{4}> <(0000|FEFF|FFFE)>$/m);
    if (name === 'arabic' && hasPoppler) {
      const paragraphs = [...html.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, text = '']) => strip(text));
      expect(paragraphs.join('')).toContain('نبعٍ');
      for (const paragraph of paragraphs) expect(readWithPoppler(pdf)).toContain(paragraph);
    }
  });
});

describe('text from right to left', () => {
  const lines = ['لا إله سلام الأحد', 'العدد في السلام', 'עולם שלום'];
  let pdf: Uint8Array;
  beforeAll(async () => {
    pdf = await print(lines.map((line) => `<p dir="rtl">${line}`).join(''));
  });

  test.each(lines)('comes out of PDFium as written: %s', async (line) => {
    expect(await readWithPdfium(pdf)).toContain(strip(line));
  });

  test.skipIf(!hasPoppler).each(lines)('comes out of pdftotext as written: %s', (line) => {
    expect(readWithPoppler(pdf)).toContain(strip(line));
  });
});

test('an ideograph is not taken for the radical that looks like it', async () => {
  const pdf = await print('<p lang="ja">人水金見長');
  expect(await readWithPdfjs(pdf)).toBe('人水金見長');
  expect(await readWithPdfium(pdf)).toBe('人水金見長');
  // Both shapes in one document: marks tell them apart.
  expect(await readWithPdfium(await print('<p lang="ja">人⼈水⽔'))).toBe('人⼈水⽔');
});

test('of a cluster, each letter is told of once', async () => {
  const pdf = await print('<p lang="hi">हिन्दी क्षत्रिय');
  expect(await readWithPdfium(pdf)).toBe('हिन्दीक्षत्रिय');
  expect([...(await readWithPdfjs(pdf)).replaceAll('\u2060', '')].sort()).toEqual([...'हिन्दीक्षत्रिय'].sort());
});

test('mended text looks as before', async () => {
  const body = '<p dir="rtl">لا إله سلام الحَمْدُ<p lang="hi">हिन्दी<p>人水 office';
  const [plain, again] = [await print(body), await print(body)];
  expect(again).toEqual(plain);
  expect((await drawFirstPage(plain, 2)).data.some((byte) => byte < 255)).toBe(true);
});
