import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPng } from '../../../../src/cli/pictures/png.ts';
import { sendJson, startRecordingServer } from '../../../helpers/recording-server.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';

const home = makeHome();
afterAll(() => home.remove());
const inHome = (name: string) => join(home.folder, name);
const platen = (words: string[], stdin?: Buffer) =>
  runCli(['render', 'image', ...words], { cwd: home.folder, env: home.env, ...(stdin && { stdin }) });
const read = (name: string) => readPng(readFileSync(inHome(name)));

/** The colour of a pixel. */
function colourAt({ width, data }: ReturnType<typeof readPng>, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

const two =
  '<style>@page { size: 100mm 50mm; margin: 0 } div { height: 50mm; background: rgb(255, 0, 0) }</style><div></div><p style="margin: 0">two';

beforeAll(() => {
  writeFileSync(inHome('two.html'), two);
  writeFileSync(inHome('many.pdf'), buildPages(12));
});

describe('platen render image', () => {
  it('writes a PNG file for each page, as it is printed', async () => {
    const { code, stdout, stderr } = await platen(['two.html']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^Wrote two-1\.png \(378 x 189 pixels, .*\)\nWrote two-2\.png \(378 x 189 pixels, .*\)\n$/);
    expect(colourAt(read('two-1.png'), 200, 100)).toEqual([255, 0, 0]);
    expect(colourAt(read('two-2.png'), 200, 180)).toEqual([255, 255, 255]);
  });

  it.each([
    [['--dpi', '192'], 756, 378],
    [['--width', '100'], 100, 50],
  ])('draws in the size of %j', async (flags, width, height) => {
    const { code, stdout } = await platen(['two.html', '--pages', '2', '-o', 'sized.png', '-f', '--json', ...flags]);
    expect(code).toBe(0);
    const [picture] = JSON.parse(stdout).data;
    expect(picture).toEqual({ path: inHome('sized.png'), page: 1, width, height, bytes: expect.any(Number) });
    expect(read('sized.png')).toMatchObject({ width, height });
  });

  it('names pages so that they sort, also those of a PDF', async () => {
    const { code, stdout } = await platen(['many.pdf', '-o', 'many-{page}.png', '--json']);
    expect(code).toBe(0);
    const names = JSON.parse(stdout).data.map(({ path }: { path: string }) => path.slice(home.folder.length + 1));
    expect([names[0], names[11], names.length]).toEqual(['many-01.png', 'many-12.png', 12]);
  });

  it.each([[['-o', 'photo.jpg']], [['--format', 'jpeg', '-o', 'photo.jpeg']]])(
    'writes a JPEG with %j',
    async (flags) => {
      const { code } = await platen(['two.html', '--pages', '1', '-f', ...flags]);
      expect(code).toBe(0);
      const { width, height, data } = jpeg.decode(readFileSync(inHome(flags.at(-1) ?? '')));
      expect([width, height, (data[0] ?? 0) > 240]).toEqual([378, 189, true]);
    },
  );

  it.each([
    [['--format', 'jpeg', '-o', 'a.png'], 'a.png is not the name of a JPEG file'],
    [['--format', 'png', '-o', 'a.jpg'], 'a.jpg is not the name of a PNG file'],
    [['--transparent', '-o', 'a.jpg'], '--transparent needs PNG'],
    [['--format', 'webp'], 'webp'],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await platen(['two.html', '--pages', '1', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('has a service draw the pages, if a URL is set', async () => {
    const image = { page: 1, type: 'image/png', width: 1, height: 2, bytes: 4, base64: 'YWJjZA==' };
    const data = {
      images: [image],
      warnings: [{ part: 0, code: 'glyph_missing', detail: 'one' }],
      timings: {},
    };
    const service = await startRecordingServer((_, response) => sendJson(response, 200, { data }));
    const { code, stderr } = await runCli(['render', 'image', 'two.html', '--width', '1', '-o', 'drawn.png', '-f'], {
      cwd: home.folder,
      env: { ...home.env, PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'pk_test' },
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('warning: two.html: one')]);
    expect(readFileSync(inHome('drawn.png'), 'utf8')).toBe('abcd');
    expect(service.requests.map(({ path, body }) => [path, JSON.parse(body).image])).toEqual([
      ['/api/v1/renderers/image', { format: 'png', width: 1 }],
    ]);
    await service.close();
  });

  it('writes one page to stdout', async () => {
    const { code, bytes } = await platen(['-', '-o', '-'], Buffer.from('<p>one'));
    expect(code).toBe(0);
    expect(readPng(bytes)).toMatchObject({ width: 794, height: 1123 });
  });

  it.each([
    [['two.html', '-o', 'all.png'], 2, '-o all.png is for one page, and there are 2'],
    [['two.html', '-o', '-'], 2, '-o - is for one page, and there are 2'],
    [['two.html', '-o', '{name}.png'], 2, 'there is no placeholder {name}'],
    [['two.html', '-o', 'page-{page}.webp'], 2, 'is not the name of a PNG file'],
    [['two.html', '--dpi', '5'], 2, '--dpi "5" is not a number from 10 to 1200'],
    [['two.html', '--dpi', '100', '--width', '9'], 2, '--dpi and --width cannot be used together'],
    [['two.html', '--width', '20000'], 2, 'page 1 would have 200 million pixels'],
    [['two.html'], 6, 'two-1.png exists'],
    [['none.html'], 2, 'none.html'],
  ])('refuses %j', async (words, exit, message) => {
    const { code, stderr } = await platen(words);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
  });
});
