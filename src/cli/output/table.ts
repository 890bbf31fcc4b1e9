import { safeText } from './safe-text.ts';

/**
 * Rows as aligned columns with a heading; text is made safe for a terminal. Where they are wider than `columns`, the width of the
 * terminal, each row becomes a block: the first cell, and below it each other cell with its heading.
 */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  columns?: number,
): string {
  const safe = rows.map((row) => row.map((cell) => safeText(cell)));
  const lines = alignColumns([heading.map((word) => word.toUpperCase()), ...safe]);
  const isWide = columns !== undefined && columns > 0 && lines.some((line) => displayWidth(line) > columns);
  return `${(isWide ? safe.flatMap((row) => formatBlock(heading, row)) : lines).join('\n')}\n`;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

function formatBlock([, ...heading]: readonly string[], [first = '', ...rest]: readonly string[]): string[] {
  const below = rest.map((cell, column) => [`  ${heading[column]}`, cell]).filter(([, cell]) => cell !== '');
  return [first, ...alignColumns(below)];
}

/** Characters of East Asia and pictures, which take two columns (Unicode, UAX 11). */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;

/** The columns that a line takes at a terminal. */
export function displayWidth(line: string): number {
  if (/^[ -~]*$/.test(line)) return line.length;
  const characters = [...new Intl.Segmenter().segment(line)];
  return characters.reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);
}
