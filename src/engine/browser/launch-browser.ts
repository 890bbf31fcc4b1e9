import { type ChildProcess, spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type DevToolsConnection, openConnection } from './connection.ts';
import type { BrowserFiles } from './find-browser.ts';
import type { PrivateFolders } from './private-folders.ts';
import { openProfile } from './profile.ts';
import { buildSwitches } from './switches.ts';
import { isRunning, listZygotes } from './zygotes.ts';

/** A running browser. */
export interface Browser extends DevToolsConnection {
  /** Name and version, such as "HeadlessChrome/153.0.8010.0". */
  product: string;
  /** Whether it was started with its sandbox. */
  sandbox: boolean;
  pid: number;
  /** Whether all processes run that its pages cannot do without. */
  isWhole(): boolean;
  /** Counts one more process among those. Nothing happens where the system cannot say whether one runs (not Linux). */
  needs(pid: number): void;
  /** Kills every process of the browser and removes its profile. Settles when that is done. */
  kill(): Promise<void>;
  /** Kills as `kill` does, but waits for no process to end: for a program that ends now itself. */
  drop(): void;
}

/** What a launch needs to know. */
export interface LaunchOptions {
  files: BrowserFiles;
  folders: PrivateFolders;
  sandbox: boolean;
  fontFolders: readonly string[];
  signal?: AbortSignal | undefined;
}

/** A launch that failed, with what the browser said about it. */
export class LaunchFailure extends Error {
  override name = 'LaunchFailure';
  output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
  /** Chromium's own finding that the kernel gives it no sandbox. */
  get sandboxRefused(): boolean {
    return /No usable sandbox/.test(this.output);
  }
  /** The loader's finding that the system lacks a library. */
  get lacksLibrary(): boolean {
    return /error while loading shared libraries/.test(this.output);
  }
}

/**
 * Starts a browser: a process group of its own, spoken to over a pair of pipes, so that it ends when we do, however we end.
 * Where the loader misses a library, the browser's packaged ones are used. Throws `LaunchFailure` when it does not come up.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  try {
    return await launch(options, false);
  } catch (error) {
    if (!(error instanceof LaunchFailure) || !error.lacksLibrary || !options.files.libraries) throw error;
    return launch(options, true);
  }
}

const startLimitMs = 15_000;

async function launch(options: LaunchOptions, ownLibraries: boolean): Promise<Browser> {
  const { files, folders, sandbox } = options;
  const profile = openProfile(folders, [...(files.fonts ? [files.fonts] : []), ...options.fontFolders]);
  const child = spawn(
    files.executable,
    buildSwitches({ profile: profile.folder, sandbox, smallSharedMemory: isSharedMemorySmall() }),
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      cwd: profile.folder,
      env: {
        ...passedOn(),
        HOME: profile.folder,
        TMPDIR: profile.folder,
        FONTCONFIG_FILE: profile.fontConfig,
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        ...(ownLibraries && files.libraries && { LD_LIBRARY_PATH: files.libraries }),
      },
      // Setting the user also clears the groups.
      ...(folders.user !== undefined && { uid: folders.user, gid: folders.user }),
    },
  );
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  // Without a process there may be no pipes either, as where no more files can be opened.
  if (child.pid === undefined) {
    profile.remove();
    throw new LaunchFailure(`Chromium did not start (${await gone}).`, '');
  }
  const output = keepTail(child.stdio[2] as Readable);
  const connection = openConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  let isDropped = false;
  // Whatever ends the first process ends the rest of its group with it, once: later the number may be another's.
  const cleaned = gone.then(() => {
    killGroup(child);
    connection.close();
    if (!isDropped) profile.remove();
  });
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child);
    return cleaned;
  };
  const drop = () => {
    isDropped = true;
    void kill();
    connection.close();
    profile.removeAside();
    child.unref();
  };
  const timer = setTimeout(kill, startLimitMs);
  options.signal?.addEventListener('abort', kill);
  try {
    const { product } = await connection.send('Browser.getVersion');
    const pid = child.pid as number;
    const needed = listZygotes(pid);
    const isWhole = () => needed.every(isRunning);
    const needs = (one: number) => void (process.platform === 'linux' && needed.push(one));
    return Object.assign(connection, { product, sandbox, pid, isWhole, needs, kill, drop });
  } catch {
    await kill();
    throw new LaunchFailure(`Chromium did not start (${await gone}).`, output());
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
  }
}

/** Kills the browser and all it started. Only ever our own process group, never by name. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: nobody is left in it. EPERM: what is left is not ours, or (macOS) only waits to be collected.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Variables that a document may show (time zone) or that the system needs; nothing that could hold a secret. */
function passedOn(): Record<string, string> {
  const names = ['PATH', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'SystemDrive', 'WINDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Containers give 64 MB by default, and pages crash when that is full. */
function isSharedMemorySmall(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks < 512 * 1024 * 1024;
  } catch {
    return true;
  }
}

function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-8192);
  });
  stream.on('error', () => undefined);
  return () => tail;
}
