import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';

/** Asks a question at the terminal and reads a line without showing it. Ctrl-C and `signal` are `interrupted`. */
export async function askSecret(
  question: string,
  io: Pick<Io, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question, because from here on the terminal echoes nothing.
  const lines = createInterface({ input: io.stdin, output: silence, terminal: true, historySize: 0 });
  let stop = () => {};
  try {
    return await new Promise<string>((resolve, reject) => {
      stop = () => reject(new CommandError('interrupted', 'interrupted'));
      signal.addEventListener('abort', stop);
      lines.once('line', resolve);
      // In raw mode Ctrl-C is a character, not a signal.
      lines.once('SIGINT', stop);
      lines.once('close', () => reject(new CommandError('consent_needed', 'no API key was typed')));
      io.stderr.write(question);
      if (signal.aborted) stop();
    });
  } finally {
    signal.removeEventListener('abort', stop);
    lines.close();
    io.stderr.write('\n');
  }
}
