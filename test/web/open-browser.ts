import { homedir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findBrowser, preparePrivateFolders } from '../../src/engine/index.ts';
import { findBrowserFonts, makeBareBrowser } from '../engine/bare-browser.ts';

/**
 * A browser with a user in front of it: the one that platen brings, without what keeps a render apart from the network. It has its own
 * font alone, because Chromium crashes on a machine without one.
 */
export async function openBrowser(): Promise<Browser> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'platen');
  const { libraries } = await findBrowser(preparePrivateFolders(cache));
  const bare = await makeBareBrowser([await findBrowserFonts()]);
  const browser = await puppeteer.launch({
    executablePath: bare.executable,
    pipe: true,
    headless: 'shell',
    args: [
      // What moves is drawn frame by frame, and no test looks at it.
      '--force-prefers-reduced-motion',
      // Chromium refuses to run as root with its sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    // Without a language the browser names one that is none: en-US@posix.
    env: { ...process.env, LC_ALL: 'en_US.UTF-8', ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) },
  });
  browser.once('disconnected', bare.remove);
  return browser;
}
