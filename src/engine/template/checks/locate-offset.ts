/** Line and column of an offset in a text, both from 1; the column in UTF-16 units. */
export function locateOffset(text: string, offset: number): { line: number; column: number } {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return { line: countLines(text, lineStart), column: offset - lineStart + 1 };
}

function countLines(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
