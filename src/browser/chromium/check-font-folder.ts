import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from '../../children/index.ts';
import type { OnWarning } from '../../contract/index.ts';
import type { FontSet } from '../fonts/font-rules.ts';
import { isClosedToOthers, type PrivateFolders } from './private-folders.ts';

/**
 * Looks at a folder of fonts before a browser starts, because fontconfig passes in silence over what it cannot use. Throws
 * `config_invalid` for what is no folder, and for one that the browser's user may not read; warns if no file counts.
 */
export function checkFontFolder(path: string, { user }: PrivateFolders, onWarning?: OnWarning): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new EngineError('config_invalid', `The folder of fonts ${path} does not exist.`);
  if (!found.isDirectory()) {
    throw new EngineError(
      'config_invalid',
      `${path} is a file. Name the folder that contains it as the folder of fonts.`,
    );
  }
  if (user !== undefined && isClosedToOthers(path)) {
    const why = `root's browser runs as user ${user}, which cannot read the folder of fonts ${path}.`;
    throw new EngineError('config_invalid', `${why} Move it, or let others read it.`);
  }
  if (holdsFont(path, user)) return;
  const whose = user === undefined ? '' : `, which user ${user} may read`;
  onWarning?.(
    `The folder of fonts ${path} has no file that counts: a font as .ttf, .otf or .ttc${whose}.`,
    'fonts_empty',
  );
}

/** Warns if fonts were chosen and this system's browser does not use fontconfig, which is how it gets them. */
export function checkFontChoice(
  { set, added }: { set: FontSet; added: readonly string[] },
  onWarning?: OnWarning,
  platform: NodeJS.Platform = process.platform,
): void {
  const asked = set === 'bundled' ? 'the bundled fonts' : added[0] && `the folder of fonts ${added[0]}`;
  if (asked === undefined || !['darwin', 'win32'].includes(platform)) return;
  const system = platform === 'darwin' ? 'macOS' : 'Windows';
  onWarning?.(`The browser does not read ${asked}: on ${system} it uses the fonts of the system.`, 'fonts_ignored');
}

/** Whether a folder may hold a file that fontconfig reads, at any depth. A link and a closed folder below it are trusted. */
function holdsFont(folder: string, user: number | undefined): boolean {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.some((entry) => {
      if (entry.isSymbolicLink()) return true;
      const isNamed = entry.isFile() && /\.(ttf|otf|ttc|otc|pf[ab])$/i.test(entry.name);
      return isNamed && isFont(join(entry.parentPath, entry.name), user);
    });
  } catch {
    return true;
  }
}

/** How a font starts (OpenType 1.9, "Table Directory" and "TTC Header"; Adobe Type 1 Font Format, section 2.3). */
const starts = /^(?:\0\x01\0\0|OTTO|ttcf|true|typ1|%!|\x80\x01)/;

/** Whether a file starts as a font does, and the browser's user may read it. */
function isFont(path: string, user: number | undefined): boolean {
  if (user !== undefined && (statSync(path).mode & 0o004) === 0) return false;
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
  return starts.test(start.toString('latin1'));
}
