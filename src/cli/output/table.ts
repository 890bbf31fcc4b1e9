import { safeText } from './safe-text.ts';

/** Rows as aligned columns with a heading; text is made safe for a terminal. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const safe = [heading.map((word) => word.toUpperCase()), ...rows.map((row) => row.map((cell) => safeText(cell)))];
  const widths = heading.map((_, column) => Math.max(...safe.map((row) => row[column]?.length ?? 0)));
  const lines = safe.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
