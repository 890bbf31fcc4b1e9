import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findHome } from '../../folders/index.ts';
import { listToolBrowsers } from './tool-browsers.ts';

const linuxNames = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const macNames = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsPaths = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/**
 * The executables of installed Chromes, Chromiums and Edges in order of preference, then those in the caches of Puppeteer and
 * Playwright.
 */
export function listInstalledBrowsers(): string[] {
  const found = [...listCandidates(), ...listToolBrowsers()].map(resolveExecutable);
  return [...new Set(found.filter((path) => path !== undefined))];
}

/** The real path of an executable file, or undefined. */
export function resolveExecutable(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    accessSync(real, constants.X_OK);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function listCandidates(): string[] {
  if (process.platform === 'darwin') {
    return ['/Applications', join(findHome(), 'Applications')].flatMap((folder) =>
      macNames.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    );
  }
  if (process.platform === 'win32') {
    const { PROGRAMFILES, LOCALAPPDATA } = process.env;
    const folders = [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    return folders.flatMap((folder) => windowsPaths.map((path) => join(folder, path)));
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}
