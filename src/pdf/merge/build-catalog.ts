import type { Metadata } from '../../contract/index.ts';
import { buildXmp } from '../conformance/xmp.ts';
import {
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
  resolve,
} from '../objects/objects.ts';
import { readLanguage } from '../objects/text-string.ts';
import type { Conformance } from '../part/conformance.ts';
import type { InvoiceClaim } from '../part/foreign/invoice-claim.ts';
import type { Destinations } from '../part/links/destinations.ts';
import type { PdfPageLabel } from '../part/merge-part.ts';
import type { OpenPart } from '../part/open-part.ts';
import type { JoinedStructure } from '../part/structure.ts';
import type { JoinedAttachments } from './attachments.ts';
import { joinLayers } from './layers.ts';
import { joinPageLabels } from './page-labels.ts';

/** What the parts were joined to. */
interface JoinedParts {
  producer: string;
  metadata: Metadata;
  conformance: Conformance | undefined;
  /** What a user's PDF says of the e-invoice that it is. */
  invoice: InvoiceClaim | undefined;
  /** Which revisions of which templates it was made of. */
  templates: string | undefined;
  pages: PdfRef;
  outline: PdfRef | undefined;
  /** The labels of all pages before the document was cut. */
  pageLabels: readonly PdfPageLabel[] | undefined;
  destinations: Destinations;
  /** Converts the place of a name. Default: unchanged. */
  adaptPlace?: ((place: PdfObject[]) => PdfObject) | undefined;
  attachments: JoinedAttachments;
  outputIntents: PdfObject | undefined;
  form: PdfRef | undefined;
  structure: JoinedStructure;
  /** Users' PDFs that are drawn over or under pages. */
  overlays: readonly OpenPart[];
}

/** The catalog of the document (ISO 32000-2, 7.7.2). */
export function buildCatalog(parts: readonly OpenPart[], joined: JoinedParts): PdfRef {
  const { metadata, conformance, destinations, attachments, structure } = joined;
  return new PdfRef(
    buildDict({
      Type: 'Catalog',
      Pages: joined.pages,
      Outlines: joined.outline,
      PageLabels: joinPageLabels(joined.pageLabels, parts),
      Names: buildNames({ Dests: destinations.build(joined.adaptPlace), EmbeddedFiles: attachments.names }),
      Lang: findLanguage(parts),
      ViewerPreferences: buildViewerPreferences(metadata.title, parts),
      AcroForm: joined.form,
      OCProperties: joinLayers(
        [...parts, ...joined.overlays],
        conformance?.pdfA !== undefined || conformance?.pdfUa !== undefined,
      ),
      Metadata: buildXmp(metadata, joined, conformance),
      AF: attachments.associated.length > 0 ? attachments.associated : undefined,
      OutputIntents: joined.outputIntents,
      MarkInfo: isMarked(structure) ? buildDict({ Marked: true }) : undefined,
      StructTreeRoot: structure.root,
      ...keepFromSinglePart(parts, joined),
    }),
  );
}

/** A document is tagged as far as its parts say that they are (ISO 32000-2, 14.7.1). */
function isMarked({ root, names }: JoinedStructure): boolean {
  const claims = ({ part, catalog }: OpenPart) =>
    !part.foreign || resolve(asDict(catalog.get('MarkInfo'))?.get('Marked')) === true;
  return root !== undefined && [...names.keys()].every(claims);
}

function buildNames(trees: Record<string, PdfRef | undefined>): PdfDict | undefined {
  const names = buildDict(trees);
  return names.size > 0 ? names : undefined;
}

/** The natural language of the first part that names one. */
function findLanguage(parts: readonly OpenPart[]): PdfString | undefined {
  const named = parts.filter(({ part }) => !part.dropsLanguage);
  const [language] = named.flatMap(({ catalog }) => readLanguage(catalog) ?? []);
  return language === undefined ? undefined : new PdfString(language);
}

/** How a single foreign PDF asks to be shown and printed; several would contradict each other. */
function keepFromSinglePart(
  parts: readonly OpenPart[],
  { outline, attachments, destinations }: JoinedParts,
): Record<string, PdfObject> {
  const [only] = parts;
  if (only === undefined || parts.length > 1 || !only.part.foreign) return {};
  const kept: Record<string, PdfObject> = {};
  const layout = asName(only.catalog.get('PageLayout'));
  if (layout !== undefined) kept.PageLayout = layout;
  const mode = asName(only.catalog.get('PageMode')) ?? '';
  const isShown: Readonly<Record<string, boolean>> = {
    UseOutlines: outline !== undefined,
    UseThumbs: true,
    UseOC: only.catalog.has('OCProperties'),
    UseAttachments: attachments.names !== undefined,
  };
  if (Object.hasOwn(isShown, mode) && isShown[mode]) kept.PageMode = mode;
  const opening = only.catalog.get('OpenAction');
  const action = asDict(opening);
  const isPlace = action === undefined || asName(action.get('S')) === 'GoTo';
  const place = isPlace ? destinations.find(only, action === undefined ? opening : action.get('D')) : undefined;
  // The entry may be an array or an action, but no name of a place.
  if (place !== undefined) kept.OpenAction = Array.isArray(place) ? place : buildDict({ S: 'GoTo', D: place });
  return kept;
}

/** How a document wants to be printed (ISO 32000-2, table 147), which matters where sizes do: labels, forms, tickets. */
const printing: Readonly<Record<string, readonly string[]>> = {
  PrintScaling: ['None'],
  Duplex: ['Simplex', 'DuplexFlipShortEdge', 'DuplexFlipLongEdge'],
};

function buildViewerPreferences(title: string | undefined, parts: readonly OpenPart[]): PdfDict | undefined {
  const preferences: PdfDict = new Map();
  if (title) preferences.set('DisplayDocTitle', true);
  // A document that is read from right to left opens its spreads the other way.
  const rightToLeft = ({ catalog }: OpenPart) =>
    asName(asDict(catalog.get('ViewerPreferences'))?.get('Direction')) === 'R2L';
  if (parts.every(rightToLeft)) preferences.set('Direction', 'R2L');
  for (const [key, values] of Object.entries(printing)) {
    const [asked, ...others] = new Set(
      parts.map(({ catalog }) => asName(asDict(catalog.get('ViewerPreferences'))?.get(key))),
    );
    if (asked !== undefined && others.length === 0 && values.includes(asked)) preferences.set(key, asked);
  }
  return preferences.size > 0 ? preferences : undefined;
}
