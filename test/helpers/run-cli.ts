import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { type Io, run } from '../../src/cli/index.ts';
import { captureOutput } from './capture-output.ts';

/** What a command line did. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
  /** stdout as bytes. */
  bytes: Buffer;
}

/** How to run a command line; every edge has a harmless default. */
export interface CliSetting {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** What is piped in; without it stdin is a terminal. */
  stdin?: string | Buffer;
  /** What is typed at a terminal. */
  typed?: string;
  /** Whether stdout and stderr are terminals. Default false. */
  stdoutTerminal?: boolean;
  stderrTerminal?: boolean;
  /** Called with a function that sends a signal. */
  onStart?: (signal: (name: 'SIGINT' | 'SIGTERM') => void) => void;
}

/** Its own home: settings, data and cache of one test, none of them the user's. */
export interface TestHome {
  folder: string;
  env: Record<string, string>;
  remove(): void;
}

/** Makes a home. The cache is shared by all tests, so that the browser is unpacked once. */
export function makeHome(): TestHome {
  const folder = mkdtempSync(join(tmpdir(), 'platen-home-'));
  const work = join(folder, 'work');
  mkdirSync(work);
  return {
    folder: work,
    env: {
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_DATA_HOME: join(folder, 'data'),
      PATH: process.env.PATH ?? '',
      ...(process.env.XDG_CACHE_HOME && { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME }),
      ...(!process.env.XDG_CACHE_HOME && process.env.HOME && { XDG_CACHE_HOME: join(process.env.HOME, '.cache') }),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a command line inside this process, with its streams captured. */
export async function runCli(argv: readonly string[], setting: CliSetting = {}): Promise<CliResult> {
  const stdout = captureOutput(setting.stdoutTerminal);
  const stderr = captureOutput(setting.stderrTerminal);
  const stdin: Io['stdin'] =
    setting.stdin === undefined
      ? Object.assign(new PassThrough(), { isTTY: true })
      : Readable.from([Buffer.from(setting.stdin)]);
  if (setting.typed !== undefined) (stdin as PassThrough).end(setting.typed);
  let handler: ((name: 'SIGINT' | 'SIGTERM') => void) | undefined;
  const io: Io = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: setting.env ?? {},
    cwd: setting.cwd ?? tmpdir(),
    platform: process.platform,
    homeFolder: setting.env?.HOME ?? join(tmpdir(), 'platen-no-home'),
    onSignal(given) {
      handler = given;
      return () => {
        handler = undefined;
      };
    },
    uncaught: new EventEmitter(),
    end: () => {
      throw new Error('the command ended the process');
    },
  };
  setting.onStart?.((name) => handler?.(name));
  const code = await run(argv, io, '0.0.0-test');
  const bytes = stdout.read();
  return { code, bytes, stdout: bytes.toString('utf8'), stderr: stderr.read().toString('utf8') };
}
