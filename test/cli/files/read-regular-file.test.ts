import { mkdirSync, type Stats, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isShellPipe, leadsToPipe, NotReadable, readRegularFile } from '../../../src/cli/files/read-regular-file.ts';
import { makeFolder } from '../commands/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

describe('a regular file', () => {
  it.each(['', 'a', 'a text\n', 'ä'.repeat(70_000)])('is read whole, and its size is seen first: %#', async (text) => {
    const path = join(folder, 'a.html');
    writeFileSync(path, text);
    const sizes: number[] = [];
    const bytes = await readRegularFile(path, (size) => sizes.push(size));
    expect([bytes.toString(), sizes]).toEqual([text, [Buffer.byteLength(text)]]);
  });

  it('is not read if its size is not accepted', async () => {
    const path = join(folder, 'a.html');
    writeFileSync(path, 'a text');
    const accept = (size: number) => {
      throw new Error(`${size} is too much`);
    };
    await expect(readRegularFile(path, accept)).rejects.toThrow('6 is too much');
  });

  it('may be the target of a link', async () => {
    writeFileSync(join(folder, 'a.html'), 'a text');
    symlinkSync('a.html', join(folder, 'link'));
    expect(String(await readRegularFile(join(folder, 'link'), () => {}))).toBe('a text');
  });

  it('may be missing', async () => {
    await expect(readRegularFile(join(folder, 'a.html'), () => {})).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('what is no regular file', () => {
  const refuse = () => expect.fail('its size does not matter');

  it('may be a folder', async () => {
    const error = await readRegularFile(folder, refuse).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotReadable);
    expect(error).toMatchObject({ message: 'is a folder', isFolder: true });
  });

  it.skipIf(process.platform === 'win32')('may be a device', async () => {
    const error = await readRegularFile('/dev/null', refuse).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotReadable);
    expect(error).toMatchObject({ message: 'is not a regular file', isFolder: false });
  });

  it.skipIf(process.platform !== 'linux')('may be a file of the kernel, which reports another size', async () => {
    const message = 'is not the size that it reports; it is not a regular file, or it is being written';
    await expect(readRegularFile('/proc/self/status', () => {})).rejects.toEqual(new NotReadable(message));
  });
});

describe('a pipe', () => {
  it.each([
    ['/dev/fd/63', true, true],
    ['/proc/self/fd/11', true, true],
    ['/proc/123/fd/1', true, true],
    ['/dev/fd/63', false, false],
    ['/dev/fd/x', true, false],
    ['/home/dev/fd/1', true, false],
    ['/dev/fd/1/a', true, false],
    ['/tmp/pipe', true, false],
  ])('of a shell is %s: a pipe %s, %s', (path, isPipe, expected) => {
    expect(isShellPipe(path, { isFIFO: () => isPipe } as Stats)).toBe(expected);
  });

  it('is neither a file, a folder, nor missing', async () => {
    writeFileSync(join(folder, 'a'), '');
    mkdirSync(join(folder, 'b'));
    expect(await Promise.all(['a', 'b', 'c'].map((name) => leadsToPipe(join(folder, name))))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
