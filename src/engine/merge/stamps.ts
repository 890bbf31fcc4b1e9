import { decodeStream, type InflateBudget } from '../pdf/decode-stream.ts';
import { listContents } from '../pdf/drawings.ts';
import { asDict, asList, buildDict, type PdfDict, PdfRef, PdfStream, resolve } from '../pdf/objects.ts';
import { readPages } from '../pdf/page-tree.ts';
import { PdfFile } from '../pdf/pdf-file.ts';
import { type Box, findStretch, readBox, readTurns } from './page-box.ts';

const stampLimit = 100_000;
const inflateLimit = 64 * 1024 * 1024;

/** Reads the pages to draw over those of a document, from a PDF that our Chromium wrote. */
export function readStamps(stamps: Uint8Array): PdfRef[] {
  return readPages(new PdfFile(stamps), stampLimit);
}

/**
 * Draws each stamp over the page at its place, upright as the page is seen, and marked as an artifact so that
 * screen readers pass over it (ISO 32000-2, 14.8.2.2.2). Links of stamps are lost. A stamp of another size than its page is made to fit, or
 * `isAligned` and cut. Throws RangeError if the numbers of pages differ.
 */
export function stampPages(pages: readonly PdfRef[], stamps: readonly PdfRef[], { isAligned = false } = {}): void {
  if (stamps.length !== pages.length) {
    throw new RangeError(`${pages.length} pages need as many stamps, not ${stamps.length}`);
  }
  const budget: InflateBudget = { bytes: inflateLimit };
  const save = new PdfRef(new PdfStream(new Map(), Buffer.from('q\n')));
  for (const [index, page] of pages.entries()) {
    const stamp = asDict(stamps[index]) as PdfDict;
    const whole = asDict(page) as PdfDict;
    stampPage(whole, isAligned ? cutStamp(stamp, whole) : stamp, save, budget);
  }
}

/** What is on a page of a stamp that is as large or larger, with its upper left corner upon that of the page. */
function cutStamp(stamp: PdfDict, page: PdfDict): PdfDict {
  const [left, bottom, right, top] = readBox(page);
  const [start, , , end] = readBox(stamp);
  return new Map(stamp).set('MediaBox', [start, end - (top - bottom), start + right - left, end]);
}

function stampPage(page: PdfDict, stamp: PdfDict, save: PdfRef, budget: InflateBudget): void {
  const resources = new Map(asDict(page.get('Resources')));
  const forms = new Map(asDict(resources.get('XObject')));
  let name = 'Stamp';
  while (forms.has(name)) name += 'x';
  const box = readBox(stamp);
  // A stamp for a page of this size is smaller by a part of a pixel.
  const area: Box = [box[0], box[1] - 1, box[2] + 1, box[3]];
  forms.set(name, new PdfRef(buildForm(stamp, area, budget)));
  page.set('Resources', resources.set('XObject', forms));
  const matrix = placeUpright(box, readBox(page), readTurns(page));
  const text = `\nQ\n/Artifact <</Type /Pagination>> BDC\nq ${matrix.map(formatNumber).join(' ')} cm /${name} Do Q\nEMC\n`;
  const draw = new PdfRef(new PdfStream(new Map(), Buffer.from(text)));
  const contents = asList(page.get('Contents')).filter((content) => resolve(content) !== null);
  page.set('Contents', [save, ...contents, draw]);
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
function placeUpright(stamp: Box, page: Box, turns: 0 | 1 | 2 | 3): number[] {
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
  const matrices = {
    0: [across, 0, 0, down, left, bottom],
    1: [0, across, -down, 0, width - bottom, left],
    2: [-across, 0, 0, -down, width - left, height - bottom],
    3: [0, -across, down, 0, bottom, height - left],
  };
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrices[turns];
  return [a, b, c, d, e + page[0], f + page[1]];
}

function formatNumber(number: number): string {
  return String(Number(number.toFixed(5)));
}
