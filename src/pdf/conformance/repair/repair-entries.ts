import { decodeStream, hasTextFilters, type InflateBudget, isLzw, listFilters } from '../../objects/decode-stream.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  type PdfDict,
  type PdfStream,
  resolve,
  unlessDamaged,
} from '../../objects/objects.ts';
import type { NoteRepair } from '../../part/merge-warnings.ts';

/** The flag of an annotation that is printed (ISO 32000-1, table 165). */
const print = 4;

/**
 * Drops from a dictionary of a user's PDF what an archive must not have and readers do without: other metadata,
 * lists that repeat what a font program says, what concerns a press, and smoothing (ISO 19005-2, 6.2.5, 6.2.8, 6.2.11.4.2 and 6.6.2).
 */
export function repairForArchive(dict: PdfDict, note: NoteRepair): void {
  if (asName(asDict(dict.get('Metadata'))?.get('Type')) === 'Metadata') {
    dict.delete('Metadata');
    note('metadata of single objects was removed');
  }
  const kind = asName(dict.get('Subtype'));
  if (dict.has('Rect')) repairAnnotation(dict, kind, note);
  if (kind === 'Image') {
    if (resolve(dict.get('Interpolate')) === true) note('the smoothing of images was turned off');
    dict.delete('Interpolate');
    if (dict.delete('Alternates')) note('other versions of images were removed');
  }
  repairFont(dict, note);
  if (isGraphicsState(dict)) repairState(dict, note);
}

/**
 * Drops from a font's dictionary of a user's PDF the lists that repeat what its program says, and often are wrong, and says that
 * characters are glyphs if nothing else is said (ISO 19005-2, 6.2.11.3.2 and 6.2.11.4.2; ISO 14289-1, 7.21).
 */
export function repairFont(dict: PdfDict, note: NoteRepair): void {
  if (asName(dict.get('Type')) === 'FontDescriptor') {
    const dropped = ['CIDSet', 'CharSet'].filter((key) => dict.delete(key));
    if (dropped.length > 0) note('lists of the glyphs in fonts were removed');
  }
  if (asName(dict.get('Subtype')) !== 'CIDFontType2' || dict.has('CIDToGIDMap')) return;
  const descriptor = asDict(dict.get('FontDescriptor'));
  if (!descriptor?.has('FontFile2') && !descriptor?.has('FontFile3')) return;
  dict.set('CIDToGIDMap', 'Identity');
  note('fonts without a map of their glyphs have one');
}

/** Says that a font is one, which viewers know without it (ISO 19005-2, 6.2.11.2). */
export function repairFontType(font: PdfDict, note: NoteRepair): void {
  for (const dict of [font, ...asArray(font.get('DescendantFonts')).map(asDict)]) {
    if (dict === undefined || dict.has('Type') || !dict.has('Subtype')) continue;
    dict.set('Type', 'Font');
    note('fonts without a type have one');
  }
}

/** Drops from a graphics state what has no effect on a page. */
export function repairState(state: PdfDict, note: NoteRepair): void {
  const dropped = ['HT', 'HTP'].filter((key) => state.delete(key));
  for (const key of ['TR', 'TR2']) {
    if (asName(state.get(key)) === 'Identity' && state.delete(key)) dropped.push(key);
  }
  if (dropped.length > 0) note('halftones and transfer functions without effect were removed');
}

/** Packs a stream in LZW otherwise, which archives do not know (ISO 19005-2, 6.1.7.2). What cannot be unpacked stays. */
export function repairFilters(stream: PdfStream, budget: InflateBudget, note: NoteRepair): void {
  const { dict } = stream;
  if (!listFilters(dict).some(isLzw) || !hasTextFilters(dict)) return;
  const data = unlessDamaged(
    () => decodeStream(stream, budget),
    () => undefined,
  );
  if (data === undefined) return;
  stream.data = data;
  for (const key of ['Filter', 'DecodeParms']) dict.delete(key);
  note('streams in LZW are in Flate');
}

/** A link draws nothing but its border, a popup nothing at all, and how something looks under the pointer is not for paper. */
function repairAnnotation(dict: PdfDict, kind: string | undefined, note: NoteRepair): void {
  const flags = asNumber(dict.get('F')) ?? 0;
  if (kind === 'Link' && (flags & print) === 0) {
    dict.set('F', flags | print);
    note('links are marked to be printed');
  }
  if (kind === 'Popup') dict.delete('F');
  const appearance = asDict(dict.get('AP'));
  if (!appearance?.has('N') || appearance.size === 1) return;
  dict.set('AP', new Map([['N', appearance.get('N') ?? null]]));
  note('appearances under the pointer were removed');
}

/** Most have no type. Those entries stand in no other dictionary together with a function or a halftone. */
function isGraphicsState(dict: PdfDict): boolean {
  return (
    asName(dict.get('Type')) === 'ExtGState' ||
    (!dict.has('Type') && !dict.has('Subtype') && (dict.has('HT') || dict.has('TR')))
  );
}
