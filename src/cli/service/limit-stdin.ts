import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { formatDuration } from '../settings/duration.ts';

/**
 * The edges with a stdin that fails once the command is stopped, or `readTimeout` is over: a pipe may never be closed. The time begins
 * with the first look at it. A terminal is not limited.
 */
export function limitStdin(io: Io, signal: AbortSignal, readTimeout: () => Promise<number | null>): Io {
  let limited = false;
  return Object.create(io, {
    // A getter, because touching `stdin` starts to read it.
    stdin: {
      get() {
        const { stdin } = io;
        if (limited || stdin.isTTY) return stdin;
        limited = true;
        // It may end without a reader.
        stdin.on('error', () => {});
        const stop = () => stdin.destroy(signal.reason);
        signal.addEventListener('abort', stop);
        stdin.once('close', () => signal.removeEventListener('abort', stop));
        if (signal.aborted) stop();
        // What is wrong with the settings is for the command to say.
        readTimeout().then(
          (ms) => ms !== null && setTimeout(() => stdin.destroy(tooSlow(ms)), ms).unref(),
          () => {},
        );
        return stdin;
      },
    },
  });
}

function tooSlow(ms: number): CommandError {
  return new CommandError('timeout', `stdin did not end within ${formatDuration(ms)}`, {
    fix: 'close what is piped in, or allow more time with --timeout 5m',
  });
}
