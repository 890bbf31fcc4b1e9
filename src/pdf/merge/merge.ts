import type { Metadata } from '../../contract/index.ts';
import { readIntentSpace } from '../conformance/check-colour.ts';
import { findFontBreaches } from '../conformance/find-font-breaches.ts';
import { requireArchivable } from '../conformance/require-archivable.ts';
import type { FaceFile } from '../fields/bundled-face.ts';
import { drawEmptyFields } from '../fields/draw-empty-fields.ts';
import { fillForm } from '../fields/fill-form.ts';
import { makeFields } from '../fields/make-fields.ts';
import { type ImageRecoding, recodeImages } from '../images/recode-images.ts';
import { asDict, buildDict, PdfDamage, type PdfDict, PdfRef } from '../objects/objects.ts';
import type { Conformance } from '../part/conformance.ts';
import { buildInfo, chooseMetadata } from '../part/document-info.ts';
import { Destinations } from '../part/links/destinations.ts';
import { Links } from '../part/links/links.ts';
import { explainDamage, MergeError, readAlone } from '../part/merge-error.ts';
import type { MergePart } from '../part/merge-part.ts';
import { type MergeWarning, MergeWarnings } from '../part/merge-warnings.ts';
import { type OpenPart, openPart } from '../part/open-part.ts';
import { type PageSize, readBox, readSize } from '../part/page-box.ts';
import { joinStructure } from '../part/structure.ts';
import { finishTrimmed } from '../part/trimmed-sheets.ts';
import { readArchiveTags } from '../tagging/foreign/archive-tags.ts';
import { requireAccessible } from '../tagging/require-accessible.ts';
import { adaptToSecondPart } from '../tagging/second/adapt-to-second-part.ts';
import { type Attachment, joinAttachments } from './attachments.ts';
import { buildCatalog } from './build-catalog.ts';
import { cutDocument } from './cut-document.ts';
import { invertedMask, invertMasks } from './effects/invert-masks.ts';
import { cellTags, joinFills } from './effects/join-fills.ts';
import { mergeFonts } from './fonts/merge-fonts.ts';
import { checkContents } from './foreign/check-contents.ts';
import { chooseInvoice } from './foreign/choose-invoice.ts';
import { reportLosses, reportMissingTags } from './foreign/report-losses.ts';
import { joinForms } from './form-fields.ts';
import { functionShading, redrawGradients } from './gradients/redraw-gradients.ts';
import { joinOutlines } from './outline.ts';
import { joinOutputIntents } from './output-intents.ts';
import { addSignatureFields, drawOverlays, type OpenOverlay, type OverlayPdf, openOverlays } from './overlays.ts';
import { listPageLabels } from './page-labels.ts';
import { joinPages } from './pages.ts';
import { readStamps, type StampPdf, stampPages } from './stamps.ts';
import { dropSoftHyphens } from './text/drop-soft-hyphens.ts';
import { repairText } from './text/repair-text.ts';
import { writeParts } from './write-parts.ts';

export type { MergePart } from '../part/merge-part.ts';
export type { PageSize } from '../part/page-box.ts';
export { MergeError };

/** What the whole document is like. */
export interface MergeOptions {
  /** Whether to write an outline, from part titles and the outlines of the parts. */
  outline: boolean;
  /** The program that made the file, for its properties. */
  producer: string;
  metadata?: Metadata;
  /** Which revisions of which templates it was made of, for its properties. Default: none. */
  templates?: string | undefined;
  /**
   * PDFs with, in their order, exactly as many pages as the whole document: each page is drawn over the page at its place, for headers and
   * footers.
   */
  stamps?: readonly StampPdf[];
  /** What is drawn over or under pages that are kept, before stamps. Errors and warnings count them after the parts. */
  overlays?: readonly OverlayPdf[];
  /**
   * Pages of the whole document to keep, such as "2-3, 5-"; all by default. The pages keep the numbers that they have in the
   * whole, in labels and in stamps.
   */
  pageRanges?: string;
  /** TrueType fonts for fields that are filled and whose own font lacks characters. */
  fieldFaces?: readonly FaceFile[];
  /** Files that are attached to the document. */
  attachments?: readonly Attachment[];
  /** How images with too many pixels are stored. By default all images stay unchanged. */
  images?: ImageRecoding;
  /** The standards that the document claims to keep. Default none. */
  conformance?: Conformance;
  /** Whether tags are asked for, and not only written because others can read them. Default false. */
  wantsTags?: boolean;
}

/** A finished document. */
export interface MergedPdf {
  pdf: Uint8Array;
  pages: number;
  /** What was left out or changed of the parts. */
  warnings: MergeWarning[];
}

/** The most pages of a document, unless the caller sets another limit. */
const defaultPageLimit = 2000;

/** The most pages of a document of which only some stay. */
const cutLimit = 10_000;

