import { fixes } from '../../src/cli/output/error-fixes.ts';
import { errors, exitCodes } from '../../src/contract/index.ts';
import { escapeCell, formatTable } from './markdown-table.js';

/** Every error code, in the order of the contract's table. */
export function listErrors() {
  const rows = Object.entries(errors).map(([code, { status, exit, retryable, title }]) => [
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
export function listExitCodes() {
  const rows = Object.entries(exitCodes).map(([exit, meaning]) => {
    const codes = Object.keys(errors).filter((code) => errors[code].exit === Number(exit));
    return [exit, escapeCell(meaning), codes.map((code) => `\`${code}\``).join(', ') || '–'];
  });
  return formatTable(['exit', 'meaning', 'codes'], rows);
}
