/** A Markdown table. Cells are Markdown; see `escapeCell` for plain text. */
export function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Plain text for a cell: a pipe would end it, and a tag would vanish. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
