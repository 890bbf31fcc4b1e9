import { join } from 'node:path';
import { EngineError } from '../../children/index.ts';
import { findFontArchives } from '../fonts/packed-fonts.ts';
import { countUnpacking } from '../unpack-clock.ts';
import { noteUse } from './browser-use.ts';
import { anotherBrowser, checkTrust } from './folder-trust.ts';
import { listInstalledBrowsers, resolveExecutable } from './installed-browsers.ts';
import { findPackagedBrowser } from './packaged-browser.ts';
import type { PrivateFolders } from './private-folders.ts';
import { findUnpackedFolder, type PackedFolder } from './unpack/packed-folder.ts';
import type { UnpackOptions } from './unpack/unpack-folder.ts';

/** A browser that can be launched. */
export interface BrowserFiles {
  executable: string;
  /** `packaged`: platen's own; `given`: named by the operator; `installed`: found on this system. */
  origin: 'packaged' | 'given' | 'installed';
  /** Folder of libraries for systems that lack them. */
  libraries?: string;
  /** Folder of fonts that come with the browser. */
  fonts?: string;
}

/** How the bundled browser is unpacked, and whether it draws WebGL. */
type BrowserOptions = UnpackOptions & { webgl?: boolean | undefined };

/**
 * Finds the Chromium to run: the operator's choice, else platen's own, unpacked on first use, else an installed browser.
 * Throws `browser_missing` with the fix.
 */
export async function findBrowser(
  folders: PrivateFolders,
  configured?: string,
  unpacking: BrowserOptions = {},
): Promise<BrowserFiles> {
  if (configured !== undefined) {
    const executable = resolveExecutable(configured);
    if (executable === undefined) throw new EngineError('browser_missing', `${configured} is not an executable file.`);
    checkTrust(executable, anotherBrowser);
    return { executable, origin: 'given' };
  }
  return (await findOwnBrowser(folders, unpacking)) ?? findInstalled();
}

/** platen's own browser, unpacked on first use. Undefined if none is bundled for this system. */
export async function findOwnBrowser(
  folders: PrivateFolders,
  unpacking: BrowserOptions,
): Promise<BrowserFiles | undefined> {
  const packed = findPackagedBrowser(unpacking.webgl);
  if (packed === undefined) return undefined;
  const folder = await ensureUnpacked(packed, folders.browsers, folders, unpacking);
  const executable = join(folder, 'chromium');
  checkTrust(executable);
  return { executable, origin: 'packaged', libraries: join(folder, 'lib'), fonts: join(folder, 'fonts') };
}

/** The folder in `parent` with what came packed, unpacked on first use. Its use is noted. */
export async function ensureUnpacked(
  packed: PackedFolder,
  parent: string,
  { mode }: PrivateFolders,
  unpacking: UnpackOptions,
): Promise<string> {
  const found = findUnpackedFolder(packed, parent);
  if (found !== undefined && noteUse(found)) return found;
  // Loaded on demand, because it is needed once per version.
  const { unpackFolder } = await import('./unpack/unpack-folder.ts');
  const folder = await countUnpacking(() => unpackFolder(packed, parent, mode, unpacking)).catch((error: unknown) => {
    throw explainUnpacking(error, packed, parent);
  });
  // A new version may make an old one useless.
  void import('./unpack/old-folders.ts').then(({ removeOldFolders }) => removeOldFolders(parent, folder));
  return folder;
}

const faces = 'faces';

/**
 * Finds the folders with the bundled faces, unpacked on first use. They are one folder deeper than the one whose time notes
 * their use, because fontconfig rereads all faces of a folder when its time has changed.
 */
export async function findBundledFonts(folders: PrivateFolders, signal?: AbortSignal): Promise<string[]> {
  const archives = findFontArchives().map(({ path, sha256 }): PackedFolder => {
    const file = { source: path, sha256, target: faces, tar: true };
    return { name: 'set of fonts', version: '1', folder: `1-${sha256.slice(0, 16)}`, files: [file] };
  });
  const found = archives.map((packed) => ensureUnpacked(packed, folders.fonts, folders, { signal }));
  return (await Promise.all(found)).map((folder) => join(folder, faces));
}

/** Names what was unpacked and where, for an error of a file: a full disk, a read-only folder. */
function explainUnpacking(error: unknown, packed: PackedFolder, parent: string): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  const what = packed.name === 'Chromium' ? 'browser' : packed.name;
  return new EngineError(
    'io_failed',
    `The ${what} could not be unpacked into ${parent} (${code}).`,
    {},
    { cause: error },
  );
}

/** Removes browsers and faces of other versions after 30 days without use. Never rejects. */
export async function sweepBrowsers(folders: PrivateFolders, current: string | undefined): Promise<void> {
  const { removeOldFolders } = await import('./unpack/old-folders.ts');
  await removeOldFolders(folders.browsers, current);
  await removeOldFolders(folders.fonts, undefined);
}

/** The browsers of this system and of Puppeteer and Playwright, in order of preference. */
export function listInstalled(): BrowserFiles[] {
  return listInstalledBrowsers().map((executable) => ({ executable, origin: 'installed' }));
}

function findInstalled(): BrowserFiles {
  const [found] = listInstalled();
  if (found !== undefined) return found;
  throw new EngineError(
    'browser_missing',
    'The Chromium of platen is for Linux on x64. Install Chromium, Chrome or Edge, run npx playwright install chromium-headless-shell, or set PLATEN_CHROMIUM.',
  );
}
