import { constants, createWriteStream, fstatSync, readFileSync, statSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { findHome } from '../../folders/index.ts';
import { CommandError } from './command-error.ts';

/** A stream for people or for data; `isTTY` marks a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };
/** Where piped data comes from. */
type InputStream = Readable & { isTTY?: boolean };

/** Signals that end a command. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The source of uncaught errors: the process. */
interface UncaughtErrors {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
  off(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/** The edges of the command line, all of them: a test hands in its own. */
export interface Io {
  stdin: InputStream;
  stdout: OutputStream;
  /** Whether nothing can read stdout: it was closed when the command started (`>&-`). Default false. */
  stdoutIsClosed?: boolean;
  stderr: OutputStream;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  platform: NodeJS.Platform;
  homeFolder: string;
  /** Calls `handler` at each signal; the returned function stops that. */
  onSignal(handler: (signal: EndSignal) => void): () => void;
  /** The source of uncaught errors. */
  uncaught: UncaughtErrors;
  /** Ends the process at once: for a second Ctrl-C, and where a command does not end in time after the first. */
  end(exitCode: number): void;
}

const endSignals: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The real edges of this process. `end` is handed in, because only `bin` ends the process. */
export function systemIo(end: (exitCode: number) => void): Io {
  let stdin: InputStream | undefined;
  let stderr: OutputStream | undefined;
  return {
    get stdin() {
      stdin ??= openStdin();
      return stdin;
    },
    stdout: openStdout(),
    get stdoutIsClosed() {
      return isStdoutClosed();
    },
    // Most commands that succeed have nothing to say there, and opening a pipe loads Node's sockets.
    get stderr() {
      stderr ??= openStderr();
      return stderr;
    },
    env: process.env,
    get cwd() {
      return ask(() => process.cwd(), 'the current folder is not there any more', 'change to another one: cd');
    },
    platform: process.platform,
    get homeFolder() {
      return ask(() => findHome(), 'this user has no home folder', 'name one: HOME=/some/folder');
    },
    onSignal(handler) {
      for (const name of endSignals) process.on(name, handler);
      return () => {
        for (const name of endSignals) process.off(name, handler);
      };
    },
    uncaught: process,
    end,
  };
}

/**
 * Node's own stream for a file takes a write that the system cut short, as on a disk that is almost full, for a whole one.
 * A file stream writes the rest, or fails.
 */
function openStdout(): OutputStream {
  if (process.stdout.isTTY || !fstatSync(1).isFile()) return process.stdout;
  return createWriteStream('', { fd: 1, autoClose: false });
}

/**
 * If a descriptor is closed when Node starts, Node opens /dev/null as it, for reading and writing. `>/dev/null` opens it for
 * writing alone. Only Linux shows which it is (proc_pid_fdinfo(5)).
 */
function isStdoutClosed(): boolean {
  try {
    if (fstatSync(1).rdev !== statSync('/dev/null').rdev) return false;
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync('/proc/self/fdinfo/1', 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 3) === constants.O_RDWR;
  } catch {
    return false;
  }
}

/** Ignores errors of stderr: when its reader is gone, they cannot be shown. */
function openStderr(): OutputStream {
  return process.stderr.on('error', () => {});
}

/** Node takes a folder for an empty input; here reading one is an error. */
function openStdin(): InputStream {
  const folder = fstatSync(0, { throwIfNoEntry: false })?.isDirectory();
  if (!folder) return process.stdin;
  return new Readable({
    read() {
      this.destroy(new CommandError('input_invalid', 'stdin is a folder', { fix: 'pipe a file in, or name one' }));
    },
  });
}

/** Asks the system for a folder only when a command needs it: help works anywhere. */
function ask(read: () => string, message: string, fix: string): string {
  try {
    return read();
  } catch (cause) {
    throw new CommandError('io_failed', message, { fix, cause });
  }
}
