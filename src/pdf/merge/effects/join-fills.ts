import { decodeStream } from '../../objects/decode-stream.ts';
import { listDrawings } from '../../objects/drawings.ts';
import type { PdfRef } from '../../objects/objects.ts';

/** Bytes that one stream may unfold to. */
const streamLimit = 256 * 1024 * 1024;

/** Tags of cells, whose backgrounds are those that usually meet. */
export const cellTags = ['/S /TD\n', '/S /TH\n'];

const number = '-?\\d*\\.?\\d+';
const fill = `(?:${number} ){4}re\\nf\\n`;
const mark = 'EMC\\n/\\w+ <</MCID \\d+ >>BDC\\n';

/** Rectangles that are filled one after another with the same colour, each in a mark of its own, not at the end of a longer path. */
const runs = new RegExp(`(?<![mlch]\\n|re\\n)${fill}(?:(?:${mark})?${fill})+`, 'g');
const steps = new RegExp(`(${mark})?(${number}) (${number}) (${number}) (${number}) re\\nf\\n`, 'g');

/** Edges closer than this are one. */
const tolerance = 0.001;

interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The rectangles of one path. */
interface JoinedFill {
  /** The mark of the first. */
  before: string;
  path: string;
  /** The marks of the others. */
  after: string;
  last: Rectangle;
  /** How far all of them reach to both sides. */
  left: number;
  right: number;
}

/**
 * Fills rectangles of one colour that meet, such as those behind the cells of a table, as one path. Readers mix the edges of each fill
 * with what is below it, and show a light line where two meet in a pixel. Marks stay, in order; those after the first are then empty.
 */
export function joinFills(pages: readonly PdfRef[]): void {
  for (const { contents } of listDrawings(pages)) {
    for (const stream of contents) {
      const content = decodeStream(stream, { bytes: streamLimit }).toString('latin1');
      const written = content.replace(runs, joinRun);
      if (written === content) continue;
      stream.data = Buffer.from(written, 'latin1');
      for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(key);
    }
  }
}

function joinRun(run: string): string {
  const fills: JoinedFill[] = [];
  for (const [, between = '', ...edges] of run.matchAll(steps)) {
    const [left = 0, top = 0, width = 0, height = 0] = edges.map(Number);
    const next = { left, right: left + width, top, bottom: top + height };
    const path = `${edges.join(' ')} re\n`;
    const fill = fills.at(-1);
    if (fill === undefined || !meets(fill, next)) {
      fills.push({ before: between, path, after: '', last: next, left, right: next.right });
      continue;
    }
    fill.path += path;
    fill.after += between;
    fill.last = next;
    fill.left = Math.min(fill.left, left);
    fill.right = Math.max(fill.right, next.right);
  }
  return fills.map(({ before, path, after }) => `${before}${path}f\n${after}`).join('');
}

/** Whether a rectangle goes on in the row of the last one, or begins the row below. Then it covers none of the others. */
function meets({ last, left, right }: JoinedFill, next: Rectangle): boolean {
  if (next.left >= next.right || next.top >= next.bottom) return false;
  if (isClose(next.top, last.top) && isClose(next.bottom, last.bottom)) return isClose(next.left, last.right);
  return isClose(next.top, last.bottom) && next.left < right && next.right > left;
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) < tolerance;
}