/**
 * Merges the parts into one PDF, in their order; a part may come twice. Links, named destinations, outlines, tags, page
 * labels, layers and form fields are joined; equal fonts and images are stored once. The same parts and options give the
 * same bytes. Throws MergeError with the index of the part that cannot be read or that exceeds the limit of pages.
 */
export function mergePdfs(parts: readonly MergePart[], options: MergeOptions, pageLimit = defaultPageLimit): MergedPdf {
  const opened: OpenPart[] = [];
  let pages = 0;
  const { pageRanges } = options;
  const readLimit = pageRanges === undefined ? pageLimit : Math.max(pageLimit, cutLimit);
  const warnings = new MergeWarnings();
  const faces = options.fieldFaces ?? [];
  const mustEmbed = options.conformance !== undefined;
  const fieldFonts = new Map<string, PdfRef>();
  const prepare = (part: OpenPart) => {
    if (part.part.controls) makeFields(part, part.part.controls, faces, fieldFonts, warnings);
    if (part.part.form) fillForm(part, { faces, mustEmbed }, warnings);
    if (part.part.foreign && options.conformance?.pdfA) drawEmptyFields(part, warnings);
  };
  for (const [index, part] of parts.entries()) {
    const next = openPart(part, index, readLimit - pages, pages, prepare);
    pages += next.pages.length;
    opened.push(next);
  }
  if (pages === 0) throw new RangeError('a document needs a part');
  const overlays = openOverlays(options.overlays ?? [], parts.length);
  try {
    const pdf = joinParts(opened, overlays, options, pageLimit, warnings);
    return { pdf, pages: opened.flatMap((part) => part.pages).length, warnings: warnings.list() };
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    const files = [...opened, ...overlays.map(({ part }) => part)];
    const part = files.findIndex((each) => each?.file === error.source);
    throw explainDamage(error, Math.max(part, 0));
  }
}

/** The sizes of the pages that a part's `pageRanges` keep, in order. Throws MergeError of part 0. */
export function measurePages(part: MergePart, pageLimit = defaultPageLimit): PageSize[] {
  return readAlone(() => openPart(part, 0, pageLimit).pages.map(readSize));
}

