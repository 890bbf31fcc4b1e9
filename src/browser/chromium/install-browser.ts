import { dirname } from 'node:path';
import { findBundledFonts, findOwnBrowser } from './find-browser.ts';
import { preparePrivateFolders } from './private-folders.ts';
import { explainFileError, type StartOptions } from './start-browser.ts';

/** What is ready for renders. */
export interface InstalledBrowser {
  /** The folder with the browsers and fonts. */
  folder: string;
  /** The browser's program. Undefined if none is bundled for this system. */
  browser: string | undefined;
  /** The folders of the bundled fonts. */
  fonts: string[];
}

/** Unpacks the bundled browser and fonts ahead of the first render. Throws `io_failed`, `config_invalid` or `browser_missing`. */
export async function installBrowser(
  options: Pick<StartOptions, 'cacheFolder' | 'browserFolder' | 'webgl' | 'onUnpack' | 'signal'>,
): Promise<InstalledBrowser> {
  try {
    const folders = preparePrivateFolders(options.cacheFolder, options.browserFolder);
    const [browser, fonts] = await Promise.all([
      findOwnBrowser(folders, { ...options, webgl: false }),
      findBundledFonts(folders, options.signal),
    ]);
    if (options.webgl) await findOwnBrowser(folders, options);
    return { folder: dirname(folders.browsers), browser: browser?.executable, fonts };
  } catch (error) {
    throw explainFileError(error);
  }
}
