import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FaceFile } from '../../pdf/index.ts';
import { findFontArchives } from './packed-fonts.ts';

const unpack = promisify(brotliDecompress);
const blockSize = 512;

/** Fields have no use for pictures and formulas, which are most of the bytes. */
const unused = /Emoji|Math/;

let faces: Promise<FaceFile[]> | undefined;

/** The bundled TrueType fonts for form fields, read once. None if the build has not made them. */
export function readFieldFaces(): Promise<FaceFile[]> {
  faces ??= readFaces().catch((error) => {
    faces = undefined;
    throw error;
  });
  return faces;
}

async function readFaces(): Promise<FaceFile[]> {
  const [archive] = findFontArchives();
  return archive === undefined ? [] : listFiles(await unpack(await readFile(archive.path)));
}

/** The fonts in a tar archive (POSIX.1-2017, pax), whose names begin with a number for their order. */
function listFiles(tar: Buffer): FaceFile[] {
  const found: FaceFile[] = [];
  for (let at = 0; at + blockSize <= tar.length; ) {
    const [path = ''] = tar.toString('latin1', at, at + 100).split('\0');
    if (path === '') break;
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0;
    const start = at + blockSize;
    const [, name] = /(?:^|\/)\d+-([^/]+)\.ttf$/.exec(path) ?? [];
    if (name !== undefined && !unused.test(name)) {
      found.push({ name, bytes: Uint8Array.from(tar.subarray(start, start + size)) });
    }
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return found;
}
