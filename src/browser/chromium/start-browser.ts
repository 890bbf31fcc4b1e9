import { dirname } from 'node:path';
import { EngineError } from '../../children/index.ts';
import type { OnWarning } from '../../contract/index.ts';
import type { FontSet } from '../fonts/font-rules.ts';
import { keepNoting } from './browser-use.ts';
import { checkFontChoice, checkFontFolder } from './check-font-folder.ts';
import { explainLaunch } from './explain-launch.ts';
import { type BrowserFiles, findBrowser, findBundledFonts, listInstalled, sweepBrowsers } from './find-browser.ts';
import {
  type Browser,
  type BrowserNetwork,
  LaunchFailure,
  type LaunchOptions,
  launchBrowser,
} from './launch-browser.ts';
import { adviseOnNamespaces } from './namespace-advice.ts';
import { type PrivateFolders, preparePrivateFolders } from './private-folders.ts';
import { sweepProfiles } from './profile.ts';
import { testSandbox } from './sandbox-test.ts';
import { watchProcesses } from './watch-processes.ts';

/** Options of a browser's start. */
export interface StartOptions {
  /** The private cache folder of this user; see `preparePrivateFolders` for root's. */
  cacheFolder: string;
  /** Where the bundled browser and fonts are unpacked. It may be read-only once they are. Default the cache folder. */
  browserFolder?: string | undefined;
  /** An explicit Chromium. Default: platen's own, else an installed one. */
  executable?: string | undefined;
  /** Which faces count if a request does not choose. Default `system`. */
  fonts?: FontSet | undefined;
  /** Folders with fonts in addition to the system's. Default none. */
  fontFolders?: readonly string[] | undefined;
  /**
   * `required`: throws `sandbox_unavailable` unless the self-test finds the renderers in a sandbox. `preferred`: starts
   * without it and warns if the kernel provably refuses it. `off`: starts without it and warns.
   */
  sandbox: 'required' | 'preferred' | 'off';
  /** Called with each warning for the operator. */
  onWarning?: OnWarning | undefined;
  /** Called while the browser is unpacked, once per version, with the share that is done, from 0 to 1. */
  onUnpack?: ((share: number) => void) | undefined;
  /** The most bytes of memory that the process of one page may hold. Default 2 GB, or half the machine's or container's. */
  renderMemory?: number | undefined;
  /** Whether there will be only one render: the browser then ends as soon as it has printed. Default false. */
  single?: boolean | undefined;
  /** Where the browser runs. Default the network of this process. */
  network?: BrowserNetwork | undefined;
  /** Whether pages have WebGL, which the processor draws. Default false. */
  webgl?: boolean | undefined;
  /** The SHA-256 in base64 of the key of platen's own end of TLS. Default: it has none. */
  trustedKey?: string | undefined;
  /** Aborts unpacking and launching. */
  signal?: AbortSignal | undefined;
}

/**
 * Finds, unpacks and launches a browser. Throws `browser_missing`, `sandbox_unavailable`, `config_invalid` or `io_failed`.
 */
export async function startBrowser(options: StartOptions): Promise<Browser> {
  if (options.sandbox === 'off')
    options.onWarning?.('Chromium runs without its sandbox, as configured.', 'sandbox_off');
  const { browser, folders, files, bundled } = await findAndLaunch(options).catch((error: unknown) => {
    throw explainFileError(error);
  });
  void sweepProfiles(folders);
  if (!options.single) followUse({ browser, folders, files, bundled });
  watchProcesses(browser, options.renderMemory);
  if (options.sandbox === 'required') await requireSandbox(browser, files);
  return browser;
}

interface Started {
  browser: Browser;
  folders: PrivateFolders;
  files: BrowserFiles;
  bundled: readonly string[];
}

/** Notes that this browser and these faces are in use, and removes what is not. A single render skips both. */
function followUse({ browser, folders, files, bundled }: Started): void {
  const packagedFolder = files.origin === 'packaged' ? dirname(files.executable) : undefined;
  if (packagedFolder !== undefined) keepNoting(packagedFolder, browser.closed);
  for (const faces of bundled) keepNoting(dirname(faces), browser.closed);
  void sweepBrowsers(folders, packagedFolder);
}

