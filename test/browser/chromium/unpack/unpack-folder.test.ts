import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pack } from 'tar-fs';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { nameOwnFolder } from '../../../../src/browser/chromium/own-folders.ts';
import {
  findUnpackedFolder,
  isUnpackedFolder,
  nameUnpackedFolder,
  nameWork,
  type PackedFolder,
  unpackPrefix,
} from '../../../../src/browser/chromium/unpack/packed-folder.ts';
import { unpackFolder } from '../../../../src/browser/chromium/unpack/unpack-folder.ts';

let folder: string;
let parent: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-unpack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  parent = join(folder, 'cache');
  mkdirSync(parent);
});

/** A packed file, and an archive with a file in a folder and a link. */
async function makePacked(): Promise<PackedFolder> {
  const archive = join(folder, 'archive');
  mkdirSync(join(archive, 'inner'), { recursive: true });
  writeFileSync(join(archive, 'inner', 'text'), 'of the archive', { mode: 0o600 });
  const chunks: Buffer[] = [];
  for await (const chunk of pack(archive)) chunks.push(chunk as Buffer);
  const write = (name: string, bytes: Buffer, target: string, tar: boolean) => {
    const source = join(folder, name);
    const packed = brotliCompressSync(bytes);
    writeFileSync(source, packed);
    return { source, sha256: createHash('sha256').update(packed).digest('hex'), target, tar };
  };
  const files = [
    write('a.br', Buffer.from('program'), 'program', false),
    write('b.tar.br', Buffer.concat(chunks), 'more', true),
  ];
  return { name: 'Chromium', version: '1.2', files };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a packed folder', () => {
  it.each([0o700, 0o755] as const)('is unpacked whole, with the mode %o', async (mode) => {
    const packed = await makePacked();
    const target = await unpackFolder(packed, parent, mode);
    expect(target).toBe(join(parent, nameUnpackedFolder(packed)));
    expect(readFileSync(join(target, 'program'), 'utf8')).toBe('program');
    expect(readFileSync(join(target, 'more', 'inner', 'text'), 'utf8')).toBe('of the archive');
    expect([modeOf(target), modeOf(join(target, 'program')), modeOf(join(target, 'more', 'inner', 'text'))]).toEqual([
      mode,
      0o755,
      0o755,
    ]);
    expect(readdirSync(parent)).toEqual([nameUnpackedFolder(packed)]);
    expect(findUnpackedFolder(packed, parent)).toBe(target);
  });

  it('says how much is unpacked', async () => {
    const packed = await makePacked();
    const shares: number[] = [];
    const onUnpack = (share: number) => void shares.push(share);
    await unpackFolder(packed, parent, 0o700, { onUnpack });
    const sizes = packed.files.map(({ source }) => statSync(source).size);
    const [first = 0, second = 0] = sizes;
    expect([shares[0], shares.at(-2), shares.at(-1)]).toEqual([0, 0.99, 1]);
    expect([first, second].map((size) => size / (first + second))).toContain(shares[1]);
    expect(shares).toHaveLength(4);
    const again: number[] = [];
    await unpackFolder(packed, parent, 0o700, { onUnpack: (share) => void again.push(share) });
    expect(again).toEqual([0, 1]);
  });

  it('that is there is used', async () => {
    const packed = { ...(await makePacked()), folder: '1.2-0123456789abcdef' };
    mkdirSync(join(parent, packed.folder));
    expect(await unpackFolder(packed, parent, 0o700)).toBe(join(parent, packed.folder));
    expect(readdirSync(join(parent, packed.folder))).toEqual([]);
  });

  it.each([
    [
      'has another digest',
      (packed: PackedFolder) => ({ ...packed, files: packed.files.map((file) => ({ ...file, sha256: '00' })) }),
    ],
    [
      'is cut',
      (packed: PackedFolder) => {
        const [file] = packed.files;
        if (file) writeFileSync(file.source, readFileSync(file.source).subarray(0, -2));
        return packed;
      },
    ],
  ])('that %s is not unpacked, and leaves nothing', async (_what, change) => {
    await expect(unpackFolder(change(await makePacked()), parent, 0o700)).rejects.toThrow();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('that is damaged is reported', async () => {
    const packed = await makePacked();
    const files = packed.files.map((file) => ({ ...file, sha256: '00' }));
    await expect(unpackFolder({ ...packed, files }, parent, 0o700)).rejects.toMatchObject({
      code: 'browser_missing',
      message: 'The packaged Chromium is damaged. Install platen again.',
    });
  });

  it('is given up with its caller', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(unpackFolder(await makePacked(), parent, 0o700, { signal })).rejects.toThrow();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is waited for while another unpacks it', async () => {
    const packed = await makePacked();
    const work = join(parent, nameOwnFolder(unpackPrefix, nameWork(packed)));
    mkdirSync(work);
    const waiting = unpackFolder(packed, parent, 0o700);
    setTimeout(() => {
      mkdirSync(join(parent, nameUnpackedFolder(packed)));
    }, 20);
    expect(readdirSync(await waiting)).toEqual([]);
  });

  it('is unpacked once another has ended before it was done', async () => {
    const packed = await makePacked();
    const work = join(parent, nameOwnFolder(unpackPrefix, nameWork(packed)));
    mkdirSync(work);
    setTimeout(() => rmSync(work, { recursive: true }), 20);
    expect(readdirSync(await unpackFolder(packed, parent, 0o700)).sort()).toEqual(['more', 'program']);
  });

  it('is unpacked while another folder is', async () => {
    mkdirSync(join(parent, nameOwnFolder(unpackPrefix, 'other')));
    const packed = await makePacked();
    expect(await unpackFolder(packed, parent, 0o700)).toBe(join(parent, nameUnpackedFolder(packed)));
  });
});

describe('the name of a folder', () => {
  const packed = (sha256: string) => ({
    name: 'x',
    version: '1.2',
    files: [{ source: '', sha256, target: 'a', tar: false }],
  });

  it('has the version and a digest of the files', () => {
    expect(nameUnpackedFolder(packed('00'))).toMatch(/^1\.2-[0-9a-f]{16}$/);
    expect(nameUnpackedFolder(packed('01'))).not.toBe(nameUnpackedFolder(packed('00')));
    expect(nameUnpackedFolder({ ...packed('00'), folder: 'known' })).toBe('known');
    expect(nameWork({ ...packed('00'), folder: '1.2-rc-0123' })).toBe('0123');
  });

  it.each([
    ['1.2-0123456789abcdef', true],
    ['150.0_a-0123456789abcdef', true],
    ['a1.2-0123456789abcdef', false],
    ['1.2-0123456789abcde', false],
    ['1.2-0123456789abcdef0', false],
    ['.unpack-1', false],
  ])('%s is one: %s', (name, isOne) => {
    expect(isUnpackedFolder(name)).toBe(isOne);
  });

  it('is that of a folder', () => {
    const known = { ...packed('00'), folder: 'known' };
    expect(findUnpackedFolder(known, parent)).toBeUndefined();
    writeFileSync(join(parent, 'known'), '');
    expect(findUnpackedFolder(known, parent)).toBeUndefined();
  });
});
