import { asArray, asDict, asNumber, type PdfDict, type PdfRef } from '../pdf/objects.ts';

/** A rectangle by its left, bottom, right and top edge. */
export type Box = [number, number, number, number];

/** The size of a page as it is seen, turned by its rotation, in points. */
export interface PageSize {
  width: number;
  height: number;
}

/** The visible box of a page (ISO 32000-2, 14.11.2), before its rotation. */
export function readBox(page: PdfDict | undefined): Box {
  const edges = asArray(page?.get('CropBox') ?? page?.get('MediaBox')).map((edge) => asNumber(edge) ?? 0);
  const [a = 0, b = 0, c = 612, d = 792] = edges;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** How many quarters of a turn viewers turn a page, clockwise. */
export function readTurns(page: PdfDict | undefined): 0 | 1 | 2 | 3 {
  const degrees = asNumber(page?.get('Rotate')) ?? 0;
  return (((Math.round(degrees / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
}

export function readSize(page: PdfRef): PageSize {
  const dict = asDict(page);
  const [left, bottom, right, top] = readBox(dict);
  const [width, height] = [right - left, top - bottom];
  return readTurns(dict) % 2 === 0 ? { width, height } : { width: height, height: width };
}
