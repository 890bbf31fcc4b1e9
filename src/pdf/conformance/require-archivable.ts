import type { InflateBudget } from '../objects/decode-stream.ts';
import { asArray, asDict, asName, asNumber, PdfDamage, type PdfDict, resolve } from '../objects/objects.ts';
import { readNameTree } from '../objects/trees.ts';
import type { Conformance } from '../part/conformance.ts';
import { listFields } from '../part/foreign/list-fields.ts';
import { readXmp } from '../part/foreign/read-xmp.ts';
import { MergeError } from '../part/merge-error.ts';
import type { OpenPart } from '../part/open-part.ts';
import { Breaches } from './breaches.ts';
import { checkAnnotations } from './check-annotations.ts';
import { ColourChecker, type IntentSpace } from './check-colour.ts';
import { ContentChecker } from './check-content.ts';
import { checkFont } from './check-font.ts';
import { isUtf8Name } from './check-limits.ts';
import type { ArchiveTags } from './marked-text.ts';

const inflateLimit = 512 * 1024 * 1024;

/** The least and the largest that a side of a page may be, in units (ISO 19005-2, 6.1.13). */
const [leastSide, largestSide] = [3, 14_400];

/**
 * Refuses user's PDFs that break what an archive promises, because what is in them stays unchanged, and pages that are too large. `intent` is what the
 * colours of the document are meant for, `readTags` reads tags for level A. Throws MergeError `not_conforming`, which names the first breaches with page and clause.
 */
export function requireArchivable(
  parts: readonly OpenPart[],
  { pdfA }: Conformance,
  intent: IntentSpace,
  readTags: (part: OpenPart) => ArchiveTags,
): void {
  if (pdfA === undefined) return;
  const budget: InflateBudget = { bytes: inflateLimit };
  const spots = new Map<string, string>();
  for (const part of parts) {
    const breaches = new Breaches(`ISO 19005-${pdfA.part}`);
    const isSure = readClaim(part.catalog) !== undefined;
    const isReadable = pdfA.level !== 'B';
    const colours = new ColourChecker(breaches, intent, budget, spots);
    const tags = pdfA.level === 'A' && part.part.foreign ? readTags(part) : undefined;
    const content = new ContentChecker(breaches, colours, budget, isSure, tags);
    for (const [at, page] of part.pages.entries()) {
      breaches.turnTo((part.kept[at] ?? 0) + 1);
      checkBoxes(asDict(page) as PdfDict, breaches);
      if (part.part.foreign) checkPage(asDict(page) as PdfDict, content, breaches);
    }
    breaches.turnTo(undefined);
    if (part.part.foreign) checkDocument(part, pdfA, breaches);
    if (tags !== undefined) checkTags(tags, breaches);
    for (const [font, use] of content.fonts.all) checkFont(font, use, breaches, budget, { isSure, isReadable });
    const found = breaches.describe();
    if (found !== undefined) throw new MergeError('not_conforming', part.index, found);
  }
}

function checkTags(tags: ArchiveTags, breaches: Breaches): void {
  for (const { what, clause } of tags.breaches) breaches.add(what, clause);
  for (const type of tags.types) {
    if (!isUtf8Name(type)) breaches.add(`the tag ${type}, whose name is not UTF-8`, '6.1.8');
  }
}

function checkDocument(
  { catalog, pages }: OpenPart,
  { part, level }: NonNullable<Conformance['pdfA']>,
  breaches: Breaches,
): void {
  const form = asDict(catalog.get('AcroForm'));
  if (form?.has('XFA')) breaches.add('an XFA form', '6.4.2');
  if (hasScript(catalog) || listFields(form, pages).some((field) => field.has('AA')))
    breaches.add('JavaScript', '6.5.1');
  const files = readNameTree(asDict(catalog.get('Names'))?.get('EmbeddedFiles'));
  if (part === 2 && (files.length > 0 || asArray(catalog.get('AF')).length > 0)) breaches.add('attached files', '6.8');
  if (level === 'B') return;
  const claim = readClaim(catalog);
  const isMarked = resolve(asDict(catalog.get('MarkInfo'))?.get('Marked')) === true && catalog.has('StructTreeRoot');
  const isEnough = level === 'U' ? claim === 'U' || claim === 'A' : claim === 'A' && isMarked;
  if (!isEnough) breaches.add(`level ${level}, which the PDF does not claim itself`);
}

