import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import jpeg from 'jpeg-js';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { readPng } from '../../../../src/cli/pictures/png.ts';
import { type ClientStub, makeFolder, runCommand } from '../../commands/run-command.ts';
import { type DrawnPage, drawnPdf } from '../../pictures/drawn-pdf.ts';

let cwd: string;

beforeEach(() => {
  cwd = makeFolder();
  writeFileSync(join(cwd, 'a.html'), '<p>a</p>');
});

const warnings = [{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }];
const [wide, high] = [
  { width: 72, height: 36, content: '1 0 0 rg 0 0 72 36 re f' },
  { width: 36, height: 72, content: '' },
];

/** Draws the pages of a PDF that a service or this machine has made. */
function draw(words: readonly string[], pages: readonly DrawnPage[], stub: ClientStub = {}, env = {}) {
  const receivePdf = async (_: object, receive: (received: object) => Promise<unknown>) =>
    receive({ kind: 'pdf', warnings, stream: Readable.from([drawnPdf(pages)]) });
  const setting = { cwd, env: { PLATEN_BASE_URL: '', ...env } };
  return runCommand(['render', 'image', 'a.html', ...words], { receivePdf, ...stub }, setting);
}
const read = (name: string) => readPng(readFileSync(join(cwd, name)));

describe('images that are drawn on this machine', () => {
  it('are those of the PDF, at 96 dots per inch', async () => {
    const { error, stderr, calls } = await draw([], [wide, high]);
    expect([error, calls]).toEqual([undefined, [['receivePdf', { parts: { html: '<p>a</p>' } }]]]);
    expect(stderr).toMatch(
      /^warning: a\.html: grid is unsupported\nWrote a-1\.png \(96 x 48 pixels, .*\)\nWrote a-2\.png \(48 x 96 pixels, .*\)\n$/,
    );
    const picture = read('a-1.png');
    expect([picture.width, picture.height, ...picture.data.subarray(0, 4)]).toEqual([96, 48, 255, 0, 0, 255]);
  });

  it.each<[string[], number[][]]>([
    [
      ['--dpi', '72'],
      [
        [72, 36],
        [36, 72],
      ],
    ],
    [
      ['--dpi', '144'],
      [
        [144, 72],
        [72, 144],
      ],
    ],
    [
      ['--width', '100'],
      [
        [100, 50],
        [100, 200],
      ],
    ],
    [
      ['--width', '1'],
      [
        [1, 1],
        [1, 2],
      ],
    ],
  ])('have the size of the flags: %j', async (words, sizes) => {
    const { stdout } = await draw([...words, '--json'], [wide, high]);
    expect(JSON.parse(stdout).data.map(({ width, height }: Record<string, number>) => [width, height])).toEqual(sizes);
  });

  it('are JPEGs where they are asked for', async () => {
    await draw(['--format', 'jpeg'], [wide]);
    const { width, height, data } = jpeg.decode(readFileSync(join(cwd, 'a-1.jpg')));
    expect([width, height]).toEqual([96, 48]);
    expect(data[0]).toBeGreaterThan(245);
    expect(data[1]).toBeLessThan(10);
  });

  it('are refused with too many pixels', async () => {
    const large = { width: 14_400, height: 14_400, content: '' };
    expect(await draw([], [wide, large])).toMatchObject({
      error: {
        ...{ code: 'usage', message: 'page 2 would have 369 million pixels' },
        ...{ why: 'a picture may have 100 million', fix: 'use a lower --dpi or --width' },
      },
    });
    expect((await draw(['--width', '10001'], [{ ...wide, height: 72 }])).error).toMatchObject({
      message: 'page 1 would have 100 million pixels',
    });
  });
});

describe('images of a service', () => {
  const service = { PLATEN_BASE_URL: 'https://pdf.example' };

  it('are drawn on this machine if it makes none', async () => {
    const renderImages = async () => {
      throw new CommandError('not_found', 'no such operation');
    };
    const { error, calls } = await draw([], [wide], { renderImages }, service);
    expect([error, calls.map(([name]) => name)]).toEqual([undefined, ['renderImages', 'receivePdf']]);
    expect(read('a-1.png').width).toBe(96);
  });

  it('may be JSON of a wrong service instead of a PDF', async () => {
    const receivePdf = async (_: object, receive: (received: object) => Promise<unknown>) => receive({ kind: 'json' });
    expect((await draw([], [], { receivePdf })).error).toMatchObject({
      words: { parts: ['a.html'] },
      cause: { code: 'unexpected_answer', message: 'the service answered JSON instead of a PDF' },
    });
  });
});
