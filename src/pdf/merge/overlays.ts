import { cleanEnd } from '../content/content-end.ts';
import { decodeContents, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { invert, type Matrix, multiply, unmoved } from '../objects/matrix.ts';
import { asArray, asDict, asName, asNumber, buildDict, type PdfDict, PdfRef, PdfStream } from '../objects/objects.ts';
import {
  addResource,
  buildAround,
  buildForm,
  formatMatrix,
  keepContents,
  surroundContent,
  turnUpright,
} from '../part/draw-form.ts';
import { MergeError } from '../part/merge-error.ts';
import type { MergeWarnings } from '../part/merge-warnings.ts';
import { type OpenPart, openPart } from '../part/open-part.ts';
import { readOverlayPages } from '../part/overlay-pages.ts';
import { type Box, type PageSize, readBox, readSize, readTurns } from '../part/page-box.ts';
import { markArtifacts } from '../tagging/mark-artifacts.ts';
import { addSignatureField, type SignatureField, setAppearance } from './signature-fields.ts';
import { readStamps } from './stamps.ts';

const inflateLimit = 64 * 1024 * 1024;
const pageLimit = 10_000;

/** A PDF whose first page is drawn over or under pages of a document. */
export interface OverlayPdf {
  /** A user's PDF, or PDFs of our Chromium for pages of different sizes: each page gets the one that is closest to its size. */
  pdfs: readonly Uint8Array[];
  foreign: boolean;
  /** "first", "last", "odd", "even" or ranges such as "2-", counted in the finished document. Default: all pages. */
  pages?: string;
  layer: 'over' | 'under';
  /** Whether it is scaled to its area of the page, has its own size, or is made smaller if its area is. */
  fit: 'page' | 'none' | 'scale-down';
  /** Where in its area it is: 0 is left and top, 1 is right and bottom. */
  align: readonly [across: number, down: number];
  /** Its area as the page is seen, in points from the upper left corner. Default: the page. */
  area?: { x: number; y: number; width: number; height: number };
  /** Degrees clockwise. */
  rotate: number;
  /** From 0 to 1. */
  opacity: number;
  /** The name of the empty signature field that looks like it, on one page. Default: it is drawn as content. */
  signatureField?: string;
}

/** An overlay while the document is merged. */
export interface OpenOverlay {
  overlay: OverlayPdf;
  /** Its index after the parts, for errors and warnings. */
  index: number;
  /** The user's PDF. */
  part: OpenPart | undefined;
  /** The pages to choose from. */
  pages: PdfRef[];
  /** The signature field that looks like it. */
  field?: SignatureField | undefined;
}

/** Opens the overlays of a document. Their indexes continue those of the parts. Throws MergeError. */
export function openOverlays(overlays: readonly OverlayPdf[], before: number): OpenOverlay[] {
  return overlays.map((overlay, place) => {
    const index = before + place;
    const [pdf] = overlay.pdfs;
    if (!overlay.foreign || pdf === undefined)
      return { overlay, index, part: undefined, pages: overlay.pdfs.flatMap((each) => readStamps(each).slice(0, 1)) };
    const part = openPart({ pdf, foreign: true, pageRanges: '1' }, index, pageLimit);
    return { overlay, index, part, pages: part.pages };
  });
}

/** Adds the signature fields that overlays are the appearances of, before tags and forms of the parts are joined. Throws MergeError. */
export function addSignatureFields(parts: readonly OpenPart[], overlays: readonly OpenOverlay[]): void {
  for (const open of overlays) {
    const { overlay, index } = open;
    const [first] = open.pages;
    if (overlay.signatureField === undefined || first === undefined) continue;
    const measured = measure(first);
    const findPlace = (page: PdfDict) =>
      findBounds(readBox(asDict(first) as PdfDict), placeOverlay(measured, page, overlay));
    open.field = addSignatureField(parts, { name: overlay.signatureField, pages: overlay.pages, index, findPlace });
  }
}

/** The smallest box around a box after a transformation. */
function findBounds([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const edges = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return edges.map((edge) => Number(edge.toFixed(3))) as Box;
}

/** How large a page of an overlay is. */
interface Measured {
  /** Its size as it is seen, in points. */
  size: PageSize;
  /** From the coordinates of the form to those of the page as it is seen, in points. */
  upright: Matrix;
}

/** A page of an overlay, ready to be drawn. */
interface Drawable extends Measured {
  form: PdfRef;
  state: PdfRef | undefined;
}

/**
 * Draws each overlay on its pages, upright as they are seen, each later one above the earlier ones of its layer, and marked as an artifact
 * (ISO 32000-2, 14.8.2.2.2). A form is stored once for all pages that show it.
 */
export function drawOverlays(
  parts: readonly OpenPart[],
  overlays: readonly OpenOverlay[],
  warnings: MergeWarnings,
): void {
  const pages = parts.flatMap((part) => part.pages.map((page) => ({ page, foreign: part.part.foreign })));
  const draws = pages.map(() => ({ under: [] as PdfRef[], over: [] as PdfRef[] }));
  const streams = new Map<string, PdfRef>();
  const share = (text: string) => {
    const known = streams.get(text) ?? new PdfRef(new PdfStream(new Map(), Buffer.from(text)));
    streams.set(text, known);
    return known;
  };
  for (const { overlay, index, part, pages: choices, field } of overlays) {
    if (part) reportAnnotations(part, warnings);
    const [only] = choices;
    if (field && only) {
      const drawable = prepare(only, overlay);
      setAppearance(field, { ...drawable, matrix: formatMatrix(placeOverlay(drawable, field.page, overlay)) });
      continue;
    }
    const chosen = readOverlayPages(overlay.pages, pages.length);
    if (chosen === undefined)
      throw new MergeError('invalid_request', index, `"${overlay.pages}" is no range of pages.`);
    if (chosen.isBeyond) {
      const count = pages.length === 1 ? '1 page' : `${pages.length} pages`;
      warnings.add(index, 'overlay_beyond', `pages "${overlay.pages}" do not all exist: the document has ${count}`);
    }
    const places = chosen.pages.filter((place) => isVisible(asDict(pages[place]?.page) as PdfDict, overlay));
    reportUnseen({ overlay, index }, chosen.pages, places, warnings);
    if (places.length === 0) continue;
    const drawables = choices.map((page) => prepare(page, overlay));
    for (const place of places) {
      const page = asDict(pages[place]?.page) as PdfDict;
      const drawable = chooseDrawable(drawables, page);
      const name = addResource(page, 'XObject', 'Overlay', drawable.form);
      const state = drawable.state ? `/${addResource(page, 'ExtGState', 'Overlay', drawable.state)} gs ` : '';
      const matrix = formatMatrix(placeOverlay(drawable, page, overlay));
      const text = `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq ${state}${matrix} cm /${name} Do Q\nEMC\n`;
      draws[place]?.[overlay.layer].push(share(text));
    }
  }
  const clean = buildAround(cleanEnd);
  for (const [place, { under, over }] of draws.entries()) {
    if (under.length + over.length === 0) continue;
    const { page, foreign } = pages[place] as (typeof pages)[number];
    const dict = asDict(page) as PdfDict;
    if (over.length === 0) dict.set('Contents', [...under, ...keepContents(dict)]);
    else {
      const { before, after } = foreign ? surroundContent(dict, page.source) : clean;
      dict.set('Contents', [...under, before, ...keepContents(dict), share(`${after}\n`), ...over]);
    }
  }
}

/** Whether an overlay shows anything on a page. */
function isVisible(page: PdfDict, { area, opacity }: OverlayPdf): boolean {
  if (opacity === 0) return false;
  if (area === undefined) return true;
  const { width, height } = readPaper(page);
  return area.width > 0 && area.height > 0 && area.x < width && area.y < height;
}

/** Warns of an overlay that is on fewer pages than it names. */
function reportUnseen(
  { overlay: { area, opacity }, index }: Pick<OpenOverlay, 'overlay' | 'index'>,
  chosen: readonly number[],
  drawn: readonly number[],
  warnings: MergeWarnings,
): void {
  const seen = new Set(drawn);
  const unseen = chosen.filter((place) => !seen.has(place));
  const [first] = unseen;
  if (first === undefined) return;
  if (opacity === 0) warnings.add(index, 'overlay_unseen', 'it is not drawn: its opacity is 0');
  else if (area?.width === 0 || area?.height === 0)
    warnings.add(index, 'overlay_unseen', 'it is not drawn: its area has no size');
  else {
    const where = `page ${first + 1}${unseen.length > 1 ? ` and ${unseen.length - 1} more` : ''}`;
    warnings.add(index, 'overlay_unseen', `it is not drawn on ${where}: its area is outside of the page`);
  }
}

/** Notes, fields and links are not part of the content of a page, and an overlay shows only its content. */
function reportAnnotations({ index, pages }: OpenPart, warnings: MergeWarnings): void {
  const kinds = pages.flatMap((page) =>
    asArray(asDict(page)?.get('Annots')).map((note) => asName(asDict(note)?.get('Subtype'))),
  );
  const named = [...new Set(kinds.filter((kind) => kind !== undefined))];
  if (named.length > 0) warnings.add(index, 'annotation_dropped', `its annotations are not drawn: ${named.join(', ')}`);
}

function prepare(page: PdfRef, { foreign, opacity }: OverlayPdf): Drawable {
  const dict = foreign ? clearMarks(asDict(page) as PdfDict) : (asDict(page) as PdfDict);
  const box = readBox(dict);
  const budget: InflateBudget = { bytes: inflateLimit };
  // Chromium prints a page of this size smaller by a part of a pixel.
  const area: Box = foreign ? box : [box[0], box[1] - 1, box[2] + 1, box[3]];
  const form = buildForm(dict, area, budget);
  const group = dict.get('Group') ?? (opacity < 1 ? buildDict({ Type: 'Group', S: 'Transparency' }) : undefined);
  if (group !== undefined) form.dict.set('Group', group);
  const state = opacity < 1 ? new PdfRef(buildDict({ Type: 'ExtGState', ca: opacity, CA: opacity })) : undefined;
  return {
    ...measure(page),
    form: new PdfRef(form, page.source),
    state,
  };
}

function measure(page: PdfRef): Measured {
  const dict = asDict(page) as PdfDict;
  const unit = readUnit(dict);
  const upright = invert(turnUpright(readBox(dict), readTurns(dict))) ?? unmoved;
  return { size: readPaper(dict), upright: multiply(upright, [unit, 0, 0, unit, 0, 0]) };
}

/** A copy of a page whose content belongs to no tags: marks of elements become marks of artifacts. */
function clearMarks(page: PdfDict): PdfDict {
  const budget: InflateBudget = { bytes: inflateLimit };
  const content = decodeContents(listContents(page), budget);
  const properties = asDict(asDict(page.get('Resources'))?.get('Properties'));
  const data = markArtifacts(content, {
    isTagged: () => false,
    draw: () => undefined,
    findProperties: (name) => asDict(properties?.get(name)),
  });
  return new Map(page).set('Contents', new PdfRef(new PdfStream(new Map(), data ?? content)));
}

/** How many points a unit of a page is (ISO 32000-2, table 31). */
function readUnit(page: PdfDict): number {
  const unit = asNumber(page.get('UserUnit')) ?? 1;
  return unit > 0 ? unit : 1;
}

/** The size of a page as it is seen, in points. */
function readPaper(page: PdfDict): PageSize {
  const unit = readUnit(page);
  const { width, height } = readSize(new PdfRef(page));
  return { width: width * unit, height: height * unit };
}

function chooseDrawable(drawables: readonly Drawable[], page: PdfDict): Drawable {
  // Ours are printed for sizes in the units of the page.
  const { width, height } = readSize(new PdfRef(page));
  const distance = ({ size }: Drawable) => Math.max(Math.abs(size.width - width), Math.abs(size.height - height));
  return drawables.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** The matrix from the coordinates of a form to those of the page that shows it. */
function placeOverlay({ size, upright }: Measured, page: PdfDict, { area, fit, align, rotate }: OverlayPdf): Matrix {
  const unit = readUnit(page);
  const paper = readPaper(page);
  const { x, y, width, height } = area ?? { x: 0, y: 0, ...paper };
  const angle = (-rotate * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const wide = size.width * Math.abs(cos) + size.height * Math.abs(sin);
  const tall = size.width * Math.abs(sin) + size.height * Math.abs(cos);
  const fitting = Math.min(width / wide, height / tall);
  const scale = fit === 'page' ? fitting : fit === 'none' ? 1 : Math.min(1, fitting);
  const isSame = fit === 'page' && rotate === 0 && Math.abs(width / wide / (height / tall) - 1) < 0.005;
  const [across, down] = isSame ? [width / wide, height / tall] : [scale, scale];
  const centre = [
    x + align[0] * (width - wide * across) + (wide * across) / 2,
    paper.height - y - align[1] * (height - tall * down) - (tall * down) / 2,
  ] as const;
  const steps: Matrix[] = [
    [1, 0, 0, 1, -size.width / 2, -size.height / 2],
    [across, 0, 0, down, 0, 0],
    [cos, sin, -sin, cos, ...centre],
    [1 / unit, 0, 0, 1 / unit, 0, 0],
    turnUpright(readBox(page), readTurns(page)),
  ];
  return steps.reduce(multiply, upright);
}
