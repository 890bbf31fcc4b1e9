import type { ChalkInstance } from 'chalk';
import { maskApiKey } from '../../contract/index.ts';
import { CommandError } from './command-error.ts';
import type { Io, OutputStream } from './io.ts';
import { formatJson, safeJson, safeText } from './safe-text.ts';
import { wantsColour } from './terminal-signs.ts';
import { type CommandWarning, type ListedWarning, openWarnings, type WarningList } from './warnings.ts';

/** How much a command prints. */
export interface OutputChoices {
  json: boolean;
  quiet: boolean;
  verbose: boolean;
  debug: boolean;
  color: boolean | undefined;
}

/** A line of progress that can change and vanishes at the end. */
interface Progress {
  update(text: string): void;
  stop(): void;
}

/** stdout is data; all else goes to stderr. The only place of the program that prints. */
export interface Output {
  /** Whether stdout is a terminal. */
  readonly dataToTerminal: boolean;
  /** The width of stdout in columns, where it is a terminal. */
  readonly dataColumns: number | undefined;
  /** Whether stderr is a terminal. */
  readonly peopleAtTerminal: boolean;
  readonly json: boolean;
  /** Writes data to stdout and waits until it is taken. Throws `io_failed` where that is impossible. */
  data(text: string | Uint8Array): Promise<void>;
  /** Writes one JSON document to stdout. With --json it gets the warnings up to now, unless it has `warnings`. */
  jsonDocument(value: unknown): Promise<void>;
  /** A finished piece of work, for people; silent with --quiet and --json. */
  done(text: string): void;
  /** Something to know; silent with --quiet. */
  note(text: string): void;
  /** Something to look at; shown even with --quiet. With --json the next document lists it, else the error or a last line of stderr. */
  warn(warning: CommandWarning): void;
  /** A warning of a render; `text` is for people. */
  warnOfRender: WarningList['warnOfRender'];
  /** With --json the warnings that no document has listed yet; they count as listed. */
  takeWarnings(): ListedWarning[];
  /** Warnings that belong to one record of several, whose owner takes them. */
  openWarnings(): WarningList;
  /** Writes the warnings that no document has listed as a line of JSON to stderr. */
  flushWarnings(): void;
  /** A detail; shown only with --verbose or --debug. */
  detail(text: string): void;
  /** A line of debug output; shown only with --debug. */
  debug(text: string): void;
  /** Keeps a secret out of whatever goes to stderr from now on; keys of platen's own form never get there. `shown` replaces it. */
  hide(secret: string, shown?: string): void;
  /** Writes plain text to stderr unchanged, for error blocks. */
  raw(text: string): void;
  /** Shows progress after a moment, and only at a terminal. */
  progress(text: string): Progress;
  /**
   * Shows what holds up all progress, in place of the progress; undefined ends that. Without a spinner its first text is a note, with --json
   * as a line of JSON on stderr.
   */
  holdUp(text: string | undefined): void;
  /** Chalk for a stream, with or without colour as `wantsColour` decides. */
  chalk(stream: 'stdout' | 'stderr'): Promise<ChalkInstance>;
}

/** Milliseconds before a spinner shows. */
const spinnerDelay = 150;