async function findAndLaunch(options: StartOptions): Promise<Started> {
  const folders = preparePrivateFolders(options.cacheFolder, options.browserFolder);
  const { network, trustedKey, webgl, signal, fonts: set = 'system', fontFolders: added = [] } = options;
  checkFontChoice({ set, added }, options.onWarning);
  for (const folder of added) checkFontFolder(folder, folders, options.onWarning);
  const [files, bundled] = await Promise.all([
    findBrowser(folders, options.executable, options),
    findBundledFonts(folders, signal),
  ]);
  const fonts = { set, added, bundled };
  const start = async (chosen: BrowserFiles): Promise<Started> => {
    const browser = await launchSandboxed(options, {
      files: chosen,
      folders,
      fonts,
      network,
      trustedKey,
      webgl,
      signal,
    });
    return { browser, folders, files: chosen, bundled };
  };
  try {
    return await start(files);
  } catch (error) {
    if (files.origin === 'given' || !isUnusable(error) || signal?.aborted) throw error;
    return await startAnother(files, error, start, options);
  }
}

/** Whether this browser does not start here, so that another one may. */
function isUnusable(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === 'browser_missing';
}

/** Starts the first other browser that starts. Throws the cause of the first one, and names those that were tried. */
async function startAnother(
  first: BrowserFiles,
  cause: EngineError,
  start: (files: BrowserFiles) => Promise<Started>,
  { signal, onWarning }: StartOptions,
): Promise<Started> {
  const tried: string[] = [];
  for (const files of listInstalled()) {
    if (files.executable === first.executable) continue;
    try {
      const started = await start(files);
      onWarning?.(
        `Chromium runs from ${files.executable}, because another one does not start: ${cause.detail}`,
        'browser_replaced',
      );
      return started;
    } catch (error) {
      if (!isUnusable(error) || signal?.aborted) throw error;
      tried.push(`${files.executable}: ${error.detail}`);
    }
  }
  const others = tried.length === 0 ? 'No other Chrome, Chromium or Edge was found.' : `Others: ${tried.join(' ')}`;
  throw new EngineError('browser_missing', `${cause.detail} ${others}`, {}, { cause });
}

/** Turns a file error (a full disk, a folder without write access, too many open files) into `io_failed`. */
export function explainFileError(error: unknown): unknown {
  const { syscall, code, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  const place = path === undefined ? '' : ` at ${path}`;
  return new EngineError(
    'io_failed',
    `The files of Chromium cannot be made ready${place} (${code}).`,
    {},
    { cause: error },
  );
}

async function launchSandboxed(options: StartOptions, launching: Omit<LaunchOptions, 'sandbox'>): Promise<Browser> {
  try {
    return await launchBrowser({ ...launching, sandbox: options.sandbox !== 'off' });
  } catch (error) {
    if (!(error instanceof LaunchFailure)) throw error;
    if (!error.sandboxRefused) {
      const words = explainLaunch(launching.files, error);
      // The browser is there, but may open no more files.
      const code = /EMFILE|too many open files/i.test(words) ? 'io_failed' : 'browser_missing';
      throw new EngineError(code, words, {}, { cause: error });
    }
    const cure = adviseOnNamespaces(launching.files);
    if (options.sandbox === 'required') throw new EngineError('sandbox_unavailable', `The kernel refuses it. ${cure}`);
    options.onWarning?.(`Chromium runs without its sandbox, because the kernel refuses it. ${cure}`, 'sandbox_off');
    return launchBrowser({ ...launching, sandbox: false });
  }
}

async function requireSandbox(browser: Browser, files: BrowserFiles): Promise<void> {
  const { sandboxed, findings } = await testSandbox(browser);
  if (sandboxed) return;
  await browser.kill();
  throw new EngineError('sandbox_unavailable', `The renderer has ${findings.join(', ')}. ${adviseOnNamespaces(files)}`);
}
