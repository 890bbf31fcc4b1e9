import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { chooseFile } from '../../../../src/cli/render/background/choose-file.ts';
import type { Render } from '../../../../src/contract/index.ts';
import { makeFolder } from '../../documents/folder.ts';

let cwd: string;
let calls: unknown[];
let printed: unknown[];
let stdout: PassThrough;
let isJson: boolean;

beforeEach(async () => {
  cwd = await makeFolder({ 'old.pdf': 'mine', 'old-1.png': 'mine' });
  [calls, printed, stdout, isJson] = [[], [], new PassThrough(), false];
});

const { signal } = new AbortController();
const warnings = [{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }];
const file = (text: string) => ({
  ...{ kind: 'pdf', pages: 2, warnings, timings: null, templateRevisions: [] },
  ...{ stream: Readable.from([Buffer.from(text)]), facts: () => ({ bytes: text.length, sha256: 'abc' }) },
});
const images = [1, 2].map((page) => ({ page, width: page, height: 10, bytes: Buffer.from(`image ${page}`) }));
const client = {
  async readImages(id: string) {
    calls.push(['images', id]);
    return { images, warnings };
  },
  async receiveRenderResult(id: string, take: (received: object) => Promise<void>) {
    calls.push(['result', id]);
    await take(file('zip'));
  },
  async receiveRenderPdf(id: string, take: (received: object) => Promise<void>) {
    calls.push(['pdf', id]);
    await take(file('%PDF'));
  },
};

function choose(output: string | undefined, force?: boolean) {
  const context = {
    ...{ signal, io: { cwd, stdout }, client: async () => client },
    output: {
      json: isJson,
      takeWarnings: () => [],
      warn: (warning: unknown) => printed.push(warning),
      warnOfRender: (_warning: unknown, text: string) => printed.push(text),
      done: (text: string) => printed.push(text),
      jsonDocument: async (value: unknown) => printed.push(value),
    },
  } as unknown as Context;
  return chooseFile(context, { ...(output !== undefined && { output }), ...(force !== undefined && { force }) });
}
const render = (of: object) => ({ id: 'r', kind: 'pdf', type: 'application/pdf', pages: 2, ...of }) as Render;
const image = (of: object = {}) => render({ kind: 'image', type: 'application/zip', ...of });
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

