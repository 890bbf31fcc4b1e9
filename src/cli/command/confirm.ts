import { createInterface } from 'node:readline';
import { CommandError } from '../output/command-error.ts';
import type { Context } from './context.ts';

/** Throws `consent_needed`, naming the flag that gives consent, if stdin and stderr are not both terminals. */
export function requireAnswerer({ io, flags }: Pick<Context, 'io' | 'flags'>, question: string, flag = '--yes'): void {
  if (io.stdin.isTTY && io.stderr.isTTY && !io.env.CI && flags.input && !flags.json) return;
  throw new CommandError('consent_needed', `this needs consent: ${question}`, {
    why: 'there is no terminal, or questions are disabled (CI, --no-input, --json)',
    fix: `give it with ${flag}`,
  });
}

/**
 * Asks a yes-or-no question; an empty line and the end of input are no. Asks only if stdin and
 * stderr are terminals, not in CI, not with --no-input or --json. Otherwise it throws `consent_needed` with the flag that
 * gives consent.
 */
export async function confirm(
  { io, flags, signal }: Pick<Context, 'io' | 'flags' | 'signal'>,
  question: string,
  flag = '--yes',
): Promise<boolean> {
  requireAnswerer({ io, flags }, question, flag);
  signal.throwIfAborted();
  const lines = createInterface({ input: io.stdin, terminal: false });
  let stop = () => {};
  try {
    return await new Promise<boolean>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      lines.once('line', (line) => {
        lines.removeAllListeners('close');
        resolve(/^\s*y(es)?\s*$/i.test(line));
      });
      lines.once('close', () => {
        // Ctrl-D leaves the cursor behind the question.
        io.stderr.write('\n');
        resolve(false);
      });
      io.stderr.write(`${question} [y/N] `);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    lines.removeAllListeners().close();
  }
}
