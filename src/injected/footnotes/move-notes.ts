import { doc, dom } from '../dom/dom.ts';
import { areaMark } from '../names.ts';
import type { ColumnReader } from './columns.ts';
import type { PageFloats } from './float-queue.ts';
import { holderOf, isClear, px } from './layout.ts';
import { makeBox, movedMark, notePlace } from './marks.ts';
import { hasAutoMargin, type NoteArea, type NoteMeasure } from './measure.ts';

/** The notes at the foot of a page. */
export interface PageNotes {
  page: number;
  /** The size of the page, in CSS pixels. */
  height: number;
  width: number;
  notes: HTMLElement[];
  /** The floats at its head and at its foot, where they are above the notes. */
  floats: PageFloats;
  /** Whether their area covers what is behind it. */
  covers: boolean;
  /** What starts the text of the next page. */
  next?: Element | undefined;
}

/** How far a note is from its place in the text to the foot of its page, and for the first of a page where their area is drawn. */
export interface Move {
  note: HTMLElement;
  top: number;
  left: number;
  frame?: Frame;
}

/** The area of the notes of a page, from the top of the first. Lengths in CSS pixels. */
interface Frame {
  top: number;
  height: number;
  width: number;
  covers: boolean;
}

/** Reads where notes and floats are, and must be. All is read before anything moves. */
export function readMoves(
  ends: readonly PageNotes[],
  columns: ColumnReader,
  { area, heightOf, roomOf }: NoteMeasure,
  heights: readonly number[],
): Move[] {
  const { left } = dom(doc.documentElement).getBoundingClientRect();
  // From the left edge of its page to the box that holds a note.
  const readBase = (note: HTMLElement) => {
    const box = holderOf(note);
    const rect = dom(box)?.getClientRects()[0];
    if (box === undefined || rect === undefined) return 0;
    return rect.left + dom(box).clientLeft - left - columns.columnOf(rect) * columns.step;
  };
  // From the place of a note in its column to the upper edge of a page, which may be another.
  const readTop = (note: HTMLElement, page: number) => {
    const rect = dom(note).getClientRects()[0] as DOMRect;
    const from = columns.columnOf(rect);
    const between = heights.slice(Math.min(from, page), Math.max(from, page)).reduce((sum, height) => sum + height, 0);
    // A hair less would be on the page before.
    return columns.top - rect.top + (page < from ? -between : page > from ? between + 1 : 0);
  };
  return ends.flatMap(({ page, height, width, notes, covers, floats }) => {
    const whole = roomOf(notes);
    const { margin, inside } = area;
    const moveAll = (some: readonly HTMLElement[], start: number, left: number) => {
      let y = start;
      return some.map((note): Move => {
        const { before, height: noteHeight, after } = heightOf(note);
        const top = y + before + readTop(note, page);
        y += before + noteHeight + after;
        return { note, top, left: left + readSpare(note, width) - readBase(note) };
      });
    };
    const moved = moveAll(notes, height - whole + inside.Top, inside.Left);
    const [first] = moved;
    if (first)
      first.frame = {
        top: margin.Top - inside.Top - heightOf(first.note).before,
        height: whole - margin.Top - margin.Bottom,
        width: width - margin.Left - margin.Right,
        covers,
      };
    const feet = moveAll(floats.bottom, height - whole - roomOf(floats.bottom), 0);
    return [...moveAll(floats.top, 0, 0), ...feet, ...moved];
  });
}

/** Moves a note or a float, and draws the area of a page behind the first of its notes. */
export function moveNote({ note, top, left, frame }: Move, area: NoteArea): void {
  dom(note).setAttribute(movedMark, '');
  dom(note).style.setProperty(notePlace.top, `${top.toFixed(3)}px`);
  dom(note).style.setProperty(notePlace.left, `${left.toFixed(3)}px`);
  if (frame) drawArea(note, frame, area);
}

/** The room before a float that is in the middle of its page, by automatic margins. */
function readSpare(note: HTMLElement, width: number): number {
  if (!hasAutoMargin(note, 'left')) return 0;
  const spare = Math.max(0, width - dom(note).getBoundingClientRect().width);
  return hasAutoMargin(note, 'right') ? spare / 2 : spare;
}

/** Draws the area of a page behind the first of its notes, and before what it covers. */
function drawArea(note: HTMLElement, { top, height, width, covers }: Frame, area: NoteArea): void {
  const box = makeBox(areaMark);
  const { marginLeft, borderLeftWidth, borderTopWidth } = getComputedStyle(note);
  const left = area.margin.Left - area.inside.Left - px(marginLeft) - px(borderLeftWidth);
  dom(box).style.top = `${top - px(borderTopWidth)}px`;
  dom(box).style.height = `${height}px`;
  dom(box).style.left = `${left}px`;
  dom(box).style.width = `${width}px`;
  dom(note).prepend(box);
  if (!covers) return;
  const colors = [doc.body, doc.documentElement].map((root) => getComputedStyle(root).backgroundColor);
  const ground = colors.find((color) => !isClear(color)) ?? 'white';
  if (isClear(getComputedStyle(box).backgroundColor)) dom(box).style.backgroundColor = ground;
  dom(box).style.boxShadow = `0 ${-area.margin.Top}px ${ground}`;
}
