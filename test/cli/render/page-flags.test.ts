import { describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { readPageFlags } from '../../../src/cli/render/page-flags.ts';

const io = systemIo(() => {});
const read = async (waitFor: string) => (await readPageFlags({ waitFor }, io)).options?.wait_for;

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