/** The output of one command. */
export function createOutput(io: Io, choices: OutputChoices): Output {
  const { stdout, env } = io;
  let spinner: { pause(): void; resume(): void; update(text: string): void } | undefined;
  let progressText = '';
  let heldUp: string | undefined;
  const secrets = new Map<string, string>();
  const mask = (text: string) => {
    let masked = text.replace(/platen_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/g, maskApiKey);
    for (const [secret, shown] of secrets) masked = masked.replaceAll(secret, () => shown);
    return masked;
  };
  const say = (text: string) => {
    spinner?.pause();
    io.stderr.write(`${mask(text)}\n`);
    spinner?.resume();
  };
  const data = async (text: string | Uint8Array) => {
    // Data and the spinner share the terminal's line.
    if (stdout.isTTY) spinner?.pause();
    await write(stdout, text);
    if (stdout.isTTY) spinner?.resume();
  };
  const report = (text: string) => {
    if (!choices.quiet && !choices.json) say(safeText(text));
  };
  const print = choices.json ? undefined : (text: string) => say(`warning: ${safeText(text)}`);
  const warnings = openWarnings(print);
  // A program that serves goes on after its only document.
  let hasDocument = false;
  const flushWarnings = () => {
    const left = warnings.take();
    if (left.length > 0) say(safeJson(JSON.stringify({ warnings: left })));
  };
  const flushLate = () => {
    if (hasDocument) flushWarnings();
  };
  const spins = () =>
    !(choices.quiet || choices.json || choices.debug) &&
    !env.CI &&
    env.TERM !== 'dumb' &&
    io.stderr.isTTY === true &&
    (io.stderr.columns ?? 0) > 0;

  return {
    dataToTerminal: stdout.isTTY === true,
    dataColumns: stdout.isTTY ? stdout.columns : undefined,
    get peopleAtTerminal() {
      return io.stderr.isTTY === true;
    },
    json: choices.json,
    data,
    async jsonDocument(value) {
      const isListed = typeof value === 'object' && value !== null && !Array.isArray(value) && !('warnings' in value);
      const document = choices.json && isListed ? { ...value, warnings: warnings.take() } : value;
      hasDocument = true;
      await data(safeJson(formatJson(document)));
    },
    done: report,
    note: report,
    warn(warning) {
      warnings.warn(warning);
      flushLate();
    },
    warnOfRender(warning, text) {
      warnings.warnOfRender(warning, text);
      flushLate();
    },
    takeWarnings: warnings.take,
    openWarnings: () => openWarnings(print),
    flushWarnings,
    detail: (text) => {
      if (choices.verbose || choices.debug) say(safeText(text));
    },
    debug: (text) => {
      if (choices.debug) say(`debug: ${safeText(text)}`);
    },
    hide: (secret, shown = maskApiKey(secret)) => void secrets.set(secret, shown),
    raw: (text) => say(text.replace(/\n$/, '')),
    progress(text) {
      if (!spins()) {
        if (choices.verbose) say(safeText(text));
        return { update: () => {}, stop: () => {} };
      }
      const shown = showSpinner(io.stderr, text, wantsColour(io.stderr, env, choices.color));
      spinner = shown;
      progressText = text;
      if (heldUp !== undefined) shown.update(heldUp);
      return {
        update(next) {
          progressText = next;
          if (heldUp === undefined) shown.update(next);
        },
        stop() {
          shown.stop();
          spinner = undefined;
        },
      };
    },
    holdUp(text) {
      if (text !== undefined && heldUp === undefined && !spins()) {
        if (!choices.json) report(text);
        else if (!choices.quiet) say(safeJson(JSON.stringify({ note: text })));
      }
      heldUp = text;
      spinner?.update(text ?? progressText);
    },
    async chalk(name) {
      const { Chalk } = await import('chalk');
      return new Chalk({ level: wantsColour(io[name], env, choices.color) ? 1 : 0 });
    },
  };
}

/** A spinner that appears after a delay, pauses while something else is written, and erases itself at the end. */
function showSpinner(stream: OutputStream, first: string, colour: boolean) {
  let text = safeText(first);
  let wanted = true;
  let ora: import('ora').Ora | undefined;
  const start = async () => {
    if (!wanted) return;
    const { default: createOra } = await import('ora');
    if (!wanted) return;
    // discardStdin would swallow Ctrl-C (sindresorhus/ora#253).
    ora ??= createOra({ text, stream, discardStdin: false, color: colour ? 'cyan' : false });
    ora.start();
  };
  const timer = setTimeout(() => void start(), spinnerDelay);
  return {
    update(next: string) {
      text = safeText(next);
      if (ora) ora.text = text;
    },
    pause() {
      ora?.stop();
    },
    resume() {
      if (wanted) ora?.start();
    },
    stop() {
      wanted = false;
      clearTimeout(timer);
      ora?.stop();
    },
  };
}

/** Writes data and waits until the reader has taken it. A reader that went away is no error; a full disk is. */
export async function write(stream: OutputStream, data: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(data, (error) => {
      const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
      if (!error || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return resolve();
      reject(new CommandError('io_failed', 'cannot write to stdout', { why: code ?? error.message, cause: error }));
    });
  });
}
