import { asDict, type PdfDict, type PdfRef } from '../../pdf/objects.ts';

/** The fonts of the pages and of all drawings on them, however deep. */
export function findFonts(pages: readonly PdfRef[]): Set<PdfDict> {
  const fonts = new Set<PdfDict>();
  const seen = new Set<PdfDict>();
  const waiting: (PdfDict | undefined)[] = pages.map((page) => asDict(asDict(page)?.get('Resources')));
  for (let resources = waiting.pop(); resources !== undefined || waiting.length > 0; resources = waiting.pop()) {
    if (resources === undefined || seen.has(resources)) continue;
    seen.add(resources);
    for (const font of asDict(resources.get('Font'))?.values() ?? []) {
      const dict = asDict(font);
      if (dict === undefined) continue;
      fonts.add(dict);
      waiting.push(asDict(dict.get('Resources')));
    }
    for (const kind of ['XObject', 'Pattern']) {
      for (const drawing of asDict(resources.get(kind))?.values() ?? [])
        waiting.push(asDict(asDict(drawing)?.get('Resources')));
    }
    for (const state of asDict(resources.get('ExtGState'))?.values() ?? []) {
      waiting.push(asDict(asDict(asDict(asDict(state)?.get('SMask'))?.get('G'))?.get('Resources')));
    }
  }
  return fonts;
}
