import { fixes } from '../../src/cli/output/error-fixes.ts';
import { type ErrorCode, errors, exitCodes } from '../../src/contract/index.ts';
import { escapeCell, formatTable } from './markdown-table.ts';

const codes = Object.keys(errors) as ErrorCode[];

/** Every error code, in the order of the contract's table. */
export function listErrors(): string {
  const rows = codes
    .map((code) => ({ code, ...errors[code] }))
    .map(({ code, status, exit, retryable, title }) => [
      `\`${code}\``,
      status ?? '–',
      exit,
      retryable ? 'yes' : 'no',
      escapeCell(title),
      escapeCell(fixes[code] ?? '–'),
    ]);
  return formatTable(['code', 'status', 'exit', 'retry', 'meaning', 'what to do'], rows);
}

/** Every exit code of the command line, with the errors that lead to it. */
export function listExitCodes(): string {
  const rows = Object.entries(exitCodes).map(([exit, meaning]) => {
    const causes = codes.filter((code) => errors[code].exit === Number(exit));
    return [exit, escapeCell(meaning), causes.map((code) => `\`${code}\``).join(', ') || '–'];
  });
  return formatTable(['exit', 'meaning', 'codes'], rows);
}
