import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../src/browser/chromium/find-browser.ts';
import { preparePrivateFolders } from '../../src/browser/chromium/private-folders.ts';
import { makePrivateFolder } from './private-test-folder.ts';
import { cacheFolder } from './test-engine.ts';

/** A browser that sees only chosen fonts, whatever the machine has. */
export interface BareBrowser {
  executable: string;
  remove(): void;
}

/** Makes a program that starts platen's own Chromium with the fonts of these folders alone. */
export async function makeBareBrowser(fontFolders: readonly string[]): Promise<BareBrowser> {
  const { executable } = await findBrowser(preparePrivateFolders(cacheFolder));
  const folder = makePrivateFolder();
  const config = join(folder.path, 'fonts.conf');
  const index = join(folder.path, 'index');
  mkdirSync(index);
  const folders = fontFolders.map((path) => `<dir>${path}</dir>`).join('');
  writeFileSync(config, `<fontconfig><cachedir>${index}</cachedir>${folders}</fontconfig>`);
  const program = join(folder.path, 'chromium');
  writeFileSync(program, `#!/bin/sh\nFONTCONFIG_FILE='${config}' exec '${executable}' "$@"\n`);
  // Root's browser runs as another user.
  for (const [path, mode] of [
    [folder.path, 0o755],
    [index, 0o777],
    [program, 0o755],
  ] as const)
    chmodSync(path, mode);
  return { executable: program, remove: folder.remove };
}

/** The folder of the one face that comes with platen's own Chromium: Open Sans, with Latin, Greek, Cyrillic and Hebrew. */
export async function findBrowserFonts(): Promise<string> {
  const { fonts } = await findBrowser(preparePrivateFolders(cacheFolder));
  if (fonts === undefined) throw new Error('this machine runs no Chromium of platen');
  return fonts;
}
