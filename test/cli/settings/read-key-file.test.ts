import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readKeyFile } from '../../../src/cli/settings/read-key-file.ts';
import { makeProject } from './temporary-project.ts';

const noStdin = () => Readable.from([]);

it('cuts exactly one line break at the end', async () => {
  const { root, write } = makeProject();
  for (const text of ['the-key', 'the-key\n', 'the-key\r\n', '\ufeffthe-key\n']) {
    write('key', text);
    expect(await readKeyFile('key', root, noStdin)).toBe('the-key');
  }
});

it('refuses what is not one key, and never shows it', async () => {
  const { root, write } = makeProject();
  for (const text of [
    '',
    '\n',
    'hush\n\n',
    'hush\nhush\n',
    ' hush',
    'hush\u0000',
    'hush\u0007',
    'h\u00fcsh',
    'x'.repeat(5000),
  ]) {
    write('key', text);
    const failure = await readKeyFile('key', root, noStdin).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'input_invalid' });
    expect(String(failure)).not.toContain('hush');
  }
});

it('reads standard input for "-", in whatever pieces it comes', async () => {
  const stdin = () => Readable.from([Buffer.from('the-'), Buffer.from('key\r'), Buffer.from('\n')]);
  expect(await readKeyFile('-', '/', stdin)).toBe('the-key');
});

it('does not wait at a terminal', async () => {
  const stdin = () => Object.assign(new Readable({ read: () => {} }), { isTTY: true });
  await expect(readKeyFile('-', '/', stdin)).rejects.toMatchObject({ code: 'usage' });
});

it('stops at an endless input', async () => {
  const stdin = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(16_384, 'x'));
      },
    });
  await expect(readKeyFile('-', '/', stdin)).rejects.toMatchObject({ code: 'input_invalid' });
});

it('names a file that is missing or a folder', async () => {
  const { root } = makeProject();
  mkdirSync(join(root, 'folder'));
  await expect(readKeyFile('none', root, noStdin)).rejects.toMatchObject({ code: 'input_missing' });
  await expect(readKeyFile('folder', root, noStdin)).rejects.toMatchObject({ code: 'input_invalid' });
});
