import { asArray, asDict, asNumber } from '../pdf/objects.ts';
import { readPages } from '../pdf/page-tree.ts';
import { PdfFile } from '../pdf/pdf-file.ts';

/** A page as it is seen, in points. */
export interface PageSize {
  width: number;
  height: number;
}

const mostPages = 100_000;

/** The sizes of the pages of a sound PDF, its own or one that binding has made. */
export function measurePages(pdf: Uint8Array): PageSize[] {
  return readPages(new PdfFile(pdf), mostPages).map((page) => {
    const dict = asDict(page);
    const box = asArray(dict?.get('CropBox') ?? dict?.get('MediaBox')).map((edge) => asNumber(edge) ?? 0);
    const [left = 0, bottom = 0, right = 612, top = 792] = box;
    const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
    const isTurned = Math.round((asNumber(dict?.get('Rotate')) ?? 0) / 90) % 2 !== 0;
    return isTurned ? { width: height, height: width } : { width, height };
  });
}
