import { asArray, asDict, asName, followRef, PdfDamage, type PdfDict, type PdfObject, PdfRef } from './objects.ts';
import type { PdfFile } from './pdf-file.ts';

/** A page tree with more pages than are wanted. */
export class TooManyPages extends Error {
  override name = 'TooManyPages';
}

/** Entries that a page inherits from the nodes above it (ISO 32000-2, 7.7.3.4). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

interface Waiting {
  node: PdfObject;
  inherited: PdfDict;
}

/**
 * The pages of a file in order, each with a copy of what it inherits. A page that the tree names twice becomes two.
 * Throws PdfDamage for a tree with a ring or without a page, TooManyPages beyond `limit`.
 */
export function readPages(file: PdfFile, limit: number): PdfRef[] {
  const pages: PdfRef[] = [];
  const seen = new Set<PdfDict>();
  const waiting: Waiting[] = [{ node: file.catalog.get('Pages') ?? null, inherited: new Map() }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const dict = asDict(next.node);
    if (dict === undefined) continue;
    const isPage = asName(dict.get('Type')) === 'Page' || !dict.has('Kids');
    if (isPage) {
      if (pages.length === limit) throw new TooManyPages();
      pages.push(takePage(file, next, dict, seen));
      continue;
    }
    if (seen.has(dict)) throw new PdfDamage('a page tree with a ring');
    seen.add(dict);
    const inherited = new Map(next.inherited);
    for (const key of inheritable) if (dict.has(key)) inherited.set(key, dict.get(key) ?? null);
    const kids = asArray(dict.get('Kids'));
    for (let i = kids.length - 1; i >= 0; i--) waiting.push({ node: kids[i] ?? null, inherited });
  }
  if (pages.length === 0) throw new PdfDamage('no pages');
  return pages;
}

function takePage(file: PdfFile, { node, inherited }: Waiting, dict: PdfDict, seen: Set<PdfDict>): PdfRef {
  if (seen.has(dict)) return new PdfRef(new Map(dict), file);
  seen.add(dict);
  for (const [key, value] of inherited) if (!dict.has(key)) dict.set(key, value);
  return node instanceof PdfRef ? followRef(node) : new PdfRef(dict, file);
}
