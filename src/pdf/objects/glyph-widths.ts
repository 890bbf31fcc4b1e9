import { asArray, asNumber, type PdfDict, resolve } from './objects.ts';

/** The width of characters without one, in thousandths of an em (ISO 32000-2, table 115). */
export function defaultWidth(descendant: PdfDict): number {
  return asNumber(descendant.get('DW')) ?? 1000;
}

/** The widths of the characters of a CIDFont, in thousandths of an em (ISO 32000-2, 9.7.4.3). Undefined if the list is broken. */
export function readWidths(descendant: PdfDict): Map<number, number> | undefined {
  const widths = new Map<number, number>();
  const list = asArray(descendant.get('W'));
  for (let at = 0; at < list.length; ) {
    const first = asNumber(list[at]);
    const next = resolve(list[at + 1]);
    if (first === undefined) return undefined;
    if (Array.isArray(next)) {
      for (const [index, width] of next.entries()) widths.set(first + index, asNumber(width) ?? 0);
      at += 2;
    } else if (typeof next === 'number' && next - first < 65536) {
      for (let glyph = first; glyph <= next; glyph++) widths.set(glyph, asNumber(list[at + 2]) ?? 0);
      at += 3;
    } else return undefined;
  }
  return widths;
}
