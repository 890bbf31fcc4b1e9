import { commandWarnings, renderWarnings } from '../../src/contract/index.ts';
import { escapeCell, formatTable } from './markdown-table.ts';

/** Every warning of a render, in the order of the contract's table. */
export const listWarnings = () => listTable(renderWarnings);

/** Every warning of a command itself, in the order of the contract's table. */
export const listCommandWarnings = () => listTable(commandWarnings);

function listTable(table: Readonly<Record<string, { title: string; fix: string }>>): string {
  const rows = Object.entries(table).map(([code, { title, fix }]) => [
    `\`${code}\``,
    escapeCell(title),
    escapeCell(fix),
  ]);
  return formatTable(['code', 'meaning', 'what to do'], rows);
}
