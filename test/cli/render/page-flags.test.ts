import { describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { readPageFlags } from '../../../src/cli/render/page-flags.ts';

const io = systemIo(() => {});
const read = async (waitFor: string) => (await readPageFlags({ waitFor }, io)).options?.wait_for;

describe('--scale', () => {
  const readScale = async (scale: string) => (await readPageFlags({ scale }, io)).options;

  it.each([
    ['0.1', 0.1],
    ['2', 2],
    ['.5', 0.5],
    ['1.', 1],
  ])('takes %s', async (text, scale) => {
    expect(await readScale(text)).toEqual({ scale });
  });

  it.each(['', ' ', '0', '0.09', '2.1', '-1', '0x1', '1e0', '1,5', 'Infinity'])('refuses %j', async (text) => {
    await expect(readScale(text)).rejects.toMatchObject({
      code: 'usage',
      message: `--scale ${JSON.stringify(text)} is not a number from 0.1 to 2`,
    });
  });
});

it('a header is HTML, and the name of a file is not taken for it', async () => {
  expect((await readPageFlags({ header: '<b>page.html</b>' }, io)).options).toEqual({ header: '<b>page.html</b>' });
  await expect(readPageFlags({ header: 'head/page.html' }, io)).rejects.toMatchObject({
    code: 'usage',
    fix: 'to print what is in it write @head/page.html',
  });
});

describe('--media-feature', () => {
  const readFeatures = async (...mediaFeature: string[]) => (await readPageFlags({ mediaFeature }, io)).options;

  it('may be repeated', async () => {
    expect(await readFeatures('prefers-color-scheme=dark', 'Prefers-Contrast = more')).toEqual({
      media_features: { 'prefers-color-scheme': 'dark', 'prefers-contrast': 'more' },
    });
  });

  it.each(['', 'dark', '=dark', 'prefers-color-scheme=', 'prefers-color-scheme: dark', '__proto__=x'])(
    'refuses %j',
    async (text) => {
      await expect(readFeatures(text)).rejects.toMatchObject({
        code: 'usage',
        message: `--media-feature ${JSON.stringify(text)} is not name=value`,
      });
    },
  );
});

describe('--wait-for', () => {
  it.each([
    ['network-idle', { network_idle: true }],
    ['500ms', { delay_ms: 500 }],
    ['js:window.done', { expression: 'window.done' }],
    ['#chart .ready', { selector: '#chart .ready' }],
    [':is(a, b:not(:has(i)))[data-x="a=b"]', { selector: ':is(a, b:not(:has(i)))[data-x="a=b"]' }],
  ])('%s', async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it('waits no longer than a render may take', async () => {
    await expect(read('601s')).rejects.toMatchObject({
      code: 'usage',
      message: '--wait-for "601s" is longer than 10m',
    });
    expect(await read('10m')).toEqual({ delay_ms: 600_000 });
  });

  it.each(['window.done', 'document.title', 'done === true', 'isReady()'])(
    'refuses %s, which is no selector',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'usage', fix: `write "js:${text}"` });
    },
  );
});
