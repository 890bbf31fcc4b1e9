import type { Client } from '../../client/index.ts';
import type { Io } from '../output/io.ts';
import type { Output } from '../output/output.ts';
import type { Settings } from '../settings/index.ts';

/** Flags that every command takes. */
export interface GlobalFlags {
  json: boolean;
  quiet: boolean;
  verbose: boolean;
  debug: boolean;
  /** False after `--no-input`: no question is asked. */
  input: boolean;
  /** Settings given as flags, by the names of the settings table, and `api_key_file`; what was not given is undefined. */
  settings: Readonly<Record<string, string | undefined>>;
  /** False after `--no-env-file`. */
  envFile: boolean;
}

/** What renders are expected. It makes the first one faster and changes nothing else. */
interface WarmUpOptions {
  /** Only one: a browser of this process goes as soon as it has printed. Default false. */
  single?: boolean;
  /** False if all sources are existing PDFs: no browser starts. Default true. */
  pages?: boolean;
  /** Markdown is among the first parts. Default false. */
  markdown?: boolean;
}

/** What a command gets handed: the edges, the output, the settings and, on demand, a client. */
export interface Context {
  io: Io;
  flags: GlobalFlags;
  output: Output;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP; all work hangs on it. */
  signal: AbortSignal;
  /** The version of platen. */
  version: string;
  /** The settings with their origins, read once. */
  settings(): Promise<Settings>;
  /**
   * Starts the browser of the service inside this process ahead of the first render, and resolves once it is launched. Does
   * nothing if an address is configured. Never rejects: the render reports what keeps a browser from starting.
   */
  warmUp(expected?: WarmUpOptions): Promise<void>;
  /**
   * Waits until the browser of the service inside this process is up. Rejects with what keeps it from starting, so that this is
   * a single error and not an error of each render. Does nothing if a URL is configured.
   */
  requireBrowser(): Promise<void>;
  /** A client of the configured service or, without a configured URL, of one inside this process. Opened once. */
  client(): Promise<Client>;
  /** Runs `close` when the command ends, however it ends. */
  defer(close: () => Promise<void> | void): void;
}
