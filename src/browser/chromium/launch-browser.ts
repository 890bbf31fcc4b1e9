import { type ChildProcess, spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FontSources } from '../fonts/font-config.ts';
import { type DevToolsConnection, openConnection } from './connection.ts';
import type { BrowserFiles } from './find-browser.ts';
import type { PrivateFolders } from './private-folders.ts';
import { openProfile } from './profile.ts';
import { buildSwitches } from './switches.ts';
import { isRunning, listZygotes } from './zygotes.ts';

/** Milliseconds for which the last words of a browser that did not start are waited for. */
const lastWordsMs = 1000;

/** A running browser. */
export interface Browser extends DevToolsConnection {
  /** Name and version, such as "HeadlessChrome/153.0.8010.0". */
  product: string;
  /** Whether it was started with its sandbox. */
  sandbox: boolean;
  /** Whether it runs in a separate network namespace. */
  ownNetwork: boolean;
  pid: number;
  /** Whether all processes run that its pages depend on. */
  isWhole(): boolean;
  /** Adds a process that its pages depend on. Without effect if the system cannot say whether it runs (not Linux). */
  needs(pid: number): void;
  /** Kills every process of the browser and removes its profile. Settles when both are gone. */
  kill(): Promise<void>;
  /** Kills as `kill` does without waiting for the processes to end, for a program that ends itself. */
  drop(): void;
}

/** A network that is not this process's. */
export interface BrowserNetwork {
  /** The words before a command that run it inside as this user; default our own. */
  enter(user?: number): string[];
}

/** Options of a launch. */
export interface LaunchOptions {
  files: BrowserFiles;
  folders: PrivateFolders;
  sandbox: boolean;
  /** The faces that count. The browser's own are added to them. */
  fonts: Omit<FontSources, 'index'>;
  /** Where it runs. Default the network of this process. */
  network?: BrowserNetwork | undefined;
  /** Whether pages have WebGL. Default false. */
  webgl?: boolean | undefined;
  /** See `buildSwitches`. */
  trustedKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A failed launch, with the end of the browser's stderr. */
export class LaunchFailure extends Error {
  override name = 'LaunchFailure';
  output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
  /** Whether Chromium reports that the kernel refuses it a sandbox, or that it has none as root. */
  get sandboxRefused(): boolean {
    return /No usable sandbox|Running as root without --no-sandbox/.test(this.output);
  }
  /** Whether the loader reports a missing library. */
  get lacksLibrary(): boolean {
    return /error while loading shared libraries/.test(this.output);
  }
}

/**
 * Launches a browser in its own process group, connected by a pair of pipes, so that it ends whenever this process
 * ends. If the loader misses a library, launches again with the packaged libraries. Throws `LaunchFailure`.
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
  const { fonts } = options;
  const added = [...fonts.added, ...(files.fonts ? [files.fonts] : [])];
  const profile = openProfile(folders, { ...fonts, added });
  const enter = options.network?.enter(folders.user) ?? [];
  const switches = buildSwitches({
    profile: profile.folder,
    sandbox,
    smallSharedMemory: isSharedMemorySmall(),
    webgl: options.webgl === true,
    trustedKey: options.trustedKey,
  });
  const [command = '', ...words] = [...enter, files.executable, ...switches];
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    cwd: profile.folder,
    env: {
      ...selectEnvironment(),
      HOME: profile.folder,
      TMPDIR: profile.folder,
      // Their names on Windows.
      TEMP: profile.folder,
      TMP: profile.folder,
      FONTCONFIG_FILE: profile.fontConfig,
      ...pageDefaults,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...(ownLibraries && files.libraries && { LD_LIBRARY_PATH: files.libraries }),
    },
    // Node clears the groups along with the user. Entering a namespace does both at its end.
    ...(folders.user !== undefined && enter.length === 0 && { uid: folders.user, gid: folders.user }),
  });
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  // Without a process there may be no pipes, for instance when no more files can be opened.
  if (child.pid === undefined) {
    profile.remove();
    throw new LaunchFailure(`Chromium did not start (${await gone}).`, '');
  }
  const output = keepTail(child.stdio[2] as Readable);
  const connection = openConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  let isDropped = false;
  // When the first process ends, kill its group once. Later the number may belong to another.
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
    const needs = (added: number) => void (process.platform === 'linux' && needed.push(added));
    const ownNetwork = options.network !== undefined;
    return Object.assign(connection, { product, sandbox, ownNetwork, pid, isWhole, needs, kill, drop });
  } catch {
    await kill();
    throw new LaunchFailure(`Chromium did not start (${await gone}).`, await output());
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
  }
}

/** Kills the browser's process group. Never kills by name. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group is empty. EPERM: what is left is not ours, or (macOS) only waits to be reaped.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * The locale and the time zone of pages, and the language that chooses among faces, whatever those of this machine are.
 * `emulatePage` has the same values for pages whose request names others.
 */
const pageDefaults = { LANG: 'en_US.UTF-8', TZ: 'UTC', FC_LANG: 'en' };

/** What the browser needs of the environment of this process: nothing that a document may show, and no secret. */
function selectEnvironment(): Record<string, string> {
  const names = ['PATH', 'SystemRoot', 'SystemDrive', 'WINDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Whether /dev/shm is small. Containers give 64 MB by default, and pages crash when it is full. */
function isSharedMemorySmall(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks < 512 * 1024 * 1024;
  } catch {
    return true;
  }
}

function keepTail(stream: Readable): () => Promise<string> {
  let tail = '';
  const end = new Promise((resolve) => stream.once('close', resolve));
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-8192);
  });
  stream.on('error', () => undefined);
  // The end of a process may be known before its last words. Other processes that hold the stream are not waited for long.
  return async () => {
    await Promise.race([end, sleep(lastWordsMs, undefined, { ref: false })]);
    return tail;
  };
}
