import { guessOutputChoices, readGlobalFlags } from './command/global-options.ts';
import { CommandError } from './output/command-error.ts';
import { type DescribedError, describeError } from './output/describe-error.ts';
import type { EndSignal, Io } from './output/io.ts';
import { createOutput } from './output/output.ts';
import { printError } from './output/print-error.ts';
import { addFlag } from './output/quote-word.ts';
import { type ParsedCommandLine, parseCommandLine } from './program/program.ts';
import { openContext } from './service/open-context.ts';

/** Milliseconds that a command may take to end after the first signal. */
const cleanUpMs = 2000;
/**
 * Milliseconds in which a second signal counts as an echo of the first: at a terminal Ctrl-C goes to the whole group, and a
 * program around the command, such as timeout(1), passes its own on.
 */
const echoMs = 100;

/** Runs a command line (without `node` and the script) and returns its exit code. Never throws, never exits. */
export async function run(argv: readonly string[], io: Io, version: string): Promise<number> {
  const guessed = createOutput(io, guessOutputChoices(argv));
  const abort = new AbortController();
  let ended: EndSignal | undefined;
  let endedAt = 0;
  let endAnyway: NodeJS.Timeout | undefined;
  let readerGone = false;
  let parsed: ParsedCommandLine | undefined;
  let opened: ReturnType<typeof openContext> | undefined;
  /** Returns the exit code of a signal; with --json its error is printed. */
  const tellEnd = (signal: EndSignal) => {
    const described = describeError(stoppedBy(signal));
    if (guessed.json) void printError(described, guessed, false);
    return described.exit;
  };

  io.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && code !== 'EIO') return;
    readerGone = true;
    abort.abort(new Error('the reader of stdout went away'));
  });

  const stopListening = io.onSignal((signal) => {
    if (ended) {
      if (performance.now() - endedAt > echoMs) io.end(tellEnd(signal));
      return;
    }
    ended = signal;
    endedAt = performance.now();
    if (signal === 'SIGINT') guessed.note('stopping');
    // Some work ignores the signal, such as unpacking the browser for the first time.
    if (!parsed?.drains) endAnyway = setTimeout(() => io.end(tellEnd(signal)), cleanUpMs);
    abort.abort(stoppedBy(signal));
  });

  try {
    const understood = await parseCommandLine(argv, io, version);
    if (typeof understood === 'number') return understood;
    parsed = understood;
    const flags = readGlobalFlags(parsed.global, parsed.settings);
    const output = createOutput(io, { ...flags, color: parsed.global.color });
    opened = openContext(io, flags, output, abort.signal, version, parsed.timeoutPerCall);
    const code = (await parsed.run(opened)) ?? 0;
    return ended && !parsed.drains ? tellEnd(ended) : code;
  } catch (error) {
    if (ended) return tellEnd(ended);
    if (readerGone) return 0;
    const described = describeError(error, opened?.baseUrl());
    if (described.code === 'output_exists' && parsed?.takesForce) adviseForce(described, argv);
    await printError(described, opened?.output ?? guessed, argv.includes('--debug'));
    return described.exit;
  } finally {
    await opened?.close().catch(() => {});
    opened?.output.flushWarnings();
    clearTimeout(endAnyway);
    // Else one more signal on the way out would end the process by itself, and not with the exit code of the first.
    if (!ended) stopListening();
  }
}

/** Advises the same command, so that it overwrites the file. */
function adviseForce(error: DescribedError, argv: readonly string[]): void {
  const again = addFlag(argv, '-f');
  if (again !== undefined) error.fix = `choose another file, or overwrite it: ${again}`;
}

function stoppedBy(signal: EndSignal): CommandError {
  return signal === 'SIGINT'
    ? new CommandError('interrupted', 'interrupted')
    : new CommandError('terminated', 'terminated');
}
