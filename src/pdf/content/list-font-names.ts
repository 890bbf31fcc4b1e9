import { listDrawings } from '../objects/drawings.ts';
import { asDict, asName, type PdfRef, unlessDamaged } from '../objects/objects.ts';

/**
 * The names of the fonts on pages that our Chromium printed (ISO 32000-2, 9.6.2.1), without the mark of a subset. What cannot be read is
 * left out: merging reads the same file, and says what is wrong with it.
 */
export function listFontNames(pages: readonly PdfRef[]): Set<string> {
  const names = new Set<string>();
  const read = () => {
    for (const { resources } of listDrawings(pages)) {
      for (const font of asDict(resources.get('Font'))?.values() ?? []) {
        const name = asName(asDict(font)?.get('BaseFont'));
        if (name !== undefined) names.add(name.replace(/^[A-Z]{6}\+/, ''));
      }
    }
  };
  unlessDamaged(read, () => undefined);
  return names;
}
