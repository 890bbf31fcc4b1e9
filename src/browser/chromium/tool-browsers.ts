import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findHome } from '../../folders/index.ts';
import { checkTrust } from './folder-trust.ts';
import { isClosedToOthers } from './private-folders.ts';

/** The names of the programs that Puppeteer and Playwright download, headless shells first: they start faster. */
const programs = ['chrome-headless-shell', 'headless_shell', 'chrome', 'Google Chrome for Testing', 'Chromium'];

/** Folders between the folder of a version and its program: in a macOS bundle there are four. */
const deepest = 5;

/**
 * The Chromiums in the caches of Puppeteer and Playwright, of each cache the newest first. Those that another user could replace are
 * left out, and those that root's render user cannot reach.
 */
export function listToolBrowsers(): string[] {
  const { PUPPETEER_CACHE_DIR: puppeteer, PLAYWRIGHT_BROWSERS_PATH: playwright } = process.env;
  const home = findHome();
  const given = playwright && playwright !== '0' ? playwright : undefined;
  return [
    ...['chrome-headless-shell', 'chrome'].map((name) => join(puppeteer || join(home, '.cache', 'puppeteer'), name)),
    given ?? join(findCaches(home), 'ms-playwright'),
  ]
    .flatMap(listVersions)
    .filter(isUsable);
}

function isUsable(executable: string): boolean {
  try {
    checkTrust(executable);
    return process.getuid?.() !== 0 || !isClosedToOthers(executable);
  } catch {
    return false;
  }
}

/** Where Playwright keeps its files on this system. */
function findCaches(home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches');
  return process.platform === 'win32'
    ? process.env.LOCALAPPDATA || join(home, 'AppData', 'Local')
    : join(home, '.cache');
}

/** Playwright keeps Firefox and WebKit in the same folder; Puppeteer begins a version with its platform. */
function listVersions(cache: string): string[] {
  const versions = listNames(cache).filter((name) => /^(chromium|linux|mac|win)/.test(name));
  const newestFirst = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return newestFirst.flatMap((name) => findProgram(join(cache, name), deepest));
}

function findProgram(folder: string, depth: number): string[] {
  const names = listNames(folder);
  const program = programs.flatMap((name) => [name, `${name}.exe`]).find((name) => names.includes(name));
  if (program !== undefined) return [join(folder, program)];
  return depth === 0 ? [] : names.filter(isOnTheWay).flatMap((name) => findProgram(join(folder, name), depth - 1));
}

/** Such as `chrome-linux64` and `Chromium.app/Contents/MacOS`. */
function isOnTheWay(name: string): boolean {
  return /^chrome-|\.app$|^Contents$|^MacOS$/.test(name);
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