function joinParts(
  all: readonly OpenPart[],
  overlays: readonly OpenOverlay[],
  options: MergeOptions,
  pageLimit: number,
  warnings: MergeWarnings,
): Uint8Array {
  const pageLabels = listPageLabels(all);
  const parts = options.pageRanges === undefined ? all : cutDocument(all, options.pageRanges, pageLimit);
  const attached = new Set(options.attachments?.map(({ name }) => name));
  const invoice = chooseInvoice(parts, options.conformance ?? {}, attached, warnings);
  for (const part of parts) {
    checkContents(part, warnings);
    reportLosses(part, warnings, options.conformance, invoice.known.has(part));
  }
  addSignatureFields(parts, overlays);
  const metadata = chooseMetadata(options.metadata, all);
  const destinations = new Destinations(parts);
  const stampOrigins = (options.stamps ?? []).map(({ origin }) => origin);
  const links = new Links(all, destinations, warnings, stampOrigins);
  const dropped = parts.flatMap((part) => part.pages.flatMap((_, place) => links.clean(part, place)));
  links.reportCut();
  const structure = joinStructure(parts, dropped);
  reportMissingTags(parts, structure, warnings, options.wantsTags === true);
  for (const { annotation } of dropped) if (annotation instanceof PdfRef) annotation.value = null;
  const outline = options.outline ? joinOutlines(parts, links, new Set(structure.names.keys())) : undefined;
  const pages = joinPages(parts);
  const { conformance } = options;
  const drawn = overlays.flatMap(({ part }) => part ?? []);
  const withOverlays = [...parts, ...drawn];
  const outputIntents = joinOutputIntents(parts, warnings, conformance);
  if (conformance !== undefined)
    requireArchivable(withOverlays, conformance, {
      intent: readIntentSpace(outputIntents) ?? 'RGB ',
      readTags: readArchiveTags,
      warnings,
    });
  if (conformance?.pdfUa !== undefined) refuseFonts(drawn);
  const fontBreaches = conformance?.pdfUa ? listFontBreaches(parts) : new Map<OpenPart, string>();
  const allStamps = options.stamps?.flatMap(({ pdf }) => readStamps(pdf));
  const stamps = allStamps && chooseStamps(allStamps, all, parts);
  const running = parts.map((part) => ({ part, stamps: readPartStamps(part) }));
  const own = running.flatMap(({ part, stamps }) => (part.part.foreign ? [] : [...part.pages, ...stamps]));
  const printedOverlays = overlays.flatMap(({ part, pages }) => (part === undefined ? pages : []));
  const printed = [...own, ...(stamps ?? []), ...printedOverlays];
  const printedHas = findInPrinted(parts, options);
  dropSoftHyphens(
    running.flatMap(({ part: { part, pages }, stamps }) =>
      part.hasSoftHyphens && !part.foreign ? [...pages, ...stamps] : [],
    ),
  );
  const isStrict = conformance?.pdfA?.level === 'A' || conformance?.pdfA?.part === 4 || conformance?.pdfUa === 2;
  repairText(printed, isStrict);
  mergeFonts(printed);
  if (cellTags.some(printedHas)) joinFills(printed);
  if (printedHas(functionShading)) redrawGradients(printed);
  if (printedHas(invertedMask)) invertMasks(printed);
  const copyLinks = (part: OpenPart, stamp: PdfDict) =>
    links.copyLinks(part, stamp, !part.part.foreign || conformance?.pdfUa === undefined);
  for (const { part, stamps } of running) {
    if (stamps.length === 0) continue;
    const papers = new Map(part.trimmed.map(({ page, printed }) => [page, printed]));
    stampPages(part.pages, stamps, {
      copyLinks: (_, stamp) => copyLinks(part, stamp),
      readPaper: (index) => papers.get(part.pages[index] as PdfRef) ?? readBox(asDict(part.pages[index])),
    });
  }
  drawOverlays(parts, overlays, warnings);
  if (stamps !== undefined) {
    const owners = parts.flatMap((part) => part.pages.map(() => part));
    const stamped = parts.flatMap((part) => part.pages);
    stampPages(stamped, stamps, {
      copyLinks: (index, stamp) => copyLinks(owners[index] as OpenPart, stamp),
      isForeign: (index) => owners[index]?.part.foreign === true,
    });
  }
  for (const { trimmed } of parts) finishTrimmed(trimmed);
  if (conformance !== undefined) {
    requireAccessible(parts, structure, conformance, metadata.title, fontBreaches);
  }
  const places = conformance?.pdfUa === 2 ? adaptToSecondPart(parts, structure, outline, destinations) : undefined;
  if (options.images) {
    recodeImages(
      parts.flatMap((part) => part.pages),
      options.images,
    );
  }
  const attachments = joinAttachments(options.attachments, parts, conformance, warnings);
  const form = joinForms(parts, conformance?.pdfA !== undefined);
  const catalog = buildCatalog(parts, {
    producer: options.producer,
    metadata,
    conformance,
    invoice: invoice.claim,
    templates: options.templates,
    pages,
    outline,
    pageLabels,
    destinations,
    adaptPlace: places && ((place) => buildDict({ D: place, SD: places.find(place) })),
    attachments,
    outputIntents,
    form,
    structure,
    overlays: drawn,
  });
  // Part 4 of PDF/A has no properties but those of XMP (ISO 19005-4, 6.1.3), and PDF 2.0 deprecates others.
  const hasInfo = conformance?.pdfA?.part !== 4 && conformance?.pdfUa !== 2;
  const info = !hasInfo ? undefined : buildInfo(metadata, options.producer);
  return writeParts(withOverlays, { catalog, info, form, structure, conformance }, warnings);
}

/** What is wrong with the fonts of users' PDFs, in words, before more is drawn over their pages. */
function listFontBreaches(parts: readonly OpenPart[]): Map<OpenPart, string> {
  const found = new Map<OpenPart, string>();
  for (const part of parts) {
    const breaches = part.part.foreign ? findFontBreaches(part) : undefined;
    if (breaches !== undefined) found.set(part, breaches);
  }
  return found;
}

/** Refuses overlays with fonts that PDF/UA forbids. */
function refuseFonts(overlays: readonly OpenPart[]): void {
  for (const part of overlays) {
    const breaches = findFontBreaches(part);
    if (breaches !== undefined) throw new MergeError('not_conforming', part.index, `It has ${breaches}.`);
  }
}

/** Whether the bytes of a PDF that our Chromium printed contain a text. */
function findInPrinted(
  parts: readonly OpenPart[],
  { stamps = [], overlays = [] }: MergeOptions,
): (text: string) => boolean {
  const own = parts.flatMap(({ part }) => [part.foreign ? undefined : part.pdf, part.stamps]);
  const drawn = overlays.flatMap(({ foreign, pdfs }) => (foreign ? [] : pdfs));
  const pdfs = [...own, ...stamps.map(({ pdf }) => pdf), ...drawn].filter((pdf) => pdf !== undefined);
  const views = pdfs.map((pdf) => Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  return (text) => views.some((view) => view.includes(text));
}

/** The stamps of a part, for the pages that are kept. */
function readPartStamps({ part, kept }: OpenPart): PdfRef[] {
  if (part.stamps === undefined) return [];
  const stamps = readStamps(part.stamps);
  return kept.flatMap((index) => stamps.slice(index, index + 1));
}

/** The stamps of the pages that stay. */
function chooseStamps(stamps: PdfRef[], all: readonly OpenPart[], parts: readonly OpenPart[]): PdfRef[] {
  if (parts === all) return stamps;
  return parts.flatMap(({ numbers }) => numbers.flatMap((number) => stamps.slice(number, number + 1)));
}
