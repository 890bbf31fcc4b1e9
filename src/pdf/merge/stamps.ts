import { type ContentEnd, cleanEnd, findContentEnd } from '../content/content-end.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import type { Matrix } from '../objects/matrix.ts';
import {
  asArray,
  asDict,
  asList,
  asNumber,
  buildDict,
  type PdfDict,
  PdfRef,
  type PdfSource,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import { readPages } from '../objects/page-tree.ts';
import { PdfFile } from '../objects/pdf-file.ts';
import { type Box, findStretch, readBox, readTurns } from '../part/page-box.ts';

const stampLimit = 100_000;
const inflateLimit = 64 * 1024 * 1024;

/** A PDF of our Chromium whose pages are drawn over those of a document. */
export interface StampPdf {
  pdf: Uint8Array;
  /** The made-up address that it was printed from. Links to it mean the part of their page. */
  origin: string;
}

/** Reads the pages to draw over those of a document, from a PDF that our Chromium wrote. */
export function readStamps(stamps: Uint8Array): PdfRef[] {
  return readPages(new PdfFile(stamps), stampLimit);
}

/** How stamps go onto their pages. */
interface StampOptions {
  /** The links of a stamp, as they lead from the page with this index. */
  copyLinks(index: number, stamp: PdfDict): PdfDict[];
  /** Whether the page with this index is of a PDF that was given. Default: none is. */
  isForeign?(index: number): boolean;
  /** Whether a stamp of another size than its page is cut, with its upper left corner upon that of the page. Default: it is made to fit. */
  isAligned?: boolean;
}

/**
 * Draws each stamp over the page at its place, upright as the page is seen, and marked as an artifact so that
 * screen readers pass over it (ISO 32000-2, 14.8.2.2.2). Its links become those of the page. Throws RangeError if the numbers of pages
 * differ.
 */
export function stampPages(
  pages: readonly PdfRef[],
  stamps: readonly PdfRef[],
  { copyLinks, isForeign = () => false, isAligned = false }: StampOptions,
): void {
  if (stamps.length !== pages.length) {
    throw new RangeError(`${pages.length} pages need as many stamps, not ${stamps.length}`);
  }
  const budget: InflateBudget = { bytes: inflateLimit };
  const around = buildAround(cleanEnd);
  for (const [index, page] of pages.entries()) {
    const stamp = asDict(stamps[index]) as PdfDict;
    const whole = asDict(page) as PdfDict;
    const end = isForeign(index) ? (findContentEnd(whole) ?? isolateContent(whole, page.source)) : cleanEnd;
    const own = end === cleanEnd ? around : buildAround(end);
    const matrix = stampPage(whole, isAligned ? cutStamp(stamp, whole) : stamp, own, budget);
    addLinks(whole, copyLinks(index, stamp), matrix);
  }
}

/** What is on a page of a stamp that is as large or larger, with its upper left corner upon that of the page. */
function cutStamp(stamp: PdfDict, page: PdfDict): PdfDict {
  const [left, bottom, right, top] = readBox(page);
  const [start, , , end] = readBox(stamp);
  return new Map(stamp).set('MediaBox', [start, end - (top - bottom), start + right - left, end]);
}

/** What is written before and after the content of a page, so that the state is that of an empty page again. */
function buildAround({ saves, closing }: ContentEnd): { before: PdfRef; after: string } {
  const before = new PdfRef(new PdfStream(new Map(), Buffer.from('q\n'.repeat(saves + 1))));
  return { before, after: `${closing}\nQ` };
}

/** Makes content that cannot be read a form, which keeps to itself what it leaves open. Content in several streams stays. */
function isolateContent(page: PdfDict, source: PdfSource | undefined): ContentEnd {
  const [only, ...others] = listContents(page);
  if (only === undefined || others.length > 0) return cleanEnd;
  const [left, bottom, right, top] = readBox(page);
  const form = buildForm(page, [left, bottom, right, top], { bytes: 0 });
  const name = addForm(page, new PdfRef(form, source));
  page.set('Contents', new PdfRef(new PdfStream(new Map(), Buffer.from(`/${name} Do`))));
  return cleanEnd;
}

/** Returns the matrix that the stamp is drawn with. */
function stampPage(
  page: PdfDict,
  stamp: PdfDict,
  { before, after }: ReturnType<typeof buildAround>,
  budget: InflateBudget,
): Matrix {
  const box = readBox(stamp);
  // A stamp for a page of this size is smaller by a part of a pixel.
  const area: Box = [box[0], box[1] - 1, box[2] + 1, box[3]];
  const name = addForm(page, new PdfRef(buildForm(stamp, area, budget)));
  const matrix = placeUpright(box, readBox(page), readTurns(page));
  const text = `${after}\n/Artifact <</Type /Pagination>> BDC\nq ${matrix.map(formatNumber).join(' ')} cm /${name} Do Q\nEMC\n`;
  const draw = new PdfRef(new PdfStream(new Map(), Buffer.from(text)));
  const contents = asList(page.get('Contents')).filter((content) => resolve(content) !== null);
  page.set('Contents', [before, ...contents, draw]);
  return matrix;
}

/** Adds a form to the resources of a page; returns its name there. */
function addForm(page: PdfDict, form: PdfRef): string {
  const resources = new Map(asDict(page.get('Resources')));
  const forms = new Map(asDict(resources.get('XObject')));
  let name = 'Stamp';
  while (forms.has(name)) name += 'x';
  page.set('Resources', resources.set('XObject', forms.set(name, form)));
  return name;
}

/** Adds links at the places that the matrix leads to, as far as they are on the page. */
function addLinks(page: PdfDict, links: readonly PdfDict[], [a, b, c, d, e, f]: Matrix): void {
  const [left, bottom, right, top] = readBox(page);
  const added = links.flatMap((link) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = asArray(link.get('Rect')).map((edge) => asNumber(edge));
    const [xs, ys] = [
      [a * x0 + c * y0 + e, a * x1 + c * y1 + e],
      [b * x0 + d * y0 + f, b * x1 + d * y1 + f],
    ] as const;
    const box: Box = [
      Math.max(left, Math.min(...xs)),
      Math.max(bottom, Math.min(...ys)),
      Math.min(right, Math.max(...xs)),
      Math.min(top, Math.max(...ys)),
    ];
    if (box[0] >= box[2] || box[1] >= box[3]) return [];
    link.delete('QuadPoints');
    return [
      new PdfRef(
        link.set(
          'Rect',
          box.map((edge) => Number(edge.toFixed(3))),
        ),
      ),
    ];
  });
  if (added.length > 0) page.set('Annots', [...asArray(page.get('Annots')), ...added]);
}

