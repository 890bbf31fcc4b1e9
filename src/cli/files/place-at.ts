/** Line and column of a place in a text, both from 1; the column in UTF-16 units. */
export interface TextPlace {
  line: number;
  column: number;
}

/** The place of an offset in a text. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
