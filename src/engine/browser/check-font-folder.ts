import { readdirSync, statSync } from 'node:fs';
import { EngineError } from '../engine-error.ts';
import { isClosedToOthers, type PrivateFolders } from './private-folders.ts';

/**
 * Looks at a folder of fonts before a browser starts, because fontconfig passes in silence over what it cannot use. Throws
 * `config_invalid` for what is no folder, and for one that the browser's user may not read; warns where no file counts.
 */
export function checkFontFolder(path: string, { user }: PrivateFolders, onWarning?: (text: string) => void): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new EngineError('config_invalid', `The folder of fonts ${path} does not exist.`);
  if (!found.isDirectory()) {
    throw new EngineError(
      'config_invalid',
      `${path} is a file. Name the folder that it lies in as the folder of fonts.`,
    );
  }
  if (user !== undefined && isClosedToOthers(path)) {
    const why = `root's browser runs as user ${user}, who may not read the folder of fonts ${path}.`;
    throw new EngineError('config_invalid', `${why} Move it, or let others read it.`);
  }
  if (holdsFont(path)) return;
  onWarning?.(`The folder of fonts ${path} has no file that counts: .ttf, .otf or .ttc.`);
}

/** Whether a folder may hold a file that fontconfig reads, at any depth. A link and a closed folder below it are trusted. */
function holdsFont(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.some((entry) => entry.isSymbolicLink() || /\.(ttf|otf|ttc|otc|pf[ab])$/i.test(entry.name));
  } catch {
    return true;
  }
}
