import type { Context } from '../../command/context.ts';
import type { DescribedError } from '../../output/describe-error.ts';
import { toJson } from '../../output/print-error.ts';
import { namePart, type RequestWords } from '../../output/request-words.ts';
import { safeJson, safeText } from '../../output/safe-text.ts';
import { chooseSymbols } from '../../output/terminal-signs.ts';
import type { ListedWarning } from '../../output/warnings.ts';
import { formatBytes } from '../render-output.ts';
import type { JournalEntry } from './journal-entry.ts';

/** The outcome of a job. */
export type Result = {
  index: number;
  place: string;
  id: string | null;
  /** As written in the line; null if the line cannot be read. */
  output: string | null;
  path: string | null;
  /** What its parts are called in the line. */
  words: RequestWords;
  ms: number;
} & ({ kind: 'done' | 'skipped'; entry: JournalEntry } | { kind: 'failed'; error: DescribedError });

/**
 * Returns a function that writes a result to stdout and waits until it is taken: a line of JSON; at a terminal without --json
 * a line for people, and none for a job of an earlier run.
 */
export async function openReport({ output, io }: Context): Promise<(result: Result) => Promise<void>> {
  if (output.json || !output.dataToTerminal)
    return (result) => output.data(`${safeJson(JSON.stringify(toLine(result, output.takeWarnings())))}\n`);
  const chalk = await output.chalk('stdout');
  const { ok, fail } = chooseSymbols(io);
  return async (result) => {
    const name = safeText(result.output ?? result.place);
    if (result.kind === 'done') {
      const { pages, bytes, warnings } = result.entry;
      const facts =
        pages === null ? formatBytes(bytes) : `${pages} page${pages === 1 ? '' : 's'}, ${formatBytes(bytes)}`;
      const below = warnings.map(({ part, detail }) => {
        const text = [namePart(result.words, part), detail].filter(Boolean).join(': ');
        return `\n    ${chalk.yellow('warning')} ${safeText(text)}`;
      });
      await output.data(`${chalk.green(ok)} ${name} ${chalk.dim(`(${facts})`)}${below.join('')}\n`);
    } else if (result.kind === 'failed') {
      const { message, why, code } = result.error;
      const place = message.startsWith(`${result.place}:`) ? '' : `${result.place}: `;
      const text = safeText(`${place}${message}${why ? `: ${why}` : ''}`);
      await output.data(`${chalk.red(fail)} ${name} ${chalk.dim(`(${code})`)}\n    ${text}\n`);
    }
  };
}

/** The line of JSON of a result, with the warnings of the command that no line has yet. */
function toLine(result: Result, warnings: readonly ListedWarning[]): object {
  const entry = result.kind === 'failed' ? undefined : result.entry;
  return {
    index: result.index,
    id: result.id,
    ok: result.kind !== 'failed',
    skipped: result.kind === 'skipped',
    path: result.path,
    ...(entry?.images && { images: entry.images.map(({ sha256: _, ...image }) => image) }),
    bytes: entry?.bytes ?? null,
    pages: entry?.pages ?? null,
    sha256: entry?.sha256 ?? null,
    ms: result.ms,
    warnings: [...(entry?.warnings ?? []), ...warnings],
    error: result.kind === 'failed' ? toJson(result.error) : null,
  };
}
