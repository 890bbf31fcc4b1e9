import { dom } from '../dom/dom.ts';
import type { ColumnReader, NoteLine } from './columns.ts';
import { flowRootOf, isRoot } from './layout.ts';
import { columnMark, findMarked, headMark, headProperty, makeBox, roomMark } from './marks.ts';

/**
 * Makes the text of a page begin at a distance from its top, in CSS pixels. Returns whether that was possible: text beside other text, such as that of a
 * cell, begins where it does.
 */
export function startPageBelow(
  columns: ColumnReader,
  lines: readonly NoteLine[],
  page: number,
  distance: number,
): boolean {
  const first = lines.find(({ isOutside }) => !isOutside);
  if (first === undefined) return false;
  const box = findStart(columns, first, page);
  if (!isRoot(flowRootOf((box && dom(box).parentElement) ?? first.block))) return false;
  if (box) pushBox(columns, box, page, distance);
  else pushLine(columns, first, page, distance);
  const [start] = (columns.listLines(page) ?? []).filter(({ isOutside }) => !isOutside);
  // The letters of close lines reach above their line.
  if (start !== undefined && start.top > distance + Math.min(first.top, 0) - 1) return true;
  openHead(page);
  return false;
}

/** Undoes `startPageBelow`. */
function openHead(page: number): void {
  for (const box of findMarked(headMark, page)) dom(box).removeAttribute(headMark);
  for (const room of findMarked(roomMark)) if (dom(room).getAttribute(roomMark) === nameRoom(page)) dom(room).remove();
}

const nameRoom = (page: number) => `head-${page}`;

/** The outermost box that begins on a page with its first line; undefined if that continues a box of the page before. */
function findStart(columns: ColumnReader, { block, index }: NoteLine, page: number): HTMLElement | undefined {
  const startsHere = (box: Element) => {
    const [rect] = [...dom(box).getClientRects()].filter(({ height }) => height > 0);
    return rect !== undefined && columns.columnOf(rect) === page;
  };
  // A box may begin with what was on the page before.
  const begins = (box: Element) => {
    const before = columns.leaves[index - 1];
    return startsHere(box) && !(before && dom(box).contains(before));
  };
  if (!begins(block)) return undefined;
  let box = block;
  for (let outer = dom(box).parentElement; outer && !isRoot(outer) && begins(outer); outer = dom(box).parentElement)
    box = outer;
  return box as HTMLElement;
}

/** A forced break before a box keeps its margin. */
function pushBox(columns: ColumnReader, box: HTMLElement, page: number, distance: number): void {
  const isForced = dom(box).getAttribute(columnMark)?.includes('before') === true;
  const [rect] = dom(box).getClientRects();
  const own = isForced && rect ? Math.max(0, rect.top - columns.top) : 0;
  dom(box).style.setProperty(headProperty, `${distance + own}px`);
  dom(box).setAttribute(headMark, String(page));
}

/** A box beside which no line has room. */
function pushLine(columns: ColumnReader, line: NoteLine, page: number, distance: number): void {
  const room = makeBox(roomMark, nameRoom(page));
  dom(room).style.setProperty('height', `${distance}px`, 'important');
  dom(columns.splitAt(line)).before(room);
}
