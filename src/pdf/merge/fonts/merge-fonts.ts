import { listDrawings } from '../../objects/drawings.ts';
import { asDict, type PdfDict, type PdfRef } from '../../objects/objects.ts';
import { mergeTrueType } from './merge-true-type.ts';
import { mergeType3 } from './merge-type3.ts';

/**
 * Joins the subsets of each font that the pages use. Chromium embeds a subset in each PDF: TrueType unchanged, fonts with
 * outlines of another kind (CFF, variable, in colour) as drawings. `pages` come from our Chromium.
 */
export function mergeFonts(pages: readonly PdfRef[]): void {
  const fonts = findFonts(pages);
  mergeTrueType(fonts);
  mergeType3(fonts);
}

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
