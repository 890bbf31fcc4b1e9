import type { Context } from '../command/context.ts';
import { safeText } from '../output/safe-text.ts';
import { chooseSymbols } from '../output/terminal-signs.ts';
import type { CheckResult } from './check-result.ts';

/** Returns a function that prints results for people: a line each, with the fix below it. */
export async function openResultPrinter({
  output,
  io,
}: Context): Promise<(results: readonly CheckResult[]) => Promise<void>> {
  const chalk = await output.chalk('stdout');
  const symbols = chooseSymbols(io);
  const colours = { ok: chalk.green, warn: chalk.yellow, fail: chalk.red };
  return async (results) => {
    for (const { check, state, detail, fix } of results) {
      const colour = colours[state];
      const sign = colour(symbols[state].padEnd(2));
      const name = check.replaceAll('_', ' ').padEnd(12);
      const message = safeText(detail);
      await output.data(`${sign} ${chalk.bold(name)} ${state === 'ok' ? message : colour(`${state}: ${message}`)}\n`);
      if (fix !== null) await output.data(`${' '.repeat(16)}${chalk.dim('fix:')} ${safeText(fix)}\n`);
    }
  };
}
