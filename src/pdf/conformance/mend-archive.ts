import { asDict, asName, asNumber, type PdfDict } from '../objects/objects.ts';

/** The flag of an annotation that is printed (ISO 32000-1, table 165). */
const print = 4;

/**
 * Drops from a dictionary of a user's PDF what an archive must not have and readers do without: other metadata,
 * lists that repeat what a font program says, what concerns a press, and smoothing (ISO 19005-2, 6.2.5, 6.2.8, 6.2.11.4.2 and 6.6.2).
 */
export function mendForArchive(dict: PdfDict): void {
  if (asName(asDict(dict.get('Metadata'))?.get('Type')) === 'Metadata') dict.delete('Metadata');
  const kind = asName(dict.get('Subtype'));
  if (dict.has('Rect')) mendAnnotation(dict, kind);
  if (kind === 'Image') for (const key of ['Interpolate', 'Alternates']) dict.delete(key);
  if (asName(dict.get('Type')) === 'FontDescriptor') for (const key of ['CIDSet', 'CharSet']) dict.delete(key);
  if (kind === 'CIDFontType2' && asDict(dict.get('FontDescriptor'))?.has('FontFile2') && !dict.has('CIDToGIDMap')) {
    dict.set('CIDToGIDMap', 'Identity');
  }
  if (isGraphicsState(dict)) for (const key of ['HT', 'HTP']) dict.delete(key);
  if (isGraphicsState(dict) && asName(dict.get('TR')) === 'Identity') dict.delete('TR');
}

/** A link draws nothing but its border, a popup nothing at all, and how something looks under the pointer is not for paper. */
function mendAnnotation(dict: PdfDict, kind: string | undefined): void {
  if (kind === 'Link') dict.set('F', (asNumber(dict.get('F')) ?? 0) | print);
  if (kind === 'Popup') dict.delete('F');
  const appearance = asDict(dict.get('AP'));
  if (appearance?.has('N')) dict.set('AP', new Map([['N', appearance.get('N') ?? null]]));
}

/** Most have no type. Those entries stand in no other dictionary together with a function or a halftone. */
function isGraphicsState(dict: PdfDict): boolean {
  return (
    asName(dict.get('Type')) === 'ExtGState' ||
    (!dict.has('Type') && !dict.has('Subtype') && (dict.has('HT') || dict.has('TR')))
  );
}
