import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract, type Headers } from 'tar-fs';
import { EngineError } from '../../../children/index.ts';
import { flushAll } from '../../../folders/index.ts';
import { abandonFolder, nameOwnFolder, sweepFolders } from '../own-folders.ts';
import { nameUnpackedFolder, nameWork, type PackedFile, type PackedFolder, unpackPrefix } from './packed-folder.ts';
import { waitForOther } from './wait-for-other.ts';

/** How a folder is unpacked. */
export interface UnpackOptions {
  signal?: AbortSignal | undefined;
  /** Called with the share of the packed bytes that are read, from 0 to 1; 1 comes once the folder is in its place. */
  onUnpack?: ((share: number) => void) | undefined;
}

/**
 * Unpacks a browser or faces into `<parent>/<version>-<digest>` and returns that folder. It appears whole or not at all: the files
 * are written to a folder next to it and flushed, then the folder is renamed. If another process unpacks it already, waits for that one. If
 * two begin at the same moment, the later drops its copy. The next start removes what a killed one left. `mode` of the folder: 0700, or 0755 if another user runs
 * the browser. Throws `browser_missing` for a damaged file.
 */
export async function unpackFolder(
  packed: PackedFolder,
  parent: string,
  mode: 0o700 | 0o755,
  { signal = new AbortController().signal, onUnpack }: UnpackOptions = {},
): Promise<string> {
  const progress = await followProgress(packed.files, onUnpack);
  await sweepFolders(parent, unpackPrefix);
  const theirs = await waitForOther(packed, parent, signal);
  if (theirs !== undefined) {
    onUnpack?.(1);
    return theirs;
  }
  const name = nameOwnFolder(unpackPrefix, nameWork(packed));
  const work = join(parent, name);
  const target = join(parent, nameUnpackedFolder(packed));
  await mkdir(work, { mode: 0o700 });
  try {
    // Wait for all, so that no file is written after the folder is flushed or removed.
    const ends = await Promise.allSettled(
      packed.files.map((file) => unpackFile(packed.name, file, work, signal, progress)),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await settleFolder(work);
    await chmod(work, mode);
    await flush(work);
    await rename(work, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await flush(parent);
    onUnpack?.(1);
  } finally {
    await rm(work, { recursive: true, force: true }).catch((error: unknown) => {
      abandonFolder(name);
      throw error;
    });
  }
  return target;
}

async function unpackFile(
  what: string,
  file: PackedFile,
  work: string,
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<void> {
  const digest = createHash('sha256');
  const source = createReadStream(file.source, { highWaterMark: 1 << 20 });
  const digestChunks = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      digest.update(chunk);
      progress(chunk.length);
      yield chunk;
    }
  };
  const plain = createBrotliDecompress({ chunkSize: 1 << 20 });
  const path = join(work, file.target);
  // Ignores the owners in the archive: every file is ours.
  const extraction = { chown: false, ignore: (_: string, header?: Headers) => !isPlain(header) };
  // A truncated entry emits its own error besides the archive's, so it needs a listener.
  const unpack = () => extract(path, extraction).on('entry', (_header, entry) => entry.on('error', () => undefined));
  const sink = file.tar ? unpack() : createWriteStream(path, { flags: 'wx', mode: 0o755 });
  await pipeline(source, digestChunks, plain, sink, { signal });
  if (digest.digest('hex') !== file.sha256) {
    throw new EngineError('browser_missing', `The packaged ${what} is damaged. Install platen again.`);
  }
}

/** Adds up the bytes that are read; the last hundredth is for what comes after. */
async function followProgress(files: readonly PackedFile[], onUnpack: UnpackOptions['onUnpack']) {
  if (onUnpack === undefined) return () => undefined;
  const sizes = await Promise.all(files.map(async ({ source }) => (await stat(source)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let read = 0;
  onUnpack(0);
  return (bytes: number) => {
    read += bytes;
    onUnpack(Math.min(0.99, read / total));
  };
}

function isPlain(header: Headers | undefined): boolean {
  return header?.type === 'file' || header?.type === 'directory';
}

/** Gives everything a mode that no umask and no archive decides, and flushes it. */
async function settleFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, 0o755);
    await flush(path);
  }
}

/** Flushes a file or a folder to disk. Windows cannot flush folders, but unpacks no browser either. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await flushAll(handle);
  } finally {
    await handle.close();
  }
}
