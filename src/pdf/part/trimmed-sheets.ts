import { asDict, asList, type PdfDict, PdfRef, PdfStream } from '../objects/objects.ts';
import { type Box, type PageSize, readEdges } from './page-box.ts';

/** Points beyond the bleed that printer's marks need. */
export const markRoom = 18;

/** Points between the bleed and a mark, and the lengths of crop marks and of the arms of cross marks. */
const markGap = 3;
const cropLength = 12;
const crossArm = 6;
const crossRadius = 3.5;
/** How wide the lines of marks are, in points. */
const lineWidth = 0.25;

/** A sheet that a page of our Chromium is printed on, and from which it is to be trimmed. Lengths in points. */
export interface TrimmedSheet {
  /** Of the sheet. */
  width: number;
  height: number;
  /** From each edge of the sheet to the page. */
  edge: number;
  bleed: number;
  marks: { crop: boolean; cross: boolean };
}

/** A page while it has the size that it is trimmed to. */
export interface TrimmedPage {
  page: PdfRef;
  /** The sheet as it was printed, and the page. */
  printed: Box;
  trim: Box;
  sheet: TrimmedSheet;
}

/** The most points by which a printed sheet differs from what was asked. */
const tolerance = 1;

/** Gives pages the size that they are trimmed to, by the size of their sheets, so that all that is drawn over them is placed on that. */
export function trimPages(pages: readonly PdfRef[], sheets: readonly TrimmedSheet[]): TrimmedPage[] {
  return pages.flatMap((page) => {
    const dict = asDict(page);
    const printed = readEdges(dict?.get('MediaBox'));
    const sheet = printed && findSheet(printed, sheets);
    if (!dict || !printed || !sheet || sheet.edge === 0) return [];
    const trim = outset(printed, -sheet.edge);
    dict.set('MediaBox', trim);
    return [{ page, printed, trim, sheet }];
  });
}

function findSheet(box: Box, sheets: readonly TrimmedSheet[]): TrimmedSheet | undefined {
  const [across, down] = [box[2] - box[0], box[3] - box[1]];
  const distance = ({ width, height }: PageSize) =>
    Math.min(
      Math.max(Math.abs(across - width), Math.abs(down - height)),
      // Pages may be turned.
      Math.max(Math.abs(across - height), Math.abs(down - width)),
    );
  return sheets.filter((sheet) => distance(sheet) < tolerance).sort((a, b) => distance(a) - distance(b))[0];
}

/** Gives pages their whole sheets again, with their boxes (ISO 32000-2, 14.11.2) and their printer's marks (14.11.3). */
export function finishTrimmed(trimmed: readonly TrimmedPage[]): void {
  for (const { page, trim, sheet } of trimmed) {
    const dict = asDict(page);
    // The page may have been left out.
    if (!dict) continue;
    const hasMarks = sheet.marks.crop || sheet.marks.cross;
    const bleed = outset(trim, sheet.bleed);
    const media = hasMarks ? outset(bleed, markRoom) : bleed;
    dict.set('MediaBox', media);
    dict.set('TrimBox', trim);
    dict.set('BleedBox', bleed);
    if (hasMarks) drawMarks(dict, trim, sheet);
  }
}

function outset([left, bottom, right, top]: Box, length: number): Box {
  return [left - length, bottom - length, right + length, top + length].map((edge) => Number(edge.toFixed(3))) as Box;
}

/** Draws marks around a page, and cuts its content at its bleed. */
function drawMarks(page: PdfDict, trim: Box, { bleed, marks }: TrimmedSheet): void {
  const [left, bottom, right, top] = outset(trim, bleed);
  const lines = [
    ...(marks.crop ? listCropMarks(trim, bleed) : []),
    ...(marks.cross ? listCrossMarks(trim, bleed) : []),
  ];
  const before = `q\n${write(left, bottom, right - left, top - bottom)} re\nW\nn\n`;
  const state = `q\n0 0 0 RG\n${lineWidth} w\n0 J\n[] 0 d\n`;
  const after = `\nQ\n/Artifact <</Type /Page>> BDC\n${state}${lines.join('\n')}\nQ\nEMC\n`;
  const [start, end] = [before, after].map((text) => new PdfRef(new PdfStream(new Map(), Buffer.from(text))));
  page.set('Contents', [start as PdfRef, ...asList(page.get('Contents')), end as PdfRef]);
}

/** Lines at the corners of a page, where it is cut. */
function listCropMarks([left, bottom, right, top]: Box, bleed: number): string[] {
  const [near, far] = [bleed + markGap, bleed + markGap + cropLength];
  const across = [bottom, top].flatMap((y) => [
    drawLine(left - far, y, left - near, y),
    drawLine(right + near, y, right + far, y),
  ]);
  const down = [left, right].flatMap((x) => [
    drawLine(x, bottom - far, x, bottom - near),
    drawLine(x, top + near, x, top + far),
  ]);
  return [...across, ...down];
}

/** Crosses in circles at the middle of each side of a page, by which sheets are aligned. */
function listCrossMarks([left, bottom, right, top]: Box, bleed: number): string[] {
  const far = bleed + markRoom / 2;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return [
    [left - far, y],
    [right + far, y],
    [x, bottom - far],
    [x, top + far],
  ].flatMap(([across = 0, down = 0]) => [
    drawLine(across - crossArm, down, across + crossArm, down),
    drawLine(across, down - crossArm, across, down + crossArm),
    drawCircle(across, down, crossRadius),
  ]);
}

function drawLine(...[x0, y0, x1, y1]: [number, number, number, number]): string {
  return `${write(x0, y0)} m\n${write(x1, y1)} l\nS`;
}

/** A circle of four curves, which are as near to it as a line is wide. */
function drawCircle(x: number, y: number, radius: number): string {
  const reach = radius * 0.5523;
  const curves = [
    [x + radius, y + reach, x + reach, y + radius, x, y + radius],
    [x - reach, y + radius, x - radius, y + reach, x - radius, y],
    [x - radius, y - reach, x - reach, y - radius, x, y - radius],
    [x + reach, y - radius, x + radius, y - reach, x + radius, y],
  ];
  return [`${write(x + radius, y)} m`, ...curves.map((points) => `${write(...points)} c`), 's'].join('\n');
}

function write(...lengths: number[]): string {
  return lengths.map((length) => String(Number(length.toFixed(3)))).join(' ');
}
