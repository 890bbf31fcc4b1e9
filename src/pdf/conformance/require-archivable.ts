import type { InflateBudget } from '../objects/decode-stream.ts';
import { asArray, asDict, asNumber, type PdfDict, resolve, unlessDamaged } from '../objects/objects.ts';
import { readNameTree } from '../objects/trees.ts';
import { type ArchiveClaim, allowsFiles, type Conformance } from '../part/conformance.ts';
import { readXmp } from '../part/foreign/read-xmp.ts';
import { MergeError } from '../part/merge-error.ts';
import type { MergeWarnings, NoteRepair } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';
import { collectArchiveBreaches } from './archive-clauses.ts';
import type { Breaches } from './breaches.ts';
import { checkAnnotations } from './check-annotations.ts';
import { ColourChecker, type IntentSpace } from './check-colour.ts';
import { ContentChecker } from './check-content.ts';
import { checkFont } from './check-font.ts';
import { isUtf8Name } from './check-limits.ts';
import type { ArchiveTags } from './marked-text.ts';
import { repairAnnotations } from './repair/repair-annotations.ts';
import { repairFontType } from './repair/repair-entries.ts';

const inflateLimit = 512 * 1024 * 1024;

/** The least and the largest that a side of a page may be, in units (ISO 19005-2, 6.1.13). */
const [leastSide, largestSide] = [3, 14_400];

/** What users' PDFs are checked with. */
interface ArchiveDemands {
  /** What the colours of the document are meant for. */
  intent: IntentSpace;
  /** Reads tags for level A. */
  readTags: (part: OpenPart) => ArchiveTags;
  warnings: MergeWarnings;
}

/**
 * Repairs in users' PDFs what an archive must not have and no page shows, and refuses those that break more, and pages that are too large.
 * Throws MergeError `not_conforming`, which names the first breaches with page and clause.
 */
export function requireArchivable(
  parts: readonly OpenPart[],
  { pdfA }: Conformance,
  { intent, readTags, warnings }: ArchiveDemands,
): void {
  if (pdfA === undefined) return;
  const budget: InflateBudget = { bytes: inflateLimit };
  const spots = new Map<string, string>();
  for (const part of parts) {
    const breaches = collectArchiveBreaches(pdfA);
    const isSure = readClaim(part.catalog) !== undefined;
    const isReadable = pdfA.level === 'U' || pdfA.level === 'A';
    const repair: NoteRepair = (change) => warnings.countRepair(part.index, change);
    const colours = new ColourChecker(breaches, intent, budget, spots, repair);
    const tags = pdfA.level === 'A' && part.part.foreign ? readTags(part) : undefined;
    const content = new ContentChecker(breaches, colours, budget, { isSure, tags, repair });
    for (const [at, page] of part.pages.entries()) {
      breaches.turnTo((part.kept[at] ?? 0) + 1);
      checkBoxes(asDict(page) as PdfDict, breaches);
      if (part.part.foreign) checkPage(asDict(page) as PdfDict, content, breaches, repair);
    }
    breaches.turnTo(undefined);
    if (part.part.foreign) checkDocument(part, pdfA, breaches);
    if (tags !== undefined) checkTags(tags, breaches);
    for (const [font, use] of content.fonts.all) {
      repairFontType(font, repair);
      checkFont(font, use, breaches, budget, { isSure, isReadable });
    }
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

function checkDocument({ catalog }: OpenPart, pdfA: ArchiveClaim, breaches: Breaches): void {
  const form = asDict(catalog.get('AcroForm'));
  if (form?.has('XFA')) breaches.add('an XFA form', '6.4.2');
  const files = readNameTree(asDict(catalog.get('Names'))?.get('EmbeddedFiles'));
  if (!allowsFiles(pdfA) && (files.length > 0 || asArray(catalog.get('AF')).length > 0))
    breaches.add('attached files', '6.8');
  const { level } = pdfA;
  if (level !== 'U' && level !== 'A') return;
  const claim = readClaim(catalog);
  const isMarked = resolve(asDict(catalog.get('MarkInfo'))?.get('Marked')) === true && catalog.has('StructTreeRoot');
  const isEnough = level === 'U' ? claim === 'U' || claim === 'A' : claim === 'A' && isMarked;
  if (!isEnough) breaches.add(`level ${level}, which the PDF does not claim itself`);
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

function checkPage(page: PdfDict, content: ContentChecker, breaches: Breaches, repair: NoteRepair): void {
  const check = () => {
    content.checkPage(page);
    repairAnnotations(page, repair);
    checkAnnotations(page, content, breaches);
  };
  unlessDamaged(check, ({ message }) => breaches.add(`content that cannot be read: ${message}`));
}

/** The level of PDF/A of parts 2 to 4 that a document claims itself, empty for part 4 without one; undefined if it claims none. */
function readClaim(catalog: PdfDict): string | undefined {
  const xmp = readXmp(catalog);
  const read = (name: string) => new RegExp(`pdfaid:${name}(?:>|\\s*=\\s*["'])\\s*(\\w)`).exec(xmp)?.[1];
  return ['2', '3', '4'].includes(read('part') ?? '') ? (read('conformance') ?? '') : undefined;
}
