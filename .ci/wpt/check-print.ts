// Renders the print reftests of web-platform-tests with their references and compares the pages. The first argument is the folder `tests`,
// the second a file for the names of the tests that fail. Ends with 1 if a test fails that is not among the known ones.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import process from 'node:process';
import { drawSizedPages, type Picture } from '../../test/engine/draw-page.ts';
import { openTestEngine, renderParts } from '../../test/engine/test-engine.ts';

const [folder = '', report] = process.argv.slice(2);
const knownFile = join(import.meta.dirname, 'known-failures.txt');
const known = new Set(
  readFileSync(knownFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);
/** The paper of print reftests (web-platform-tests.org, "Writing print reftests"), unless a test names another. */
const options = {
  page_size: { width: '5in', height: '3in' },
  margin: '0.5in',
  prefer_css_page_size: true,
  on_resource_error: 'ignore',
};
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xht': 'application/xhtml+xml',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
};

interface Test {
  path: string;
  reference: string;
  isMismatch: boolean;
  /** How much the pages may differ: of a colour, and in how many pixels of a page. */
  difference: number;
  pixels: number;
  /** The pages to compare, such as `1,3-4`; all if it is empty. */
  pages: string;
  waits: boolean;
}

const server = createServer(({ url = '' }, response) => {
  const path = join(folder, decodeURIComponent(new URL(url, 'http://wpt').pathname));
  const type = types[extname(path)] ?? 'application/octet-stream';
  if (!resolve(path).startsWith(resolve(folder)) || !statSync(path, { throwIfNoEntry: false })?.isFile())
    return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
});
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const paths: string[] = [];
for await (const path of glob('**/*-print.{html,xht,xhtml,svg}', { cwd: folder })) paths.push(path);
const tests = paths.sort().flatMap(readTest);
const engine = openTestEngine({ concurrency: 2 });
const failed: string[] = [];
const waiting = tests.values();
await Promise.all(
  [1, 2].map(async () => {
    for (const test of waiting) if (!(await passes(test).catch(() => false))) failed.push(test.path);
  }),
);
await engine.close();
server.close();
failed.sort();
if (report) writeFileSync(report, `${failed.join('\n')}\n`);
const broken = failed.filter((path) => !known.has(path));
const repaired = [...known].filter((path) => tests.some((test) => test.path === path) && !failed.includes(path));
console.log(`${tests.length - failed.length} of ${tests.length} print reftests pass`);
for (const path of repaired) console.log(`passes, and is listed in known-failures.txt: ${path}`);
for (const path of broken) console.log(`fails: ${path}`);
process.exitCode = broken.length > 0 || tests.length < 300 ? 1 : 0;

/** Reads the links and the metadata of a test. Files without a reference, such as crash tests, are none. */
function readTest(path: string): Test[] {
  const text = readFileSync(join(folder, path), 'utf8');
  const [link = ''] = /<(?:\w+:)?link\b[^>]*\brel\s*=\s*["']?(?:mis)?match\b[^>]*>/i.exec(text) ?? [];
  const [, href] = /\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(link) ?? [];
  if (href === undefined) return [];
  const readMeta = (name: string) =>
    new RegExp(String.raw`<(?:\w+:)?meta\s+name\s*=\s*["']?${name}["']?\s+content\s*=\s*["']?([^"'>]+)`, 'i').exec(
      text,
    )?.[1] ?? '';
  const [, difference = '2', pixels = '0'] =
    /(?:maxDifference=)?\d*-?(\d+);\s*(?:totalPixels=)?\d*-?(\d+)/.exec(readMeta('fuzzy')) ?? [];
  return [
    {
      path,
      reference: new URL(href, `${base}/${path}`).pathname,
      isMismatch: /mismatch/i.test(link),
      difference: Number(difference),
      pixels: Number(pixels),
      pages: readMeta('reftest-pages').replace(/^.*:/, ''),
      waits: text.includes('reftest-wait'),
    },
  ];
}

async function passes(test: Test): Promise<boolean> {
  const [own, other] = [await draw(`/${test.path}`, test.waits), await draw(test.reference, false)];
  const isPicked = readPages(test.pages);
  const [pages, references] = [own, other].map((all) => all.filter((_, index) => isPicked(index + 1))) as [
    Picture[],
    Picture[],
  ];
  const isSame =
    pages.length === references.length &&
    pages.every((page, index) => isAlike(page, references[index] as Picture, test));
  return isSame !== test.isMismatch;
}

async function draw(path: string, waits: boolean): Promise<Picture[]> {
  const wait = waits ? { wait_for: { selector: 'html:not(.reftest-wait)' } } : {};
  const { pdf } = await renderParts(engine, { url: base + path }, { ...options, ...wait });
  return drawSizedPages(pdf, 96 / 72);
}

function readPages(pages: string): (page: number) => boolean {
  const ranges = pages
    .split(',')
    .filter(Boolean)
    .map((range) => range.split('-').map(Number));
  return (page) =>
    ranges.length === 0 ||
    ranges.some(([first = 0, last = first]) => page >= first && page <= (last || Number.POSITIVE_INFINITY));
}

function isAlike(page: Picture, reference: Picture, { difference, pixels }: Test): boolean {
  if (page.width !== reference.width || page.height !== reference.height) return false;
  let differing = 0;
  for (let at = 0; at < page.data.length; at += 4) {
    const isOther = [0, 1, 2].some(
      (part) => Math.abs((page.data[at + part] ?? 0) - (reference.data[at + part] ?? 0)) > difference,
    );
    if (isOther && ++differing > pixels) return false;
  }
  return true;
}
