import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { findFontArchives } from '../../../src/browser/fonts/packed-fonts.ts';
import { openPage } from '../../../src/engine/page/open/page.ts';
import { printPage } from '../../../src/engine/page/print/print-page.ts';
import { mergePdfs } from '../../../src/pdf/index.ts';
import { unfoldPdf } from '../../pdf/run-qpdf.ts';
import { drawFirstPage, extractTexts } from '../draw-page.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { cacheFolder, renderParts } from '../test-engine.ts';

const root = join(import.meta.dirname, '../../..');
const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
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

const readWithPdfium = async (pdf: Uint8Array) => strip((await extractTexts(pdf)).join('\n'));

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
      const text = readWithPoppler(pdf);
      for (const paragraph of paragraphs) expect(text).toContain(paragraph);
    }
  });
});

describe('text from right to left', () => {
  const lines = ['لا إله سلام الأحد', 'العدد في السلام', 'עולם שלום'];
  let pdf: Uint8Array;
  beforeAll(async () => {
    pdf = await print(lines.map((line) => `<p dir="rtl">${line}`).join(''));
  });

  test('comes out of PDFium as written', async () => {
    const text = await readWithPdfium(pdf);
    for (const line of lines) expect(text).toContain(strip(line));
  });

  test.skipIf(!hasPoppler)('comes out of pdftotext as written', () => {
    const text = readWithPoppler(pdf);
    for (const line of lines) expect(text).toContain(strip(line));
  });
});

describe('brackets in text from right to left', () => {
  const words = ['(עולם)', '[אחד]', '{שני}', '«שלוש»'];
  let pdf: Uint8Array;
  beforeAll(async () => {
    const html = `<title>x</title><p dir="rtl" style="font: 20px sans-serif">${words.join(' ')}`;
    ({ pdf } = await renderParts(engine, { html }, { fonts: 'bundled' }));
  });

  test('come out of pdf.js as they are on the page', async () => {
    const text = await readWithPdfjs(pdf);
    for (const word of words) expect(text).toContain(word);
  });

  test.skipIf(!hasPoppler)('come out of pdftotext as written', () => {
    const text = readWithPoppler(pdf);
    for (const word of words) expect(text).toContain(word);
  });
});

// Pages of A5 are stretched by the part of a pixel that they lack.
const papers = findFontArchives().length === 2 ? ['A4', 'A5'] : [];
describe.each(papers)('words whose glyphs do not simply follow each other, on paper of %s', (page_size) => {
  const lines: Record<string, string> = {
    km: 'ភាសាខ្មែរ គឺជាភាសាផ្លូវការរបស់ព្រះរាជាណាចក្រកម្ពុជា',
    or: 'ନମସ୍କାର ଦୁନିଆ ଓଡ଼ିଆ ସମ୍ବିଧାନ ସ୍ୱୀକୃତ',
    lo: 'ມະນຸດທຸກຄົນເກີດມາມີສິດເສລີພາບ ແລະ ສະເໝີໜ້າກັນ',
    th: 'มนุษย์ทั้งหลายเกิดมามีอิสระ และเสมอภาคกันในเกียรติศักดิ์',
    my: 'လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်',
    hi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में स्वतन्त्रता',
    te: 'ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును స్వతంత్రులు',
    ar: 'السلام عليكم يُولَدُ جَمِيعُ النَّاسِ أَحْرَارًا مرحبًا بالعالم',
    he: 'כָּל בְּנֵי אָדָם נוֹלְדוּ בְּנֵי חוֹרִין',
    fa: 'سلام دنیا ۱۲۳',
  };
  /** The words of a text, composed (Unicode Standard Annex 15) and without marks of direction. */
  const readWords = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[\u202a-\u202e]/g, '')
      .trim()
      .split(/\s+/);
  let pdf: Uint8Array;
  beforeAll(async () => {
    const paragraphs = Object.entries(lines).map(([lang, line]) => {
      const direction = ['ar', 'he', 'fa'].includes(lang) ? 'rtl' : 'ltr';
      return `<p lang="${lang}" dir="${direction}">${line}`;
    });
    const html = `<title>x</title><body style="font: 20px sans-serif">${paragraphs.join('')}`;
    ({ pdf } = await renderParts(engine, { html }, { fonts: 'bundled', page_size }));
  });

  const expectLines = (text: string) => {
    const words = readWords(text);
    for (const [lang, line] of Object.entries(lines))
      expect(words, lang).toEqual(expect.arrayContaining(readWords(line)));
  };

  test.skipIf(!hasPoppler)('come out of pdftotext as written', () => {
    const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
    expectLines(stdout);
  });

  test('come out of PDFium as written', async () => {
    expectLines((await extractTexts(pdf)).join('\n'));
  });
});

test('an ideograph is not taken for the radical that looks like it', async () => {
  const pdf = await print('<p lang="ja">人水金見長');
  expect(await readWithPdfjs(pdf)).toBe('人水金見長');
  expect(await readWithPdfium(pdf)).toBe('人水金見長');
  // Both shapes in one document: marks tell them apart.
  expect(await readWithPdfium(await print('<p lang="ja">人⼈水⽔'))).toBe('人⼈水⽔');
});

test('of a cluster, each letter is reported once', async () => {
  const pdf = await print('<p lang="hi">हिन्दी क्षत्रिय');
  expect(await readWithPdfium(pdf)).toBe('हिन्दीक्षत्रिय');
  expect([...(await readWithPdfjs(pdf)).replaceAll('\u2060', '')].sort()).toEqual([...'हिन्दीक्षत्रिय'].sort());
});

test('repaired text looks as it was printed', async () => {
  const browser = await startBrowser({ cacheFolder, sandbox: 'preferred', fonts: 'bundled' });
  try {
    const page = await openPage(browser, 9);
    const html = '<p dir="rtl">لا إله سلام الحَمْدُ שָׁלוֹם<p lang="hi">हिन्दी<p lang="km">ភាសាខ្មែរ<p>人水 office 👨‍👩‍👧‍👦';
    await page.send('Page.setDocumentContent', { frameId: page.frame, html });
    const printed = await printPage(page, {});
    const { pdf } = mergePdfs([{ pdf: printed, foreign: false }], { outline: false, producer: '' });
    expect(await unfoldPdf(pdf)).not.toBe(await unfoldPdf(printed));
    const [before, after] = [await drawFirstPage(printed, 2), await drawFirstPage(pdf, 2)];
    expect(before.data.some((byte) => byte < 255)).toBe(true);
    expect(Buffer.from(after.data).equals(Buffer.from(before.data))).toBe(true);
  } finally {
    await browser.kill();
  }
});
