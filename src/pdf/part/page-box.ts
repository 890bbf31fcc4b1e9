import {
  asArray,
  asDict,
  asList,
  asNumber,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '../objects/objects.ts';

/** A rectangle by its left, bottom, right and top edge. */
export type Box = [number, number, number, number];

/** The size of a page as it is seen, turned by its rotation, in points. */
export interface PageSize {
  width: number;
  height: number;
}

/** The visible box of a page (ISO 32000-2, 14.11.2), before its rotation: what its crop box leaves of the paper, if that is anything. */
export function readBox(page: PdfDict | undefined): Box {
  const paper = readEdges(page?.get('MediaBox')) ?? defaultBox;
  const [left, bottom, right, top] = readEdges(page?.get('CropBox')) ?? paper;
  const seen: Box = [
    Math.max(left, paper[0]),
    Math.max(bottom, paper[1]),
    Math.min(right, paper[2]),
    Math.min(top, paper[3]),
  ];
  return seen[2] > seen[0] && seen[3] > seen[1] ? seen : paper;
}

/** US Letter, as readers assume for a page without a size, or of none. */
export const defaultBox: Box = [0, 0, 612, 792];

/** The edges of a box; undefined for anything else. */
export function readEdges(box: PdfObject | undefined): Box | undefined {
  const edges = asArray(box).map((edge) => asNumber(edge));
  const [a, b, c, d] = edges;
  if (edges.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return a === c || b === d ? undefined : [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** How many quarters of a turn viewers turn a page, clockwise. */
export function readTurns(page: PdfDict | undefined): 0 | 1 | 2 | 3 {
  const degrees = asNumber(page?.get('Rotate')) ?? 0;
  return (((Math.round(degrees / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
}

export function readSize(page: PdfRef): PageSize {
  const dict = asDict(page);
  const [left, bottom, right, top] = readBox(dict);
  const [width, height] = [right - left, top - bottom];
  return readTurns(dict) % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** A CSS pixel in points. */
const pixel = 0.75;
/** The most points by which Chromium's page differs from what was asked: it rounds to pixels of the screen and of a printer. */
const tolerance = 1;

/** How a page is stretched from its upper left corner. */
interface Fit {
  top: number;
  across: number;
  down: number;
}

/**
 * Gives pages that Chromium printed the exact size that was asked, from their upper left corner. Chromium paints whole
 * pixels, so a background may end before the edge: content is stretched by the part of a pixel that is missing, and links and
 * destinations with it.
 */
export function fitPages(catalog: PdfDict, pages: readonly PdfRef[], sizes: readonly PageSize[]): void {
  const fits = new Map<PdfRef, Fit>();
  for (const page of pages) {
    const fit = fitPage(asDict(page) as PdfDict, sizes);
    if (fit !== undefined) fits.set(page, fit);
  }
  if (fits.size === 0) return;
  for (const place of asDict(catalog.get('Dests'))?.values() ?? []) moveDestination(place, fits);
  for (const item of listOutline(asDict(catalog.get('Outlines')))) moveDestination(item.get('Dest'), fits);
}

/** By how much the content of a page of this size is stretched, across and down. */
export function findStretch({ width, height }: PageSize): [across: number, down: number] {
  const stretch = (wanted: number) => Math.max(1, wanted / pixel / Math.max(1, Math.round(wanted / pixel)));
  return [stretch(width), stretch(height)];
}

function fitPage(page: PdfDict, sizes: readonly PageSize[]): Fit | undefined {
  const [left = 0, bottom = 0, right = 0, top = 0] = asArray(page.get('MediaBox')).map((edge) => asNumber(edge));
  const distance = ({ width, height }: PageSize) =>
    Math.max(Math.abs(right - left - width), Math.abs(top - bottom - height));
  const [size] = sizes.filter((each) => distance(each) < tolerance).sort((a, b) => distance(a) - distance(b));
  if (size === undefined) return undefined;
  page.set('MediaBox', [left, round(top - size.height), round(left + size.width), top]);
  const [across, down] = findStretch(size);
  if (across === 1 && down === 1) return undefined;
  const fit = { top, across, down };
  const matrix = [across, 0, 0, down, 0, top - top * down].map((value) => Number(value.toFixed(6))).join(' ');
  const transform = new PdfRef(new PdfStream(new Map(), Buffer.from(`${matrix} cm\n`)));
  page.set('Contents', [transform, ...asList(page.get('Contents'))]);
  for (const annotation of asArray(page.get('Annots')).map(asDict)) {
    for (const key of ['Rect', 'QuadPoints']) {
      const points = asArray(annotation?.get(key)).map((value) => asNumber(value) ?? 0);
      if (points.length > 0)
        annotation?.set(
          key,
          points.map((value, index) => move(value, index % 2 === 0, fit)),
        );
    }
  }
  return fit;
}

function moveDestination(place: PdfObject | undefined, fits: ReadonlyMap<PdfRef, Fit>): void {
  const target = asArray(place);
  const fit = target[0] instanceof PdfRef ? fits.get(target[0]) : undefined;
  if (fit === undefined) return;
  for (const index of [2, 3]) {
    const value = asNumber(target[index]);
    if (value !== undefined) target[index] = move(value, index === 2, fit);
  }
}

/** The entries of an outline that our Chromium wrote. */
function* listOutline(parent: PdfDict | undefined): Generator<PdfDict> {
  for (let item = asDict(parent?.get('First')); item !== undefined; item = asDict(item.get('Next'))) {
    yield item;
    yield* listOutline(item);
  }
}

function move(value: number, isAcross: boolean, { top, across, down }: Fit): number {
  return round(isAcross ? value * across : top - (top - value) * down);
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
