import { listDrawings } from '../../objects/drawings.ts';
import { asDict, type PdfDict, type PdfRef } from '../../objects/objects.ts';

/** The fonts of the pages and of all drawings on them, however deep. */
export function findFonts(pages: readonly PdfRef[]): Set<PdfDict> {
  const fonts = new Set<PdfDict>();
  for (const { resources } of listDrawings(pages)) {
    for (const font of asDict(resources.get('Font'))?.values() ?? []) {
      const dict = asDict(font);
      if (dict !== undefined) fonts.add(dict);
    }
  }
  return fonts;
}
