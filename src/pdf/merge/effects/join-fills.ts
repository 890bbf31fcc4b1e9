import { decodeStream } from '../../objects/decode-stream.ts';
import { listDrawings } from '../../objects/drawings.ts';
import type { PdfRef } from '../../objects/objects.ts';

/** Bytes that one stream may unfold to. */
const streamLimit = 256 * 1024 * 1024;

/** Tags of cells, whose backgrounds are those that usually meet. */
export const cellTags = ['/S /TD\n', '/S /TH\n'];

const number = '-?\\d*\\.?\\d+';
const markText = 'EMC\\n/\\w+ <</MCID \\d+ >>BDC\\n';
const step = new RegExp(`(${markText})?(${number}) (${number}) (${number}) (${number}) re\\nf\\n`, 'g');
const operands = new RegExp(`^(?:${number} ){4}$`);
const mark = new RegExp(`^${markText}$`);

/** A rectangle and its filling, as Skia writes them. */
const fillEnd = 're\nf\n';

/** Ends of operations that belong to the path of the next rectangle. */
const pathEnds = /(?:[mlch]|re)\n$/;

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
      const written = joinRuns(content);
      if (written === content) continue;
      stream.data = Buffer.from(written, 'latin1');
      for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(key);
    }
  }
}

/** Joins the rectangles that are filled one after another with the same colour, each in its own mark. */
function joinRuns(content: string): string {
  const written: string[] = [];
  let copied = 0;
  let run: { start: number; end: number; count: number } | undefined;
  const endRun = () => {
    if (run === undefined || run.count < 2) return;
    written.push(content.slice(copied, run.start), joinRun(content.slice(run.start, run.end)));
    copied = run.end;
  };
  for (let at = content.indexOf(fillEnd); at >= 0; at = content.indexOf(fillEnd, at + 1)) {
    const start = content.lastIndexOf('\n', at - 1) + 1;
    if (!operands.test(content.slice(start, at))) continue;
    const between = run && content.slice(run.end, start);
    if (run && (between === '' || mark.test(between ?? ''))) {
      run.end = at + fillEnd.length;
      run.count++;
      continue;
    }
    endRun();
    const isPathOpen = pathEnds.test(content.slice(Math.max(0, start - 3), start));
    run = isPathOpen ? undefined : { start, end: at + fillEnd.length, count: 1 };
  }
  endRun();
  return written.length === 0 ? content : written.join('') + content.slice(copied);
}

function joinRun(run: string): string {
  const fills: JoinedFill[] = [];
  for (const [, between = '', ...edges] of run.matchAll(step)) {
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
