import { asDict, asList, type PdfDict, type PdfObject, type PdfRef, PdfStream, resolve } from './objects.ts';

/** Something with its own content: a page, a form, a pattern, the group of a soft mask, or a font that draws its glyphs. */
export interface PdfDrawing {
  /** The streams of its content, which count as one (ISO 32000-2, 7.8.2); none for a font. */
  contents: PdfStream[];
  resources: PdfDict;
}

/** The pages and all drawings on them, however deep, each once and after the page that shows it first. */
export function listDrawings(pages: readonly PdfRef[]): PdfDrawing[] {
  const drawings: PdfDrawing[] = [];
  const seen = new Set<PdfDict>();
  const waiting: PdfObject[] = [...pages].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const dict = asDict(next);
    if (dict === undefined || seen.has(dict)) continue;
    seen.add(dict);
    const value = resolve(next);
    const contents = value instanceof PdfStream ? [value] : listContents(dict);
    const resources = asDict(dict.get('Resources'));
    if (resources === undefined) continue;
    drawings.push({ contents, resources });
    for (const used of listUsed(resources)) waiting.push(used);
  }
  return drawings;
}

/** The streams of a page's content. */
export function listContents(page: PdfDict | undefined): PdfStream[] {
  return asList(page?.get('Contents'))
    .map(resolve)
    .filter((stream) => stream instanceof PdfStream);
}

function listUsed(resources: PdfDict): PdfObject[] {
  const used = ['Font', 'XObject', 'Pattern'].flatMap((kind) => [...(asDict(resources.get(kind))?.values() ?? [])]);
  for (const state of asDict(resources.get('ExtGState'))?.values() ?? []) {
    used.push(asDict(asDict(state)?.get('SMask'))?.get('G') ?? null);
  }
  return used;
}
