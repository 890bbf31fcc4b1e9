import { asDict, type PdfDict, PdfString } from '../objects/objects.ts';
import { readLanguage } from '../objects/text-string.ts';
import type { Conformance } from '../part/conformance.ts';
import { type FaultCode, MergeError } from '../part/merge-error.ts';
import type { OpenPart } from '../part/open-part.ts';
import type { JoinedStructure } from '../part/structure.ts';
import { explainFaults } from './explain-faults.ts';
import type { Fault } from './find-faults.ts';
import { findTaggedLanguage } from './foreign/find-language.ts';
import { makeAccessible } from './make-accessible.ts';

/** What PDF/A of level A wants as well: tags of all text, and a text for characters that have none (ISO 19005-2, 6.7 and 6.2.11.7.3). */
const ofArchives = new Set<FaultCode>(['no_tags', 'no_character_text', 'text_lost']);

/**
 * Makes the document accessible if it claims to be: PDF/UA (ISO 14289), or PDF/A of level A, which wants little more than
 * sound tags. `fontBreaches` are the faults of fonts in users' PDFs. Throws MergeError `not_conforming` with all faults that only
 * their author can repair.
 */
export function requireAccessible(
  parts: readonly OpenPart[],
  structure: JoinedStructure,
  { pdfA, pdfUa }: Conformance,
  title: string | undefined,
  fontBreaches: ReadonlyMap<OpenPart, string>,
): void {
  if (pdfUa === undefined && pdfA?.level !== 'A') return;
  const { faults, read } = makeAccessible(parts, structure, {
    findsPrivate: pdfA?.level === 'A' || pdfUa === 2,
    isSecond: pdfUa === 2,
  });
  if (pdfUa !== undefined) for (const part of parts) adoptLanguage(part);
  const silent = parts.filter((part) => !hasLanguage(part));
  const all: Fault[] = [
    ...(title?.trim() ? [] : ([{ code: 'no_title' }] satisfies Fault[])),
    ...silent.map(({ index }): Fault => ({ code: 'no_language', part: index })),
    ...faults,
    ...[...fontBreaches].map(
      ([{ index }, found]): Fault => ({ code: 'not_accessible', part: index, reason: `has ${found}` }),
    ),
  ].filter(({ code }) => pdfUa !== undefined || ofArchives.has(code));
  if (all.length === 0) return;
  const pages = parts.flatMap((part) => part.pages.map((page) => asDict(page) as PdfDict));
  const explained = explainFaults(all, read, pages);
  const own = new Set(explained.map(({ part }) => part));
  // Part 1 of PDF/UA allows them.
  const isArchive = pdfUa === undefined || (pdfUa === 1 && explained.every(({ code }) => code === 'no_character_text'));
  const part = own.size === 1 ? explained[0]?.part : undefined;
  throw new MergeError(
    'not_conforming',
    part,
    describe(explained.length, isArchive ? `PDF/A-${pdfA?.part}a` : `PDF/UA-${pdfUa}`),
    { faults: explained },
  );
}

function describe(count: number, standard: string): string {
  return `It cannot be ${standard}: ${count === 1 ? 'one thing is' : `${count} things are`} left that only its author can fix.`;
}

/** A user's PDF whose tags name the language of every text gets it as a whole: the title of the document has no tag. */
function adoptLanguage(part: OpenPart): void {
  if (!part.part.foreign || readLanguage(part.catalog) !== undefined) return;
  const language = findTaggedLanguage(part);
  if (language !== undefined) part.catalog.set('Lang', new PdfString(language));
}

/** Without a language of the page, Chromium writes that of the browser. */
function hasLanguage({ part, catalog }: OpenPart): boolean {
  if (part.hasLanguage !== undefined) return part.hasLanguage;
  return readLanguage(catalog) !== undefined;
}
