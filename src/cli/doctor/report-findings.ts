import type { Context } from '../command/context.ts';
import { safeText } from '../output/safe-text.ts';
import { chooseSymbols } from '../output/symbols.ts';
import type { Finding } from './check.ts';

/** Gives the function that prints findings for people: a line each, and what to do below it. */
export async function openFindings({ output, io }: Context): Promise<(findings: readonly Finding[]) => Promise<void>> {
  const chalk = await output.chalk('stdout');
  const symbols = chooseSymbols(io);
  const colours = { ok: chalk.green, warn: chalk.yellow, fail: chalk.red };
  return async (findings) => {
    for (const { check, state, detail, fix } of findings) {
      const colour = colours[state];
      const sign = colour(symbols[state].padEnd(2));
      const name = check.replaceAll('_', ' ').padEnd(12);
      const said = safeText(detail);
      await output.data(`${sign} ${chalk.bold(name)} ${state === 'ok' ? said : colour(`${state}: ${said}`)}\n`);
      if (fix !== null) await output.data(`${' '.repeat(16)}${chalk.dim('fix:')} ${safeText(fix)}\n`);
    }
  };
}
