import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** A packed file of a browser package. */
export interface PackedFile {
  /** The brotli file. */
  source: string;
  /** SHA-256 of the brotli file, in hexadecimal. */
  sha256: string;
  /** Where it goes in the browser's folder: a file's name, or the folder for a tar archive's entries. */
  target: string;
  tar: boolean;
}

/** A packed browser: the files to unpack and the name of their folder. */
export interface PackedBrowser {
  version: string;
  files: readonly PackedFile[];
  /** Name of its folder, if known in advance. Computing it loads Node's cryptography, the slowest part of a start. */
  folder?: string;
}

// The digests of the version that package.json pins. A test fails when they do not match.
const version = '153.0.0';
const digests = {
  'chromium.br': '38e1e1649db20fa4ea644bf5987688ce81a4c9eb10e7eae8380b74fc0d699fea',
  'fonts.tar.br': 'c1307fe5cd607092f0426742b4ab93755eec9a9b7752e47c56408c2bcf3e515b',
  'al2023.tar.br': 'a166168dd3e3e9d8743689fff543c5cadb3025c1816c6a154c90dc68a59edd0a',
};
const unpackedFolder = '153.0.0-595c91db29fb0942';

/**
 * The Chromium that comes with platen as the npm package `@sparticuz/chromium`: headless shell, Open Sans, and the NSS and
 * expat libraries for systems that lack them. The package holds binaries for Linux on x64 only; elsewhere, undefined.
 */
export function findPackagedBrowser(): PackedBrowser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url);
  if (manifest === undefined) return undefined;
  const folder = join(dirname(manifest), 'bin');
  const file = (name: keyof typeof digests, target: string, tar: boolean) => {
    return { source: join(folder, name), sha256: digests[name], target, tar };
  };
  return {
    version,
    folder: unpackedFolder,
    files: [file('chromium.br', 'chromium', false), file('fonts.tar.br', '.', true), file('al2023.tar.br', '.', true)],
  };
}

/** Prefix of a folder in which a browser is unpacked or removed. */
export const unpackPrefix = '.unpack-';

/** `<version>-<digest>` of the packed files, so that a changed package never uses an old folder. */
export function nameBrowserFolder(browser: PackedBrowser): string {
  if (browser.folder !== undefined) return browser.folder;
  const digest = createHash('sha256');
  for (const file of browser.files) digest.update(`${file.target} ${file.sha256}\n`);
  return `${browser.version}-${digest.digest('hex').slice(0, 16)}`;
}

/** Whether a name comes from `nameBrowserFolder`, for a browser of any version. */
export function isBrowserFolder(name: string): boolean {
  return /^\d[\w.]*-[0-9a-f]{16}$/.test(name);
}

/** The folder of an unpacked browser below `parent`. Undefined if it is not unpacked yet. */
export function findUnpackedBrowser(browser: PackedBrowser, parent: string): string | undefined {
  const folder = join(parent, nameBrowserFolder(browser));
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined;
}
