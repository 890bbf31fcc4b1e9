import { errors } from '../contract/index.ts';
import { describeError } from './describe-error.ts';
import { guessOutputChoices, readGlobalFlags } from './global-options.ts';
import type { EndSignal, Io } from './io.ts';
import { openContext } from './open-context.ts';
import { createOutput } from './output.ts';
import { printError } from './print-error.ts';
import { parseCommandLine } from './program.ts';

/** Milliseconds that clean-up may take after Ctrl-C. */
const cleanUpMs = 2000;

/** Runs one command line (without `node` and the script) and gives its exit code. Never throws, never exits. */
export async function run(argv: readonly string[], io: Io, version: string): Promise<number> {
  const guessed = createOutput(io, guessOutputChoices(argv));
  const abort = new AbortController();
  let ended: EndSignal | undefined;
  let readerGone = false;

  const watch = (stream: NodeJS.WritableStream, gone: () => void) =>
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EIO') gone();
    });
  watch(io.stdout, () => {
    readerGone = true;
    abort.abort(new Error('the reader of stdout went away'));
  });
  watch(io.stderr, () => {});

  const stopListening = io.onSignal((signal) => {
    if (ended) return io.end(exitOf(signal));
    ended = signal;
    if (signal === 'SIGINT') guessed.note('stopping');
    abort.abort(new Error(signal));
  });

  let opened: ReturnType<typeof openContext> | undefined;
  try {
    const parsed = await parseCommandLine(argv, io, version);
    if (typeof parsed === 'number') return parsed;
    const flags = readGlobalFlags(parsed.global, parsed.settings);
    const output = createOutput(io, { ...flags, color: parsed.global.color });
    opened = openContext(io, flags, output, abort.signal, version);
    const code = (await parsed.run(opened)) ?? 0;
    return ended && !parsed.drains ? exitOf(ended) : code;
  } catch (error) {
    if (ended) return exitOf(ended);
    if (readerGone) return 0;
    const described = describeError(error, opened?.baseUrl());
    await printError(described, guessed, argv.includes('--debug'));
    return described.exit;
  } finally {
    const closing = opened?.close().catch(() => {});
    await (ended ? Promise.race([closing, new Promise((done) => setTimeout(done, cleanUpMs).unref())]) : closing);
    stopListening();
  }
}

function exitOf(signal: EndSignal): number {
  return signal === 'SIGINT' ? errors.interrupted.exit : errors.terminated.exit;
}
