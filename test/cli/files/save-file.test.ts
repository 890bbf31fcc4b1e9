import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkTarget, saveFile } from '../../../src/cli/files/save-file.ts';
import { makeFolder } from '../commands/run-command.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = makeFolder();
  path = join(folder, 'a.pdf');
});

describe('a saved file', () => {
  it.each([
    ['bytes', () => Buffer.from('whole')],
    ['a stream', () => Readable.from([Buffer.from('who'), Buffer.from('le')])],
  ])('is whole and alone: of %s', async (_what, content) => {
    await saveFile(path, content(), false);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.pdf'], 'whole']);
  });

  it('leaves nothing if its stream breaks off', async () => {
    const failure = new Error('cut');
    const stream = new Readable({
      read() {
        this.push('half');
        this.destroy(failure);
      },
    });
    await expect(saveFile(path, stream, true)).rejects.toBe(failure);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not replace another one unless it is forced', async () => {
    writeFileSync(path, 'mine');
    await expect(saveFile(path, Buffer.from('other'), false)).rejects.toMatchObject({
      ...{ code: 'output_exists', message: `${path} appeared meanwhile`, fix: 'overwrite it with --force' },
    });
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.pdf'], 'mine']);
    await saveFile(path, Buffer.from('other'), true);
    expect(readFileSync(path, 'utf8')).toBe('other');
  });

  it('fails in a folder that does not exist, with what the system says', async () => {
    await expect(saveFile(join(folder, 'no/a.pdf'), Buffer.from('x'), false)).rejects.toMatchObject({
      ...{ code: 'io_failed', message: `cannot write ${join(folder, 'no/a.pdf')}` },
      why: expect.stringMatching(/ \(a\.pdf is as it was\)$/),
    });
  });

  it('does not replace a folder, and leaves no other file next to it', async () => {
    mkdirSync(path);
    await expect(saveFile(path, Buffer.from('x'), true)).rejects.toMatchObject({ code: 'io_failed' });
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });

  it.skipIf(process.platform === 'win32')('keeps the permissions of the one that it replaces', async () => {
    writeFileSync(path, 'mine');
    chmodSync(path, 0o640);
    await saveFile(path, Buffer.from('other'), true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    await saveFile(path, Buffer.from('own'), true, 0o604);
    expect(statSync(path).mode & 0o777).toBe(0o604);
    await saveFile(join(folder, 'new.pdf'), Buffer.from('own'), false, 0o666);
    expect(statSync(join(folder, 'new.pdf')).mode & 0o777).toBe(0o666);
  });

  it.skipIf(process.platform === 'win32')('replaces a link itself, whose permissions mean nothing', async () => {
    writeFileSync(path, 'mine');
    const link = join(folder, 'link');
    symlinkSync(path, link);
    await saveFile(link, Buffer.from('no link'), true);
    expect([lstatSync(link).isFile(), lstatSync(link).mode & 0o111, readFileSync(path, 'utf8')]).toEqual([
      true,
      0,
      'mine',
    ]);
  });

  it('keeps no listener of the process', async () => {
    const before = process.listenerCount('exit');
    await Promise.all([1, 2, 3].map((number) => saveFile(join(folder, `${number}.pdf`), Buffer.from('x'), false)));
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('removes what a killed command left in the folder, and nothing else', async () => {
    const left = [
      '.platen-4194305-0123456789ab.tmp',
      `.platen-${process.pid}-0123456789ab.tmp`,
      '.platen-4194305-x.tmp',
    ];
    for (const name of left) writeFileSync(join(folder, name), 'half');
    await saveFile(path, Buffer.from('x'), false);
    expect(readdirSync(folder).sort()).toEqual([...left.slice(1), 'a.pdf'].sort());
  });
});

describe('a target that is checked', () => {
  it('may be missing in a folder', async () => {
    await expect(checkTarget(path, false, '-o')).resolves.toBeUndefined();
  });

  it('may be a file if it is forced', async () => {
    writeFileSync(path, 'mine');
    await expect(checkTarget(path, true, '-o')).resolves.toBeUndefined();
    await expect(checkTarget(path, false, '-o')).rejects.toMatchObject({
      code: 'output_exists',
      message: `${path} exists`,
    });
  });

  it.each([true, false])('may be neither a folder nor a link, forced or not: %s', async (force) => {
    mkdirSync(path);
    await expect(checkTarget(path, force, '-o')).rejects.toMatchObject({
      ...{ code: 'usage', message: `-o: ${path} is a folder`, fix: 'name a file in it' },
    });
    const link = join(folder, 'link');
    symlinkSync('nowhere', link);
    await expect(checkTarget(link, force, '--sign')).rejects.toMatchObject({
      ...{ code: 'usage', message: `--sign: ${link} is a symbolic link` },
    });
  });

  it('needs its folder', async () => {
    await expect(checkTarget(join(folder, 'no/a.pdf'), true, '-o')).rejects.toMatchObject({
      ...{ code: 'input_missing', message: `-o: there is no folder ${join(folder, 'no')}` },
    });
    writeFileSync(path, 'mine');
    await expect(checkTarget(join(path, 'b.pdf'), true, '-o')).rejects.toMatchObject({
      ...{ code: 'io_failed', message: `-o: cannot write ${join(path, 'b.pdf')}`, why: 'ENOTDIR' },
    });
  });
});
