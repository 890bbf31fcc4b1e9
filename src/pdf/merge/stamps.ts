import { cleanEnd } from '../content/content-end.ts';
import type { InflateBudget } from '../objects/decode-stream.ts';
import { type Matrix, multiply } from '../objects/matrix.ts';
import { asArray, asDict, asNumber, type PdfDict, PdfRef, PdfStream } from '../objects/objects.ts';
import { readPages } from '../objects/page-tree.ts';
import { PdfFile } from '../objects/pdf-file.ts';
import {
  type Around,
  addResource,
  buildAround,
  buildForm,
  formatMatrix,
  keepContents,
  surroundContent,
  turnUpright,
} from '../part/draw-form.ts';
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
  /**
   * The paper that the page with this index is printed on: a stamp of another size is cut, with its upper left corner upon that of the paper.
   * Default: a stamp is made to fit its page.
   */
  readPaper?(index: number): Box;
}

/**
 * Draws each stamp over the page at its place, upright as the page is seen, and marked as an artifact so that
 * screen readers pass over it (ISO 32000-2, 14.8.2.2.2). Its links become those of the page. Throws RangeError if the numbers of pages
 * differ.
 */
export function stampPages(
  pages: readonly PdfRef[],
  stamps: readonly PdfRef[],
  { copyLinks, isForeign = () => false, readPaper }: StampOptions,
): void {
  if (stamps.length !== pages.length) {
    throw new RangeError(`${pages.length} pages need as many stamps, not ${stamps.length}`);
  }
  const budget: InflateBudget = { bytes: inflateLimit };
  const aroundClean = buildAround(cleanEnd);
  for (const [index, page] of pages.entries()) {
    const stamp = asDict(stamps[index]) as PdfDict;
    const whole = asDict(page) as PdfDict;
    const own = isForeign(index) ? surroundContent(whole, page.source) : aroundClean;
    const paper = readPaper?.(index);
    const placed = { stamp: paper ? cutStamp(stamp, paper) : stamp, paper: paper ?? readBox(whole) };
    const matrix = stampPage(whole, placed, own, budget);
    addLinks(whole, placed.paper, copyLinks(index, stamp), matrix);
  }
}

/** What is on a page of a stamp that is as large or larger, with its upper left corner upon that of the paper. */
function cutStamp(stamp: PdfDict, [left, bottom, right, top]: Box): PdfDict {
  const [start, , , end] = readBox(stamp);
  return new Map(stamp).set('MediaBox', [start, end - (top - bottom), start + right - left, end]);
}

/** Returns the matrix that the stamp is drawn with. */
function stampPage(
  page: PdfDict,
  { stamp, paper }: { stamp: PdfDict; paper: Box },
  { before, after }: Around,
  budget: InflateBudget,
): Matrix {
  const box = readBox(stamp);
  // A stamp for a page of this size is smaller by a part of a pixel.
  const area: Box = [box[0], box[1] - 1, box[2] + 1, box[3]];
  const name = addResource(page, 'XObject', 'Stamp', new PdfRef(buildForm(stamp, area, budget)));
  const matrix = placeUpright(box, paper, readTurns(page));
  const text = `${after}\n/Artifact <</Type /Pagination>> BDC\nq ${formatMatrix(matrix)} cm /${name} Do Q\nEMC\n`;
  const draw = new PdfRef(new PdfStream(new Map(), Buffer.from(text)));
  page.set('Contents', [before, ...keepContents(page), draw]);
  return matrix;
}

/** Adds links at the places that the matrix leads to, as far as they are on the paper. */
function addLinks(
  page: PdfDict,
  [left, bottom, right, top]: Box,
  links: readonly PdfDict[],
  [a, b, c, d, e, f]: Matrix,
): void {
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

/**
 * The matrix that places a stamp on a page that viewers turn clockwise by `turns` quarters. A stamp for a page of this size
 * fits as `fitPages` makes content fit; one of another size is scaled and centred.
 */
function placeUpright(stamp: Box, page: Box, turns: 0 | 1 | 2 | 3): Matrix {
  const [width, height] = [page[2] - page[0], page[3] - page[1]];
  const [seenWidth, seenHeight] = turns % 2 === 0 ? [width, height] : [height, width];
  const [stampWidth, stampHeight] = [stamp[2] - stamp[0], stamp[3] - stamp[1]];
  const fits = [seenWidth / stampWidth, seenHeight / stampHeight];
  const fit = Math.min(...fits);
  const isSame = fits.every((each) => Math.abs(each - 1) < 0.005);
  const [across, down] = isSame ? findStretch({ width: seenWidth, height: seenHeight }) : [fit, fit];
  const [marginAcross, marginDown] = isSame
    ? [0, seenHeight - stampHeight * down]
    : [(seenWidth - stampWidth * fit) / 2, (seenHeight - stampHeight * fit) / 2];
  const left = marginAcross - stamp[0] * across;
  const bottom = marginDown - stamp[1] * down;
  return multiply([across, 0, 0, down, left, bottom], turnUpright(page, turns));
}
