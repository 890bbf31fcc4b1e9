import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Io } from '../output/io.ts';
import { type CheckResult, ok, warn } from './check-result.ts';

/** The bundled browser, and the day its package was published (milliseconds since 1970, UTC). */
export const packagedBrowser = { package: '153.0.0', major: 153, released: Date.UTC(2026, 8, 11) };

/** Asks a program for its name and version. */
type AskVersion = (path: string) => Promise<string>;

const dayMs = 24 * 60 * 60 * 1000;
/** Days after which a newer version is likely, or certain, to have closed security holes. */
const worrying = 30;
const alarming = 90;

/**
 * Checks the age of the browser. For a browser other than the bundled one the date of its file counts. An old browser is
 * no warning if no newer one is available: it is the newest that platen bundles, and no other is installed.
 */
export async function checkBrowserAge(
  product: string,
  executable: string | null,
  io: Pick<Io, 'env' | 'platform'>,
  now: number,
  askVersion: AskVersion = runForVersion,
): Promise<CheckResult> {
  const since = await readRelease(product, executable);
  if (since === undefined) return ok('browser_age', `unknown for ${product}`);
  const days = Math.max(0, Math.floor((now - since) / dayMs));
  if (days <= worrying) return ok('browser_age', `${days} days`);
  const newer = await findNewer(majorOf(product), io, askVersion);
  const isOld = days > alarming;
  if (!isOld && executable === null && newer === undefined) {
    return ok('browser_age', `${days} days, as new as this platen brings it: security fixes have appeared since`);
  }
  const detail = isOld
    ? `${days} days: OLD. Security holes of this version are public; open no pages that you do not trust`
    : `${days} days: security fixes have appeared since`;
  const found = newer ? `, or use the newer ${newer.version}: PLATEN_CHROMIUM=${newer.path}` : '';
  const fix =
    executable === null
      ? `update platen: "git pull && npm ci && npm install -g ." in its checkout${found}`
      : `update ${executable}${found}`;
  return warn('browser_age', detail, fix);
}

async function readRelease(product: string, executable: string | null): Promise<number | undefined> {
  if (executable !== null) return (await stat(executable).catch(() => undefined))?.mtimeMs;
  return majorOf(product) === packagedBrowser.major ? packagedBrowser.released : undefined;
}

/** The first number after the name: 153 in "HeadlessChrome/153.0.8010.0" and in "Chromium 153.0.8010.0". */
function majorOf(product: string): number {
  return Number(/[ /](\d+)\./.exec(product)?.[1] ?? 0);
}

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable'];
const macPrograms = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

/** Finds an installed browser of a later version. */
async function findNewer(
  major: number,
  { env, platform }: Pick<Io, 'env' | 'platform'>,
  askVersion: AskVersion,
): Promise<{ path: string; version: string } | undefined> {
  // Windows has no way to ask for the version without opening a window.
  if (platform === 'win32') return undefined;
  const paths =
    platform === 'darwin'
      ? macPrograms.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
      : (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  for (const path of paths) {
    if (!path.startsWith('/') || !(await stat(path).catch(() => undefined))?.isFile()) continue;
    const version = (await askVersion(path).catch(() => '')).trim();
    if (majorOf(version) > major) return { path, version };
  }
  return undefined;
}

async function runForVersion(path: string): Promise<string> {
  return (await promisify(execFile)(path, ['--version'], { timeout: 3000 })).stdout;
}