function hasScript(catalog: PdfDict): boolean {
  const opening = asDict(catalog.get('OpenAction'));
  const scripts = asDict(catalog.get('Names'))?.get('JavaScript');
  return catalog.has('AA') || asName(opening?.get('S')) === 'JavaScript' || readNameTree(scripts).length > 0;
}

function checkBoxes(page: PdfDict, breaches: Breaches): void {
  for (const key of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) {
    const [left = 0, bottom = 0, right = 0, top = 0] = asArray(page.get(key)).map((edge) => asNumber(edge) ?? 0);
    const sides = [Math.abs(right - left), Math.abs(top - bottom)];
    if (page.has(key) && sides.some((side) => side < leastSide || side > largestSide)) {
      breaches.add(`a ${key} of ${sides.join(' by ')} units`, '6.1.13');
    }
  }
}

function checkPage(page: PdfDict, content: ContentChecker, breaches: Breaches): void {
  try {
    content.checkPage(page);
    checkAnnotations(page, content, breaches);
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    breaches.add(`content that cannot be read: ${error.message}`);
  }
}

/** The level of PDF/A of part 2 or 3 that a document claims itself; undefined if it claims none. */
function readClaim(catalog: PdfDict): string | undefined {
  const xmp = readXmp(catalog);
  const read = (name: string) => new RegExp(`pdfaid:${name}(?:>|\\s*=\\s*["'])\\s*(\\w)`).exec(xmp)?.[1];
  return ['2', '3'].includes(read('part') ?? '') ? read('conformance') : undefined;
}

/** The flag of an annotation that is printed (ISO 32000-1, table 165). */
const print = 4;

/**
 * Drops from a dictionary of a user's PDF what an archive must not have and readers do without: other metadata,
 * lists that repeat what a font program says, what concerns a press, and smoothing (ISO 19005-2, 6.2.5, 6.2.8, 6.2.11.4.2 and 6.6.2).
 */
export function repairForArchive(dict: PdfDict): void {
  if (asName(asDict(dict.get('Metadata'))?.get('Type')) === 'Metadata') dict.delete('Metadata');
  const kind = asName(dict.get('Subtype'));
  if (dict.has('Rect')) repairAnnotation(dict, kind);
  if (kind === 'Image') for (const key of ['Interpolate', 'Alternates']) dict.delete(key);
  repairFont(dict);
  if (isGraphicsState(dict)) for (const key of ['HT', 'HTP']) dict.delete(key);
  if (isGraphicsState(dict) && asName(dict.get('TR')) === 'Identity') dict.delete('TR');
}

/**
 * Drops from a font's dictionary of a user's PDF the lists that repeat what its program says, and often are wrong, and says that
 * characters are glyphs if nothing else is said (ISO 19005-2, 6.2.11.3.2 and 6.2.11.4.2; ISO 14289-1, 7.21).
 */
export function repairFont(dict: PdfDict): void {
  if (asName(dict.get('Type')) === 'FontDescriptor') for (const key of ['CIDSet', 'CharSet']) dict.delete(key);
  if (asName(dict.get('Subtype')) !== 'CIDFontType2' || dict.has('CIDToGIDMap')) return;
  const descriptor = asDict(dict.get('FontDescriptor'));
  if (descriptor?.has('FontFile2') || descriptor?.has('FontFile3')) dict.set('CIDToGIDMap', 'Identity');
}

/** A link draws nothing but its border, a popup nothing at all, and how something looks under the pointer is not for paper. */
function repairAnnotation(dict: PdfDict, kind: string | undefined): void {
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
