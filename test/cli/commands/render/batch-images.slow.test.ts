import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPng } from '../../../../src/cli/pictures/png.ts';
import { type BackgroundServer, startBackgroundServer, tinyPng } from '../../../helpers/background-server.ts';
import { type CliResult, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let server: BackgroundServer | undefined;

beforeEach(() => {
  home = makeHome();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  home.remove();
});

function batch(...words: string[]): Promise<CliResult> {
  const service = server ? { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'k' } : {};
  return runCli(['render', 'batch', ...words], { cwd: home.folder, env: { ...home.env, ...service } });
}
const inHome = (name: string) => join(home.folder, name);
const write = (name: string, text: string) => writeFileSync(inHome(name), text);
const images = () => readdirSync(home.folder).filter((name) => /\.(png|jpg)$/.test(name));
const results = ({ stdout }: CliResult) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A template folder, and rows for it. */
function writeRows(): void {
  mkdirSync(inHome('card'));
  write('card/content.html', '<style>@page { size: 100mm 50mm; margin: 0 }</style><p>{{ name }}');
  write('rows.csv', 'name\nAda\nGrace\n');
}

describe('a batch of images', () => {
  it('makes an image of each row without a service, and a second run has nothing to do', async () => {
    writeRows();
    const words = ['rows.csv', '--template', 'card', '--format', 'png', '--width', '200', '-o', '{name}.png'];
    const first = await batch(...words);
    expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(/^Rendered 2 jobs in/)]);
    expect(results(first).map(({ ok, pages }) => [ok, pages])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    const size = { width: 200, height: 100 };
    for (const name of ['Ada.png', 'Grace.png']) expect(readPng(readFileSync(inHome(name)))).toMatchObject(size);
    const [line] = results(first).filter(({ path }) => path === inHome('Ada.png'));
    const { length: bytes } = readFileSync(inHome('Ada.png'));
    expect(line).toMatchObject({ bytes, images: [{ path: inHome('Ada.png'), page: 1, bytes, ...size }] });
    const before = readFileSync(inHome('Ada.png'));
    rmSync(inHome('Ada.png'));
    const again = await batch(...words);
    expect(results(again).map(({ ok, skipped }) => [ok, skipped])).toEqual(
      expect.arrayContaining([
        [true, false],
        [true, true],
      ]),
    );
    expect(readFileSync(inHome('Ada.png')).equals(before)).toBe(true);
  });

  it('has a service make them in the background, and forget them', async () => {
    server = await startBackgroundServer();
    writeRows();
    const { code } = await batch(
      'rows.csv',
      '--template',
      'card',
      '--format',
      'png',
      '--dpi',
      '50',
      '-o',
      '{name}.png',
    );
    expect([code, images(), server.renders]).toEqual([0, ['Ada.png', 'Grace.png'], []]);
    const asked = server.requests.filter(({ method }) => method === 'POST');
    expect(asked.map(({ path, headers }) => [path, headers.prefer])).toEqual(
      asked.map(() => ['/api/v1/renderers/image', 'respond-async']),
    );
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ image: { format: 'png', dpi: 50 } });
    expect(readFileSync(inHome('Ada.png')).equals(tinyPng)).toBe(true);
  });

  it('names each page of a job, and removes pages that a later run has no more', async () => {
    server = await startBackgroundServer({ pages: 2, tookMs: 1 });
    const line = (html: string) => JSON.stringify({ parts: { html }, image: {}, output: 'a-{page}.png', id: 'x' });
    write('jobs.ndjson', line('one'));
    const first = await batch('jobs.ndjson');
    expect([first.code, images()]).toEqual([0, ['a-1.png', 'a-2.png']]);
    expect(results(first)).toMatchObject([
      { path: null, pages: 2, bytes: 2 * tinyPng.length, images: [{}, { page: 2 }] },
    ]);
    expect(results(await batch('jobs.ndjson'))).toMatchObject([{ skipped: true, images: [{}, {}] }]);
    rmSync(inHome('a-2.png'));
    expect(results(await batch('jobs.ndjson'))).toMatchObject([{ skipped: false, ok: true }]);
    expect(images()).toEqual(['a-1.png', 'a-2.png']);
    await server.close();
    server = await startBackgroundServer({ pages: 1 });
    write('jobs.ndjson', line('two'));
    expect((await batch('jobs.ndjson')).code).toBe(0);
    expect(images()).toEqual(['a-1.png']);
  });

  it('overwrites no file that it did not write', async () => {
    server = await startBackgroundServer({ pages: 2 });
    write('jobs.ndjson', JSON.stringify({ parts: { html: 'one' }, image: {}, output: 'a-{page}.png' }));
    write('a-2.png', 'mine');
    const { code, stdout } = await batch('jobs.ndjson');
    expect(code).toBe(6);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'output_exists',
      message: expect.stringContaining('a-2.png'),
    });
    expect([images(), readFileSync(inHome('a-2.png'), 'utf8')]).toEqual([['a-2.png'], 'mine']);
    expect((await batch('jobs.ndjson', '--force')).code).toBe(0);
    expect(readFileSync(inHome('a-2.png')).equals(tinyPng)).toBe(true);
  });

  it('fails for a job of several pages and one name', async () => {
    server = await startBackgroundServer({ pages: 2 });
    writeRows();
    const result = await batch('rows.csv', '--template', 'card', '--format', 'png', '-o', '{name}.png');
    expect(result.code).toBe(2);
    expect(results(result)[0].error.message).toContain('is for one page, and there are 2');
    expect(images()).toEqual([]);
  });

  it.each<[string, string[], string]>([
    ['sizes without a format', ['--width', '200', '-o', '{name}.png'], '--width works only with --format'],
    ['one PDF of images', ['--format', 'png', '--merge', '-o', 'all.pdf'], '--format and --merge cannot be'],
    ['two sizes', ['--format', 'png', '--dpi', '9', '--width', '9', '-o', '{name}.png'], '--dpi and --width cannot be'],
    ['a transparent JPEG', ['--format', 'jpeg', '--transparent', '-o', '{name}.jpg'], '--transparent needs PNG'],
    ['the name of a PDF', ['--format', 'png', '-o', '{name}.pdf'], 'is not the name of a PNG file'],
    ['one name for all rows', ['--format', 'png', '-o', 'row-{page}.png'], 'names one file'],
    ['no name', ['--format', 'png'], "add -o '{index}.png'"],
  ])('refuses %s', async (_name, flags, says) => {
    writeRows();
    const { code, stderr } = await batch('rows.csv', '--template', 'card', ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  it.each<[string, object, string[], string]>([
    ['options that are not an object', { image: 'png' }, [], '"image" must be an object'],
    ['the name of a PDF', { image: { format: 'jpeg' } }, [], 'is not the name of a JPEG file'],
    ['a format of no image', { image: { format: 'gif' } }, [], '/image/format'],
    ['two sizes', { image: { dpi: 96, width: 9 } }, [], '/image/width'],
    ['a signature', { image: {}, pdf: { sign: { seal: 'a' } } }, [], '/pdf/sign'],
    ['a destination', { image: {}, destination: { put: 'https://a.example' } }, [], 'destination'],
    ['images in one PDF', { image: {} }, ['--merge', '-o', 'all.pdf'], 'cannot be merged'],
    ['folders of pages', { image: {}, output: '{page}/a.png' }, [], '{page} can only be in the name'],
  ])('refuses a line with %s, before it renders', async (_name, fields, flags, says) => {
    write('jobs.ndjson', JSON.stringify({ parts: { html: 'x' }, output: 'a.png', ...fields }));
    const { code, stderr, stdout } = await batch('jobs.ndjson', ...flags);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('jobs.ndjson:1')]);
    expect(stderr.replace(/\n {2,}/g, ' ')).toContain(says);
  });
});
