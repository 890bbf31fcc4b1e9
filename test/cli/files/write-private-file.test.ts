import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { changePrivateFile, writePrivateFile } from '../../../src/cli/files/write-private-file.ts';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import { makeFolder } from '../commands/run-command.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = join(makeFolder(), 'deep/config');
  path = join(folder, 'a.yaml');
});

const modeOf = (place: string) => (process.platform === 'win32' ? undefined : statSync(place).mode & 0o777);
const privately = (mode: number) => (process.platform === 'win32' ? undefined : mode);

describe.each<[string, (text: string) => Promise<unknown>]>([
  ['written', (text) => writePrivateFile(path, text)],
  ['changed', (text) => changePrivateFile(path, async () => ({ text }))],
])('a private file that is %s', (_how, write) => {
  it('belongs to its user alone, in a folder that does', async () => {
    await write('a text');
    expect([readFileSync(path, 'utf8'), modeOf(path), modeOf(folder)]).toEqual([
      'a text',
      privately(0o600),
      privately(0o700),
    ]);
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });

  it('replaces one that others could read', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    await write('new');
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', privately(0o600)]);
  });

  it.each<[string, () => void]>([
    ['a folder', () => mkdirSync(path)],
    ['a symbolic link', () => symlinkSync('elsewhere', path)],
  ])('does not replace %s', async (what, make) => {
    mkdirSync(folder, { recursive: true });
    make();
    await expect(write('new')).rejects.toMatchObject({
      code: 'io_failed',
      message: `cannot write ${path}: it is ${what}`,
      fix: 'move it away, or name another file with PLATEN_CONFIG',
    });
  });

  it('cannot be below a file', async () => {
    mkdirSync(join(folder, '..'));
    writeFileSync(folder, '');
    const error = { code: 'io_failed', message: `cannot write ${path}`, why: expect.stringMatching(/^E[A-Z]+$/) };
    await expect(write('new')).rejects.toMatchObject(error);
  });
});

describe('a change of a private file', () => {
  it('gives what the edit made', async () => {
    const made = { text: 'a text', more: 1 };
    expect(await changePrivateFile(path, async () => made)).toBe(made);
  });

  it('writes nothing if the edit fails', async () => {
    for (const failure of [new Error('no'), new CommandError('usage', 'no')]) {
      await expect(changePrivateFile(path, () => Promise.reject(failure))).rejects.toBe(failure);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells what the system refused the edit', async () => {
    const cause = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'read' });
    await expect(changePrivateFile(path, () => Promise.reject(cause))).rejects.toMatchObject({
      ...{ code: 'io_failed', message: `cannot write ${path}`, why: 'EACCES', cause },
    });
  });
});
