import { collectArchiveBreaches } from '../conformance/archive-clauses.ts';
import { findExcess } from '../conformance/check-limits.ts';
import { repairFilters, repairFont, repairForArchive } from '../conformance/repair/repair-entries.ts';
import type { InflateBudget } from '../objects/decode-stream.ts';
import { asDict, type PdfDict, type PdfRef, type PdfSource, PdfStream } from '../objects/objects.ts';
import { writePdf } from '../objects/write-pdf.ts';
import type { ArchiveClaim, Conformance } from '../part/conformance.ts';
import { Sanitizer } from '../part/foreign/sanitize.ts';
import { MergeError } from '../part/merge-error.ts';
import type { MergeWarnings, NoteRepair } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';
import { type JoinedStructure, renameStructure, type StructureNames } from '../part/structure.ts';

/** What the streams that are packed otherwise may unfold to. */
const inflateLimit = 512 * 1024 * 1024;

/** The document that the parts were joined to. */
interface JoinedDocument {
  catalog: PdfRef;
  /** Undefined for a document that has its properties as XMP alone. */
  info: PdfRef | undefined;
  form: PdfRef | undefined;
  structure: JoinedStructure;
  conformance: Conformance | undefined;
}

/**
 * Writes the document. On the way foreign parts lose their active content, and tagged ones get the names of the whole. Throws
 * MergeError where an action would be left.
 */
export function writeParts(
  parts: readonly OpenPart[],
  { catalog, info, form, structure, conformance }: JoinedDocument,
  warnings: MergeWarnings,
): Uint8Array {
  const sanitizer = new Sanitizer();
  const root = asDict(structure.root);
  const resources = asDict(asDict(form)?.get('DR'))?.values() ?? [];
  for (const names of [...resources, root?.get('RoleMap'), root?.get('ClassMap')].map(asDict)) {
    if (names !== undefined) sanitizer.allowNames(names);
  }
  const foreign = parts.find(({ part }) => part.foreign);
  const budget: InflateBudget = { bytes: inflateLimit };
  const findOwner = ownerFinder(parts, structure);
  const pdf = writePdf({
    version: chooseVersion(parts, conformance),
    catalog,
    info,
    visit: (dict, source, owner) => {
      const { part, names } = findOwner(source);
      if (part === undefined) return;
      if (part.part.foreign) sanitizer.clean(dict, source, owner);
      const note: NoteRepair = (change) => warnings.countRepair(part.index, change);
      if (conformance?.pdfUa && part.part.foreign) repairFont(dict, note);
      if (conformance?.pdfA) {
        if (part.part.foreign) {
          repairForArchive(dict, note);
          if (owner instanceof PdfStream && owner.dict === dict) repairFilters(owner, budget, note);
        }
        refuseExcess(dict, part.index, conformance.pdfA);
      }
      renameStructure(dict, names);
    },
    check: (dict) => {
      if (foreign) refuseActive(sanitizer, foreign, dict);
      // Also what was made for the whole document, such as bookmarks.
      if (conformance?.pdfA) refuseExcess(dict, undefined, conformance.pdfA);
    },
  });
  for (const part of parts) reportDropped(sanitizer, part, warnings);
  return pdf;
}

/** Parts 2 and 3 of PDF/A know no version but 1.7; part 4, and part 2 of PDF/UA, none but 2.0 (ISO 19005-2 and -4, 6.1.2; ISO 14289-2, 6.1). */
function chooseVersion(parts: readonly OpenPart[], conformance: Conformance | undefined): '1.7' | '2.0' {
  if (conformance?.pdfUa === 2) return '2.0';
  if (conformance?.pdfA) return conformance.pdfA.part === 4 ? '2.0' : '1.7';
  return parts.some(({ file }) => file.version === '2.0') ? '2.0' : '1.7';
}

/** Refuses what readers of archives need not support. */
function refuseExcess(dict: PdfDict, index: number | undefined, pdfA: ArchiveClaim): void {
  const excess = findExcess(dict);
  if (excess === undefined) return;
  const breaches = collectArchiveBreaches(pdfA);
  breaches.add(excess.what, excess.clause);
  const found = breaches.describe();
  if (found !== undefined) throw new MergeError('not_conforming', index, found);
}

interface Owner {
  part: OpenPart | undefined;
  names: StructureNames | undefined;
}

/** A function that finds the part that a file belongs to. Most dictionaries come from the same file as the one before. */
function ownerFinder(parts: readonly OpenPart[], structure: JoinedStructure): (source: PdfSource) => Owner {
  const owners = new Map<PdfSource, OpenPart>(parts.map((part) => [part.file, part]));
  let lastSource: PdfSource | undefined;
  let owner: Owner = { part: undefined, names: undefined };
  return (source) => {
    if (source === lastSource) return owner;
    lastSource = source;
    const part = owners.get(source);
    owner = { part, names: part && structure.names.get(part) };
    return owner;
  };
}

function refuseActive(sanitizer: Sanitizer, { index }: OpenPart, dict: PdfDict): void {
  const active = sanitizer.findActive(dict);
  if (active === undefined) return;
  throw new MergeError('pdf_invalid', index, `The PDF contains ${active} that cannot be removed.`);
}

function reportDropped(sanitizer: Sanitizer, { part, file, index }: OpenPart, warnings: MergeWarnings): void {
  if (part.foreign) for (const oddity of file.oddities) warnings.add(index, 'pdf_repaired', oddity);
  const dropped = sanitizer.listDropped(file);
  if (dropped.length > 0) warnings.add(index, 'action_dropped', `actions were dropped: ${dropped.join(', ')}`);
  for (const name of sanitizer.listFiles(file)) {
    warnings.add(
      index,
      'attachment_dropped',
      `the file ${name} was dropped: it belongs to a part of a page, not to the document`,
    );
  }
  for (const name of sanitizer.listMisplaced(file)) {
    warnings.add(index, 'pdf_repaired', `a resource that is not of its kind was dropped: ${name}`);
  }
}
