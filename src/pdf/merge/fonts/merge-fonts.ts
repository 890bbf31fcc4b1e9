import type { PdfRef } from '../../objects/objects.ts';
import { findFonts } from './find-fonts.ts';
import { mergeTrueType } from './merge-true-type.ts';
import { mergeType3 } from './merge-type3.ts';

/**
 * Joins the subsets of each font that the pages use. Chromium embeds a subset in each PDF: TrueType as it is, fonts with
 * outlines of another kind (CFF, variable, in colour) as drawings. `pages` come from our Chromium.
 */
export function mergeFonts(pages: readonly PdfRef[]): void {
  const fonts = findFonts(pages);
  mergeTrueType(fonts);
  mergeType3(fonts);
}
