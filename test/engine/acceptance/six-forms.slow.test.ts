import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect } from 'vitest';
import type { RenderResult } from '../../../src/engine/index.ts';
import type { Origin } from '../../browser/egress/origin.ts';
import { findProgram } from '../../helpers/bundled-program.ts';
import { isLong } from '../../helpers/is-long.ts';
import {
  findPage,
  openPdf,
  readAnnotations,
  readMarked,
  readOutline,
  readTags,
  readTexts,
} from '../../pdf/read-pdf.ts';
import { checkPdf, unfoldPdf } from '../../pdf/run-qpdf.ts';
import { engine, test } from '../shared-engine.ts';
import { type DigestedRequest, digestPdf, digestRenders } from './digest-renders.ts';
import { buildSixForms, loadTemplate, openWebPage } from './six-forms.ts';

let web: Origin;
let digested: DigestedRequest;
let result: RenderResult;
let document: PDFDocumentProxy;
let texts: string[];

beforeAll(async () => {
  web = await openWebPage();
  digested = { request: buildSixForms(`http://127.0.0.1:${web.port}/`), template: await loadTemplate() };
  result = await engine.render(digested.request, { account: 'a', loadTemplate });
  document = await openPdf(result.pdf);
  texts = await readTexts(document);
});
afterAll(async () => {
  await web.close();
});

test('all parts are there, in their order, page by page', () => {
  const firstWords = [
    'Web',
    'Below',
    'Own',
    'Row 20',
    'Row 60',
    'End of own',
    'Notes',
    'A sum',
    'Page 1',
    'Page 2',
    'Wide',
  ];
  expect(result.pages).toBe(11);
  expect(texts.map((text, index) => text.includes(firstWords[index] as string))).toEqual(Array(11).fill(true));
  expect(texts[7]).toContain('Total 66');
  expect(texts[7]).toContain('Thing <3> costs 3');
  expect(result.warnings).toEqual([]);
});

test('pages have the sizes that were asked for', async () => {
  const sizes = [];
  for (let number = 1; number <= 11; number++) {
    const [, , width = 0, height = 0] = (await document.getPage(number)).view;
    sizes.push(`${Math.round(width)} x ${Math.round(height)}`);
  }
  const [a4, appendix, wide] = ['595 x 842', '200 x 100', '595 x 420'];
  expect(sizes).toEqual([...Array(8).fill(a4), appendix, appendix, wide]);
});

test('pages are numbered through, by margin boxes and by footers', () => {
  expect(texts.map((text) => /\d+ \/ \d+/.exec(text)?.[0])).toEqual(
    Array.from({ length: 11 }, (_, index) => `${index + 1} / 11`),
  );
});

test('links lead to the right pages', async () => {
  const links: unknown[] = [];
  for (let number = 1; number <= 11; number++) {
    for (const { url, dest } of await readAnnotations(document, number)) {
      links.push([number, url ?? (await findPage(document, dest))]);
    }
  }
  expect(links).toEqual([
    [1, 'https://example.com/away'],
    [1, 2],
    [3, 7],
    [3, 10],
    [7, 6],
    [11, 3],
  ]);
});

test('the outline has the titles of parts over their headings', async () => {
  expect(await readOutline(document)).toEqual([
    ['Part of the web', 1, [['Web', 1, [['Below', 2]]]]],
    ['Part with files', 3, [['Own', 3, [['End of own', 6]]]]],
    ['Notes', 7, [['A list', 7]]],
    ['Part of a template', 8, [['A sum', 8]]],
    ['Part that was a PDF', 9, [['Second leaf', 10]]],
    ['Wide', 11],
  ]);
});

test('tags are there for all that was printed', async () => {
  expect(await readMarked(document)).toBe(true);
  const tags = await Promise.all(
    [1, 3, 7, 8, 11].map(async (number) => JSON.stringify(await readTags(document, number))),
  );
  for (const text of tags) expect(text).toContain('["Document",["Part",["H1"');
  expect(tags[1]).toMatch(/"Figure".*"Table",\["TR",\["TH"/);
  expect(tags[2]).toMatch(/"L",\["LI"/);
});

test('fonts are embedded, each once', async () => {
  const fonts = [...(await unfoldPdf(result.pdf)).matchAll(/<<(?:(?!>>).)*\/Type \/FontDescriptor.*?>>/gs)];
  const names = fonts.map(([text]) => /\/FontName \/[A-Z]{6}\+(\S+)/.exec(text)?.[1]);
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names).size).toBe(names.length);
  for (const [text] of fonts) expect(text).toContain('/FontFile2');
});

test('metadata is what was given and nothing else', async () => {
  const { info } = (await document.getMetadata()) as { info: Record<string, unknown> };
  expect(info).toMatchObject({ Title: 'Six forms', Author: 'Ada', Keywords: 'six', Producer: 'platen 0.0.0' });
  expect(info).toMatchObject({ CreationDate: 'D:20260102030405Z' });
  expect(info).not.toHaveProperty('Creator');
  expect(info).not.toHaveProperty('ModDate');
  expect(await unfoldPdf(result.pdf)).not.toMatch(/\.invalid|Skia|Chrom/);
});

test('qpdf has nothing to say against the file', async () => {
  expect(await checkPdf(result.pdf)).toBe('');
});

const again = isLong ? 24 : 0;
const elsewhere = isLong ? 25 : 2;
const atOnce = isLong ? 4 : 2;

test(`the bytes are the same, ${again + 1} times one by one, and ${elsewhere} times in another process, ${atOnce} at once`, {
  timeout: 180_000,
}, async () => {
  const digestElsewhere = async () => {
    const child = spawn(process.execPath, [findProgram('digest-child'), String(elsewhere), String(atOnce)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify(digested));
    return (await text(child.stdout)).trim().split('\n');
  };
  const digests = (await Promise.all([digestRenders(engine, digested, again), digestElsewhere()])).flat();
  expect(digests).toEqual(Array(again + elsewhere).fill(digestPdf(result.pdf)));
});