describe('the file of a background render', () => {
  it('is nothing without -o', async () => {
    expect(await choose(undefined)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['', { code: 'usage', message: '--output is empty', fix: 'name a file, such as -o out.pdf' }],
    ['--x', { code: 'usage', message: '-o --x looks like a flag', fix: 'use ./--x' }],
    ['x-{page}-{of}.png', { code: 'usage', message: '-o x-{page}-{of}.png: there is no placeholder {of}' }],
    ['old.pdf', { code: 'output_exists' }],
  ])('is refused before anything is asked: %j', async (output, error) => {
    await expect(choose(output)).rejects.toMatchObject(error);
    expect(calls).toEqual([]);
  });

  it('is not stdout with --json', async () => {
    isJson = true;
    const error = { code: 'usage', message: '--json and -o - both write to stdout', fix: 'name a file with -o' };
    await expect(choose('-')).rejects.toMatchObject(error);
    expect(await choose('x.pdf')).toBeDefined();
  });

  it.each<[string, Render]>([
    ['-', render({})],
    ['-', image()],
    ['x.pdf', render({})],
    ['x', render({ kind: undefined })],
    ['x-{page}.png', image()],
    ['x.zip', image()],
    ['x.ZIP', image({ type: undefined })],
    ['x.jpeg', image({ type: undefined })],
    ['x.png', image({ type: 'image/png' })],
    ['x.jpg', image({ type: 'image/jpeg' })],
  ])('may be %s for %j', async (output, made) => {
    const chosen = await choose(output);
    expect(() => chosen?.check(made)).not.toThrow();
  });

  it.each<[string, Render, string, string]>([
    [
      'x-{page}.pdf',
      render({}),
      '-o x-{page}.pdf: the render makes a PDF, and {page} is for images',
      'name one file, such as -o out.pdf',
    ],
    ['x.jpg', image({ type: 'image/png' }), '-o x.jpg is not the name of a PNG file', 'end it in .png'],
    ['x.png', image({ type: 'image/jpeg' }), '-o x.png is not the name of a JPEG file', 'end it in .jpg'],
    [
      'x.pdf',
      image(),
      '-o x.pdf: the render makes images',
      "name them, -o 'page-{page}.png', or their archive, -o pages.zip",
    ],
    [
      'x.png',
      image({ pages: 3 }),
      '-o x.png is for one page, and there are 3',
      "name each page, -o 'page-{page}.png', or their archive, -o pages.zip, or choose one: --pages 1",
    ],
    [
      'x.png',
      image({ pages: null }),
      '-o x.png is for one page, and there are 0',
      "name each page, -o 'page-{page}.png', or their archive, -o pages.zip, or choose one: --pages 1",
    ],
  ])('is not %s for %j', async (output, made, message, fix) => {
    const chosen = await choose(output);
    const error = expect.objectContaining({ code: 'usage', message, fix });
    expect(() => chosen?.check(made)).toThrow(error);
    await expect(chosen?.fetch(made, () => undefined)).rejects.toEqual(error);
    expect(calls).toEqual([]);
  });
});

describe('the result of a background render', () => {
  it('is written, and reported once it is finished', async () => {
    const chosen = await choose('x.pdf');
    await chosen?.finish();
    expect(printed).toEqual([]);
    await chosen?.fetch(render({}), () => printed.push('ready'));
    expect([calls, read('x.pdf'), printed]).toEqual([[['pdf', 'r']], '%PDF', []]);
    await chosen?.finish();
    expect(printed).toEqual(['part 0: grid is unsupported', 'Wrote x.pdf (2 pages, 4 bytes)']);
  });

  it('goes to stdout', async () => {
    const chosen = await choose('-');
    await chosen?.fetch(render({}), () => printed.push('ready'));
    expect([String(stdout.read()), printed]).toEqual(['%PDF', ['ready']]);
  });

  it('replaces a file with --force alone', async () => {
    const chosen = await choose('old.pdf', true);
    await chosen?.fetch(render({}), () => undefined);
    expect(read('old.pdf')).toBe('%PDF');
  });

  it.each(['x.zip', '-'])('may be an archive of images: %s', async (output) => {
    await (await choose(output))?.fetch(image(), () => undefined);
    expect(calls).toEqual([['result', 'r']]);
    if (output !== '-') expect(read(output)).toBe('zip');
  });

  it('may be images, which are written once it is finished', async () => {
    const chosen = await choose('x-{page}.png');
    await chosen?.fetch(image(), () => undefined);
    expect([calls, existsSync(join(cwd, 'x-1.png'))]).toEqual([[['images', 'r']], false]);
    await chosen?.finish();
    expect([read('x-1.png'), read('x-2.png')]).toEqual(['image 1', 'image 2']);
    expect(printed).toEqual([
      'part 0: grid is unsupported',
      'Wrote x-1.png (1 x 10 pixels, 7 bytes)',
      'Wrote x-2.png (2 x 10 pixels, 7 bytes)',
    ]);
  });

  it('replaces images with --force alone', async () => {
    writeFileSync(join(cwd, 'x-1.png'), 'mine');
    const careful = await choose('old-{page}.png');
    await careful?.fetch(image(), () => undefined);
    await expect(careful?.finish()).rejects.toMatchObject({ code: 'output_exists' });
    const forced = await choose('old-{page}.png', true);
    await forced?.fetch(image(), () => undefined);
    await forced?.finish();
    expect(read('old-1.png')).toBe('image 1');
  });
});
