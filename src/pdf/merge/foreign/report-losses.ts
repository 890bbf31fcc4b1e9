import { asDict, asName, asString } from '../../objects/objects.ts';
import { decodeTextString, readLanguage } from '../../objects/text-string.ts';
import type { Conformance } from '../../part/conformance.ts';
import { readXmp } from '../../part/foreign/read-xmp.ts';
import { reportSignatures } from '../../part/foreign/signatures.ts';
import type { MergeWarnings } from '../../part/merge-warnings.ts';
import type { OpenPart } from '../../part/open-part.ts';
import type { JoinedStructure } from '../../part/structure.ts';

/** Prefixes and properties that a warning names. */
const nameLimit = 10;

/** What every program says of a document (ISO 32000-2, table 349), and what some say of themselves. */
const usualKeys =
  /^(?:Title|Author|Subject|Keywords|Creator|Producer|CreationDate|ModDate|Trapped|SourceModified|AAPL:Keywords|PTEX\..*)$/;

/** Prefixes of what every program writes into its metadata, what the properties of the document say as well, and what describes schemas alone. */
const usualPrefixes = new Set([
  'x',
  'rdf',
  'xml',
  'xmlns',
  'dc',
  'pdf',
  'xmp',
  'xmpMM',
  'xap',
  'xapMM',
  'stEvt',
  'stRef',
  'pdfaExtension',
  'pdfaSchema',
  'pdfaProperty',
  'pdfaType',
  'pdfaField',
  'platen',
]);

/**
 * Warns of what a foreign PDF has and a merged document cannot have: signatures, XFA, scripts, its own metadata. What both
 * claim to be is not lost. With `knowsInvoice` the claim to be an e-invoice is kept, or reported already.
 */
export function reportLosses(
  { part, index, catalog, pages, file }: OpenPart,
  warnings: MergeWarnings,
  { pdfA, pdfUa, invoice }: Conformance = {},
  knowsInvoice = false,
): void {
  if (!part.foreign) return;
  const form = asDict(catalog.get('AcroForm'));
  reportSignatures(form, pages, warnings, index);
  if (form?.has('XFA')) warnings.add(index, 'form_dropped', 'the XFA form was dropped; the fields of the pages stay');
  const scripts = asDict(asDict(catalog.get('Names'))?.get('JavaScript'));
  const action = asDict(catalog.get('OpenAction'));
  const opening = action?.has('Next') ? 'more' : (asName(action?.get('S')) ?? 'GoTo');
  if (scripts !== undefined || catalog.has('AA') || opening !== 'GoTo') {
    warnings.add(index, 'action_dropped', 'what the document does when it is opened or closed was dropped');
  }
  const language = decodeTextString(asString(catalog.get('Lang')) ?? '').trim();
  if (language !== '' && readLanguage(catalog) === undefined) {
    warnings.add(
      index,
      'metadata_dropped',
      `its language was dropped: "${language.slice(0, 40)}" is not a language tag`,
    );
  }
  const claimed = [pdfA && 'pdfaid', pdfUa && 'pdfuaid', invoice && 'fx', ...(knowsInvoice ? ['fx', 'zf'] : [])];
  const prefixes = listPrefixes(readXmp(catalog)).filter((prefix) => !claimed.includes(prefix));
  if (prefixes.length > 0)
    warnings.add(index, 'metadata_dropped', `XMP properties were dropped: those of ${prefixes.join(', ')}`);
  const keys = [...(asDict(file.trailer.get('Info'))?.keys() ?? [])].filter((key) => !usualKeys.test(key));
  if (keys.length > 0)
    warnings.add(index, 'metadata_dropped', `properties were dropped: ${keys.slice(0, nameLimit).join(', ')}`);
}

/**
 * Warns of foreign PDFs without tags in a document that says that it is tagged: if tags are asked for, or if another foreign PDF has
 * some. Those that Chromium writes by default are no reason.
 */
export function reportMissingTags(
  parts: readonly OpenPart[],
  { names }: JoinedStructure,
  warnings: MergeWarnings,
  wantsTags: boolean,
): void {
  const tagged = [...names.keys()];
  if (tagged.length === 0 || !(wantsTags || tagged.some(({ part }) => part.foreign))) return;
  for (const part of parts) {
    if (!part.part.foreign || names.has(part)) continue;
    const what = part.pages.length === 1 ? 'its page has' : `its ${part.pages.length} pages have`;
    warnings.add(part.index, 'tags_missing', `${what} no tags, and other parts of the document have`);
  }
}

/** Prefixes of XMP properties that are about more than title, author and dates, such as `pdfaid` and `fx`. */
function listPrefixes(xmp: string): string[] {
  const found = xmp.matchAll(/<([A-Za-z][\w-]*):[A-Za-z]|\s([A-Za-z][\w-]*):[A-Za-z]\w*\s*=/g);
  const prefixes = new Set([...found].map(([, element, attribute]) => element ?? attribute ?? ''));
  return [...prefixes].filter((prefix) => !usualPrefixes.has(prefix)).slice(0, nameLimit);
}
