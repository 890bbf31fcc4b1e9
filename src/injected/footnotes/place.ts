import type { Note, NoteFault, PlacedNote, PlacedNotes, PlaceNotes } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { pageNameOf } from '../dom/layout.ts';
import { elementAt, namePlace, placeOf } from '../dom/places.ts';
import { ColumnReader, type NoteLine, openColumns, rectsOf } from './columns.ts';
import { FloatQueue, splitByRoom } from './float-queue.ts';
import { isClipped, styleOf } from './layout.ts';
import {
  afterMark,
  callMark,
  columnEndMark,
  endMark,
  findMarked,
  floatSideOf,
  makeBox,
  noteMark,
  roomMark,
} from './marks.ts';
import { columnSlack, measureNotes, takeBack } from './measure.ts';
import { moveNote, type PageNotes, readMoves } from './move-notes.ts';
import { NotePages } from './pages.ts';
import { LayoutView } from './view.ts';

/** Footnotes that may be on one page, if each page counts its own. */
const pageNoteLimit = 200;

/**
 * Moves footnotes to the foot of the pages that their calls are on. The document is laid out in columns as large as its pages, which
 * Chromium divides as it divides pages (CSS Fragmentation 3); if the footnotes of a page need room, the lines in it are made to begin the
 * next. Then each footnote is moved from its place in the text, so that nothing adds up from page to page.
 */
export function placeNotes({ boxes, countsByPage, inText, shrink }: PlaceNotes): PlacedNotes {
  const boxFor = (name: string, sides: readonly string[]) => {
    const keys = [name, ''].flatMap((known) => sides.map((side) => `${known}:${side}`));
    return boxes[keys.find((key) => key in boxes) ?? ':right'] ?? { width: 0, height: 0 };
  };
  const widthOf = (element: Element) => boxFor(pageNameOf(element), ['right']).width - columnSlack;
  const chooseBox = (lines: readonly NoteLine[], page: number) => {
    const side = page % 2 === 0 ? 'right' : 'left';
    return boxFor(lines[0] === undefined ? '' : pageNameOf(lines[0].block), page === 0 ? ['first', side] : [side]);
  };
  const width = boxFor('', ['right']).width - columnSlack;
  const tallest = Math.max(...Object.values(boxes).map(({ height }) => height));

  const failed: PlacedNotes['failed'] = [];
  const putBack = (note: HTMLElement, fault: NoteFault) => {
    failed.push({ ...describe(note), fault });
    dom(note).removeAttribute(noteMark);
  };
  for (const place of inText) dom(elementAt(place))?.removeAttribute(noteMark);
  const all = findMarked(noteMark);
  takeBack();
  for (const note of all) {
    const fault = findFault(note);
    if (fault) putBack(note, fault);
  }
  const noteOf = new Map<HTMLElement, HTMLElement>();
  const floatOf = new Map<HTMLElement, HTMLElement>();
  for (const note of all) {
    const call = callOf(note);
    if (call && dom(note).hasAttribute(noteMark) && dom(call).checkVisibility())
      (floatSideOf(note) ? floatOf : noteOf).set(call, note);
  }
  const giveUp = (call: HTMLElement, fault: NoteFault) => {
    putBack(noteOf.get(call) as HTMLElement, fault);
    noteOf.delete(call);
  };

  // Footnotes are never the reason to print a document smaller.
  const measure = measureNotes([...noteOf.values(), ...floatOf.values()], (note) => widthOf(note) / shrink);
  const { gap, close } = openColumns(width, tallest, widthOf);
  const columns = new ColumnReader({ width, gap });
  const pages = new NotePages({ columns, tallest, noteOf, roomOf: measure.roomOf, giveUp });
  const view = new LayoutView(columns, tallest);
  const [fitting, tooTall] = splitByRoom(floatOf, measure.roomOf, tallest);
  for (const note of tooTall) putBack(note, 'noRoom');
  const floats = new FloatQueue(columns, fitting, measure.roomOf);
  const heights: number[] = [];
  const countFrom = countsByPage ? countByPage(columns, [...noteOf.keys()]) : undefined;
  const ends: PageNotes[] = [];
  for (let page = 0; ; page += 1) {
    view.show(page);
    let lines = columns.listLines(page);
    if (lines && view.leave(lines, page)) lines = columns.listLines(page);
    if (lines === undefined) break;
    const last = ends.at(-1);
    if (last?.page === page - 1 && lines[0] !== undefined) {
      last.next = markWord(columns, lines[0]);
      lines = columns.listLines(page) ?? [];
    }
    countFrom?.(page);
    const { height, width: room } = chooseBox(lines, page);
    heights[page] = height;
    let here = floats.take(page, lines, height);
    if (here.top.length > 0) lines = columns.listLines(page) ?? [];
    let end = pages.placePage(page, lines, height, measure.roomOf(here.bottom));
    if (end === undefined && here.bottom.length > 0) {
      here = { ...here, bottom: floats.defer(here.bottom) };
      end = pages.placePage(page, columns.listLines(page) ?? [], height, 0);
    }
    const { notes = [], isDivided: covers = false } = end ?? {};
    if (notes.length + here.top.length + here.bottom.length === 0) continue;
    ends.push({ page, height, width: (room - columnSlack) / shrink, notes, covers, floats: here });
  }
  view.close();
  for (const note of floats.list()) putBack(note, 'noRoom');
  // What is visible and was on no page.
  const met = new Set(ends.flatMap((end) => end.notes));
  for (const [call, note] of [...noteOf]) if (!met.has(note) && rectsOf(call).length > 0) giveUp(call, 'outside');

  const moves = readMoves(ends, columns, measure, heights);
  const links = new AfterLinks();
  const placed = ends.flatMap(({ page, height, notes, floats: { top: heads, bottom: feet }, next }) => {
    const limit = height - measure.roomOf([...feet, ...notes]);
    const after = links.add(page, next);
    return [...heads, ...feet, ...notes].map((note): PlacedNote => {
      const call = callOf(note) as HTMLElement;
      const [rect] = rectsOf(call) as [DOMRect];
      const later = page - columns.columnOf(rect);
      const top = rect.top - columns.top;
      return { ...describe(note), call: encodeURIComponent(dom(call).id), later, top, limit, ...after };
    });
  });
  links.append();
  close();
  for (const move of moves) moveNote(move, measure.area);
  return { placed, failed };
}

