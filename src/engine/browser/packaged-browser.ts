import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** One packed file of a browser package. */
export interface PackedFile {
  /** The brotli file. */
  source: string;
  /** SHA-256 of the brotli file, in hexadecimal. */
  sha256: string;
  /** Where it goes inside the browser's folder: a file's name, or the folder of a tar archive's entries. */
  target: string;
  tar: boolean;
}

/** A packed browser: what to unpack, and the name of the folder for it. */
export interface PackedBrowser {
  version: string;
  files: readonly PackedFile[];
  /** The name of its folder, where it is known: to work it out takes cryptography, which takes longer to load than all else. */
  folder?: string;
}

// The digests of the exact version that package.json pins; a new version needs new ones, and a test says so.
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

/** How the name of a folder begins in which a browser is unpacked, or removed. */
export const unpackPrefix = '.unpack-';

/** `<version>-<digest>`: the same for the same files, so that a changed package never meets an old folder. */
export function nameBrowserFolder(browser: PackedBrowser): string {
  if (browser.folder !== undefined) return browser.folder;
  const digest = createHash('sha256');
  for (const file of browser.files) digest.update(`${file.target} ${file.sha256}\n`);
  return `${browser.version}-${digest.digest('hex').slice(0, 16)}`;
}

/** Whether a name is one that `nameBrowserFolder` gives, to a browser of any version. */
export function isBrowserFolder(name: string): boolean {
  return /^\d[\w.]*-[0-9a-f]{16}$/.test(name);
}

/** The folder of an unpacked browser below `parent`, or undefined where it is not unpacked yet. */
export function findUnpackedBrowser(browser: PackedBrowser, parent: string): string | undefined {
  const folder = join(parent, nameBrowserFolder(browser));
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined;
}
