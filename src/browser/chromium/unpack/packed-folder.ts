import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** A packed file of a package. */
export interface PackedFile {
  /** The brotli file. */
  source: string;
  /** SHA-256 of the brotli file, in hexadecimal. */
  sha256: string;
  /** Where it goes in the unpacked folder: a file's name, or the folder for a tar archive's entries. */
  target: string;
  tar: boolean;
}

/** What comes packed, a browser or faces: the files to unpack and the name of their folder. */
export interface PackedFolder {
  /** What it is, for messages: "Chromium". */
  name: string;
  version: string;
  files: readonly PackedFile[];
  /** Name of its folder, if known in advance. Computing it loads Node's cryptography, the slowest part of a start. */
  folder?: string;
}

/** Prefix of a folder in which something is unpacked or removed. */
export const unpackPrefix = '.unpack-';

/** `<version>-<digest>` of the packed files, so that a changed package never uses an old folder. */
export function nameUnpackedFolder(packed: PackedFolder): string {
  if (packed.folder !== undefined) return packed.folder;
  const digest = createHash('sha256');
  for (const file of packed.files) digest.update(`${file.target} ${file.sha256}\n`);
  return `${packed.version}-${digest.digest('hex').slice(0, 16)}`;
}

/** What the name of a folder in which it is unpacked ends with, so that others know what they wait for. */
export function nameWork(packed: PackedFolder): string {
  return nameUnpackedFolder(packed).replace(/^.*-/, '');
}

/** Whether a name comes from `nameUnpackedFolder`, of any version. */
export function isUnpackedFolder(name: string): boolean {
  return /^\d[\w.]*-[0-9a-f]{16}$/.test(name);
}

/** The unpacked folder below `parent`. Undefined if it is not unpacked yet. */
export function findUnpackedFolder(packed: PackedFolder, parent: string): string | undefined {
  const folder = join(parent, nameUnpackedFolder(packed));
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined;
}
