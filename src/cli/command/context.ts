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

/** What a client is wanted for. */
export interface ClientPurpose {
  /**
   * A render follows, so the browser of a service in here can start at once. `ready` waits for it, so that a browser that
   * does not start is one error here and not one of each render.
   */
  render: boolean | 'ready';
  /** No other render follows, so it can go as soon as it has printed. Default false. */
  single?: boolean;
  /** Markdown is among what it renders, so what reads that can start as well. Default false. */
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
   * A client for the configured service or, where none is configured, for one inside this process. Opened once, for
   * the purpose that is given first.
   */
  client(purpose?: ClientPurpose): Promise<Client>;
  /** Runs `close` when the command ends, however it ends. */
  defer(close: () => Promise<void> | void): void;
}