function describe(note: HTMLElement): Note {
  const text = (dom(note).textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
  const side = floatSideOf(note);
  return { note: placeOf(note), text, ...(side && { side }) };
}

/** The call of a note, or the anchor of a float; undefined if a script of the page has removed it. */
function callOf(note: HTMLElement): HTMLElement | undefined {
  const [, anchor] = /^\w+ (.+)/.exec(dom(note).getAttribute(noteMark) ?? '') ?? [];
  if (anchor !== undefined) return doc.getElementById(anchor) ?? undefined;
  const call = dom(note).previousElementSibling;
  return dom(call)?.hasAttribute(callMark) ? (call as HTMLElement) : undefined;
}

function findFault(note: HTMLElement): NoteFault | undefined {
  const isUpright = [doc.documentElement, doc.body].some((root) => styleOf(root).writingMode !== 'horizontal-tb');
  if (isUpright) return 'downwards';
  if (isClipped(note)) return 'cut';
  return callOf(note) ? undefined : 'uncalled';
}

/** Counts the calls of each page from 1. Call the result with each page, in order. */
function countByPage(columns: ColumnReader, calls: readonly HTMLElement[]): (page: number) => void {
  let counted = 0;
  return (page) => {
    const isBefore = (call: HTMLElement) => !rectsOf(call).some((rect) => columns.columnOf(rect) >= page);
    while (counted < calls.length && isBefore(calls[counted] as HTMLElement)) counted += 1;
    for (const [index, call] of calls.slice(counted, counted + pageNoteLimit).entries())
      dom(call).style.setProperty('counter-set', `footnote ${index + 1}`, 'important');
  };
}

/** Marks where the text of a page starts: after its first word, because an empty box at the start of a line may be at the end of the one before. */
function markWord(columns: ColumnReader, line: NoteLine): Element | undefined {
  const node = columns.splitAt(line);
  if (!(node instanceof Text)) return node;
  const end = node.data.search(/\S\s/) + 1;
  return end === 0 ? undefined : markStart(columns.split(node, end));
}

function markStart(node: ChildNode): Element {
  const start = makeBox(afterMark);
  dom(node).before(start);
  return start;
}

/** Links to what must come after the text above the notes of a page, so that the print tells where it is. */
class AfterLinks {
  readonly #links = makeBox(afterMark);
  readonly #here = doc.URL.replace(/#.*$/s, '');
  #count = 0;

  constructor() {
    dom(this.#links).setAttribute('style', 'display: none !important');
  }

  /** The places of what may be in the next column of a page, but not `below` its text, and of what must be `beyond` the page. */
  add(page: number, next: Element | undefined): { below: string[]; beyond: string[] } {
    const rooms = findMarked(roomMark, page).flatMap((room) => {
      const { nextSibling } = dom(room);
      return nextSibling ? [markStart(nextSibling)] : [];
    });
    return {
      below: this.#name([...findMarked(columnEndMark, page), ...rooms]),
      beyond: this.#name([...findMarked(endMark, page), ...(next ? [next] : [])]),
    };
  }

  append(): void {
    dom(doc.head ?? doc.documentElement).append(this.#links);
  }

  #name(starts: readonly Element[]): string[] {
    return starts.map((start) => {
      const place = namePlace(start, `after-${this.#count++}`);
      const link = doc.createElementNS('http://www.w3.org/1999/xhtml', 'a');
      dom(link).setAttribute('href', `${this.#here}#${place}`);
      dom(this.#links).append(link);
      return place;
    });
  }
}
