import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';

/** Asks a question at the terminal and reads one line without showing it. Ctrl-C is `interrupted`. */
export async function askSecret(question: string, io: Pick<Io, 'stdin' | 'stderr'>): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  io.stderr.write(question);
  const lines = createInterface({ input: io.stdin, output: silence, terminal: true, historySize: 0 });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      // In raw mode Ctrl-C is a character, not a signal.
      lines.once('SIGINT', () => reject(new CommandError('interrupted', 'interrupted')));
      lines.once('close', () => reject(new CommandError('consent_needed', 'no API key was typed')));
    });
  } finally {
    lines.close();
    io.stderr.write('\n');
  }
}
