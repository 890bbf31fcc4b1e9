import { asDict, PdfDamage, type PdfDict, resolve } from '../objects/objects.ts';
import { readXmp } from '../part/foreign/read-xmp.ts';
import type { OpenPart } from '../part/open-part.ts';
import type { PageMarker } from './mark-pages.ts';

/**
 * Why a user's PDF cannot be a part of an accessible document; undefined if it can. It must claim PDF/UA-1 itself, because
 * only its author knows whether its tags match its pages, and what it paints must be marked.
 */
export function findObstacle({ catalog, pages }: OpenPart, marker: PageMarker): string | undefined {
  const marks = asDict(catalog.get('MarkInfo'));
  if (!claimsAccessible(readXmp(catalog))) return 'does not claim to be PDF/UA-1 (ISO 14289-1, clause 5)';
  if (resolve(marks?.get('Marked')) !== true || resolve(marks?.get('Suspects')) === true) {
    return 'does not say that its tags are sound (ISO 14289-1, 7.1)';
  }
  let unmarked: number;
  try {
    unmarked = pages.findIndex((page) => marker.markPage(asDict(page) as PdfDict));
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    return `has content that cannot be looked through: ${error.message}`;
  }
  return unmarked < 0 ? undefined : `paints outside of its tags on page ${unmarked + 1} (ISO 14289-1, 7.1)`;
}

/** Whether XMP names part 1 of PDF/UA, as an element or as an attribute. */
function claimsAccessible(xmp: string): boolean {
  return /<pdfuaid:part>\s*1\s*<|\bpdfuaid:part\s*=\s*["']1["']/.test(xmp);
}