/** The page as a form XObject (ISO 32000-2, 8.10). Content in one stream stays compressed. */
function buildForm(stamp: PdfDict, box: Box, budget: InflateBudget): PdfStream {
  const streams = listContents(stamp);
  const [first] = streams;
  const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: stamp.get('Resources') ?? new Map() };
  if (first !== undefined && streams.length === 1) {
    const packing = { Filter: first.dict.get('Filter'), DecodeParms: first.dict.get('DecodeParms') };
    return new PdfStream(buildDict({ ...form, ...packing }), first.data);
  }
  const data = streams.flatMap((stream) => [decodeStream(stream, budget), Buffer.from('\n')]);
  return new PdfStream(buildDict(form), Buffer.concat(data));
}

/**
 * The matrix that places a stamp on a page that viewers turn clockwise by `turns` quarters. A stamp for a page of this size
 * fits as `fitPages` makes content fit; one of another size is scaled and centred.
 */
function placeUpright(stamp: Box, page: Box, turns: 0 | 1 | 2 | 3): Matrix {
  const [width, height] = [page[2] - page[0], page[3] - page[1]];
  const [seenWidth, seenHeight] = turns % 2 === 0 ? [width, height] : [height, width];
  const [stampWidth, stampHeight] = [stamp[2] - stamp[0], stamp[3] - stamp[1]];
  const fit = Math.min(seenWidth / stampWidth, seenHeight / stampHeight);
  const isSame = Math.abs(fit - 1) < 0.005;
  const [across, down] = isSame ? findStretch({ width: seenWidth, height: seenHeight }) : [fit, fit];
  const [marginAcross, marginDown] = isSame
    ? [0, seenHeight - stampHeight * down]
    : [(seenWidth - stampWidth * fit) / 2, (seenHeight - stampHeight * fit) / 2];
  const left = marginAcross - stamp[0] * across;
  const bottom = marginDown - stamp[1] * down;
  const matrices: Record<typeof turns, Matrix> = {
    0: [across, 0, 0, down, left, bottom],
    1: [0, across, -down, 0, width - bottom, left],
    2: [-across, 0, 0, -down, width - left, height - bottom],
    3: [0, -across, down, 0, bottom, height - left],
  };
  const [a, b, c, d, e, f] = matrices[turns];
  return [a, b, c, d, e + page[0], f + page[1]];
}

function formatNumber(number: number): string {
  return String(Number(number.toFixed(5)));
}
