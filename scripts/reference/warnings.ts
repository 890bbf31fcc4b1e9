import { renderWarnings } from '../../src/contract/index.ts';
import { escapeCell, formatTable } from './markdown-table.ts';

/** Every warning of a render, in the order of the contract's table. */
export function listWarnings(): string {
  const rows = Object.entries(renderWarnings).map(([code, { title, fix }]) => [
    `\`${code}\``,
    escapeCell(title),
    escapeCell(fix),
  ]);
  return formatTable(['code', 'meaning', 'what to do'], rows);
}
