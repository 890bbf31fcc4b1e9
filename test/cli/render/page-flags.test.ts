import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { addPageFlags, type PageFlags, readPageFlags } from '../../../src/cli/render/page-flags.ts';

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
    ['js:', { expression: '' }],
    ['windows', { selector: 'windows' }],
    ['#window .document', { selector: '#window .document' }],
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

  it.each(['window.done', 'window', 'document.title', 'globalThis.a', 'done == true', 'a => b', 'isReady()'])(
    'refuses %s, which is no selector',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'usage', fix: `write "js:${text}"` });
    },
  );
});

describe('the flags of pages', () => {
  /** What a command line with these words asks for. */
  async function readWords(...words: string[]) {
    const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addPageFlags(command);
    command.parse(words, { from: 'user' });
    return readPageFlags(command.opts<PageFlags>(), io);
  }

  it.each<[string[], Record<string, unknown>]>([
    [['--size', 'A5'], { page_size: 'A5' }],
    [['--size', '210x297mm'], { page_size: { width: '210mm', height: '297mm' } }],
    [['--landscape'], { landscape: true }],
    [['--no-landscape'], { landscape: false }],
    [['--margin', '20mm 15mm'], { margin: { top: '20mm', right: '15mm', bottom: '20mm', left: '15mm' } }],
    [['--prefer-css-page-size'], { prefer_css_page_size: true }],
    [['--no-prefer-css-page-size'], { prefer_css_page_size: false }],
    [['--pages', '1-3, 5'], { page_ranges: '1-3, 5' }],
    [['--media', 'screen'], { media: 'screen' }],
    [['--header', '<i>a</i>'], { header: '<i>a</i>' }],
    [['--footer', '<i>b</i>'], { footer: '<i>b</i>' }],
    [['--select', '#a'], { select: '#a' }],
    [['--hide', 'nav, a', '--hide', 'footer'], { hide: ['nav, a', 'footer'] }],
    [['--scroll'], { scroll: true }],
    [['--viewport', '1280X800'], { viewport: { width: 1280, height: 800 } }],
    [['--device-scale', '5'], { device_scale: 5 }],
    [['--background'], { print_background: true }],
    [['--no-background'], { print_background: false }],
    [['--outline'], { outline: true }],
    [['--no-outline'], { outline: false }],
    [['--tags'], { tagged: true }],
    [['--no-tags'], { tagged: false }],
    [['--forms'], { forms: true }],
    [['--javascript'], { javascript: true }],
    [['--no-javascript'], { javascript: false }],
    [['--wait-for', 'network-idle'], { wait_for: { network_idle: true } }],
    [['--on-resource-error', 'fail'], { on_resource_error: 'fail' }],
    [['--on-missing-glyph', 'ignore'], { on_missing_glyph: 'ignore' }],
  ])('%j ask for %j alone', async (words, options) => {
    expect(await readWords(...words)).toEqual({ options });
  });

  it('ask for nothing if there are none', async () => {
    expect(await readWords()).toEqual({});
  });

  it('give the properties of the document', async () => {
    expect(await readWords('--title', 'T', '--author', 'A', '--subject', 'S', '--keywords', '')).toEqual({
      metadata: { title: 'T', author: 'A', subject: 'S', keywords: '' },
    });
  });

  it.each([
    [['--size', 'A99'], '--size "A99" is not a size'],
    [['--pages', '3-1-2'], '--pages "3-1-2" is not a list of pages'],
    [['--margin', '1mm 2mm 3mm 4mm 5mm'], '--margin "1mm 2mm 3mm 4mm 5mm" is not one to four lengths'],
    [['--viewport', '1280'], '--viewport "1280" is not a width and a height'],
    [['--viewport', '128000x1'], '--viewport "128000x1" is not a width and a height'],
    [['--device-scale', '5.1'], '--device-scale "5.1" is not a number from 0.5 to 5'],
    [['--header', 'head.htm'], '--header "head.htm" is the name of a file, not HTML'],
    [['--footer', 'FOOT.HTML'], '--footer "FOOT.HTML" is the name of a file, not HTML'],
  ])('%j are refused', async (words, message) => {
    await expect(readWords(...words)).rejects.toMatchObject({ code: 'usage', message });
  });

  it.each([
    ['--media', 'tv'],
    ['--on-resource-error', 'stop'],
    ['--on-missing-glyph', 'no'],
  ])('%s takes no %s', async (flag, value) => {
    await expect(readWords(flag, value)).rejects.toMatchObject({ code: 'commander.invalidArgument' });
  });

  it('take HTML that begins like the name of a file', async () => {
    expect(await readWords('--header', 'see a.html')).toEqual({ options: { header: 'see a.html' } });
  });
});
