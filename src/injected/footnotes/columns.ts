import { doc, dom } from '../dom/dom.ts';
import { pageNameOf } from '../dom/layout.ts';
import { addSheet, blockOf, dropSheet, isInFlow, isInLines, isOut, isUndivided, px, styleOf } from './layout.ts';
import {
  afterMark,
  beyondProperty,
  callMark,
  columnMark,
  endMark,
  headMark,
  noteMark,
  roomMark,
  widerProperty,
} from './marks.ts';

/** Text, or a box that no break divides. */
export type Leaf = Text | Element;

/** A line of a document in columns. Lengths are CSS pixels from the top of its column. */
export interface NoteLine {
  top: number;
  bottom: number;
  /** The block that holds it. */
  block: Element;
  /** What it starts with, and the box of that. */
  leaf: Leaf;
  rect: DOMRect;
  /** Indexes of its first and last leaf. */
  index: number;
  end: number;
  /** The calls of footnotes in it. */
  calls: HTMLElement[];
  /** Whether it is no part of the text, and makes no room for footnotes. */
  isOutside: boolean;
}

/** Lines beyond a page after which no more of it is expected, and leaves without a box in a row. */
const beyondLimit = 300;
/** How many of these a line in the flow of the text counts for. */
const inFlowWeight = 30;
const missingLimit = 1000;

/** Columns that represent the pages of the document. Close them. */
export interface OpenColumns {
  /** CSS pixels between two columns. */
  gap: number;
  close(): void;
}

/**
 * Lays the document out in columns of a size, which represent its pages: a break to the next page, and one between pages of other names
 * (CSS Paged Media 3, section 6.2), ends the column. Footnotes take no room in them. `widthOf(element)` is the width of its page.
 */
export function openColumns(width: number, height: number, widthOf: (element: Element) => number): OpenColumns {
  markColumns(width, widthOf);
  const gap = width + 200;
  const sheet = addSheet(`
    :root { columns: auto ${width}px !important; column-gap: ${gap}px !important; column-fill: auto !important; overflow: visible !important;
      width: ${width}px !important; height: ${height}px !important; min-height: 0 !important; max-height: none !important }
    [${noteMark}] { contain: size !important; height: 1px !important; border: 0 !important; padding: 0 !important; margin-top: 0 !important }
    [${roomMark}] { padding-bottom: var(${beyondProperty}) !important }
    [${endMark}], [${headMark}], [${columnMark}~="before"], ::part(platen-blank) { break-before: column !important }
    [${columnMark}~="wide"] { margin-inline-end: var(${widerProperty}) !important }
    [${columnMark}~="after"], ::part(platen-blank) { break-after: column !important }`);
  return { gap, close: () => dropSheet(sheet) };
}

/** Marks boxes with a break before or after them, and those whose page is wider or narrower than others. */
function markColumns(width: number, widthOf: (element: Element) => number): void {
  const forced = /^(?:page|left|right|recto|verso|always|all)$/;
  for (const element of dom(doc.body).querySelectorAll<HTMLElement>('*')) {
    const { breakBefore, breakAfter, page } = getComputedStyle(element);
    const isNamed = page !== 'auto' && pageNameOf(dom(element).parentElement as Element) !== page;
    const { previousElementSibling: previous, nextElementSibling: next } = dom(element);
    const marks = [];
    if (forced.test(breakBefore) || (isNamed && previous && pageNameOf(previous) !== page)) marks.push('before');
    if (forced.test(breakAfter) || (isNamed && next && pageNameOf(next) !== page)) marks.push('after');
    const wider = isNamed ? widthOf(element) - width : 0;
    if (wider !== 0) {
      marks.push('wide');
      const margin = px(getComputedStyle(element).marginInlineEnd) - wider;
      dom(element).style.setProperty(widerProperty, `${margin}px`);
    }
    if (marks.length > 0) dom(element).setAttribute(columnMark, marks.join(' '));
  }
}

/** The boxes of leaves that are visible. */
export function rectsOf(leaf: Leaf): DOMRect[] {
  const rects = leaf instanceof Text ? rangeOf(leaf).getClientRects() : dom(leaf).getClientRects();
  return [...rects].filter(({ width, height }) => width > 0 && height > 0);
}

const range = doc.createRange();

function rangeOf(text: Text): Range {
  range.selectNodeContents(text);
  return range;
}

/** Reads the lines of a document that is laid out in columns, each of which represents a page. */
export class ColumnReader {
  /** The top edge of all columns. */
  readonly top: number;
  readonly leaves: Leaf[] = [];
  /** The page that the first column represents. */
  base = 0;
  readonly #left: number;
  readonly #right: number;
  readonly #isTurned: boolean;
  readonly #width: number;
  readonly #gap: number;
  /** Calls in boxes that are on a page without being part of its text. */
  readonly #outside = new Set<Leaf>();
  /** The first leaf of the last page that was read. */
  #first = 0;

  constructor({ width, gap }: { width: number; gap: number }) {
    const { left, right, top } = dom(doc.documentElement).getBoundingClientRect();
    this.top = top;
    this.#left = left;
    this.#right = right;
    this.#isTurned = getComputedStyle(doc.documentElement).direction === 'rtl';
    this.#width = width;
    this.#gap = gap;
    this.#addLeaves(dom(doc.body).childNodes);
  }

  /** From one column to the next, in CSS pixels. */
  get step(): number {
    return this.#width + this.#gap;
  }

  /** The page of a box. */
  columnOf(rect: DOMRect): number {
    const middle = (rect.left + rect.right) / 2;
    const across = this.#isTurned ? this.#right - middle : middle - this.#left;
    return this.base + Math.floor((across + this.#gap / 2) / this.step);
  }

  #addLeaves(nodes: Iterable<Node>): void {
    for (const node of nodes) {
      if (node instanceof Text) {
        if (/\S/.test(node.data)) this.leaves.push(node);
        continue;
      }
      if (!(node instanceof Element) || dom(node).hasAttribute(roomMark) || dom(node).hasAttribute(afterMark)) continue;
      const { shadowRoot } = dom(node);
      if (isOut(node)) {
        const calls = dom(node).hasAttribute(noteMark) ? [] : [...dom(node).querySelectorAll(`[${callMark}]`)];
        for (const call of calls) this.#outside.add(call);
        this.leaves.push(...calls);
      } else if (isUndivided(node) || (dom(node).firstChild === null && !isInLines(node))) {
        this.leaves.push(node);
      } else if (shadowRoot) {
        for (const child of shadowRoot.children)
          this.#addLeaves(dom(child).localName === 'slot' ? (child as HTMLSlotElement).assignedNodes() : [child]);
      } else this.#addLeaves(dom(node).childNodes);
    }
  }

  /** The lines of a page, in the order of the document; undefined if nothing is on this page or a later one. */
  listLines(page: number): NoteLine[] | undefined {
    const lines: NoteLine[] = [];
    const open = new Map<Element, NoteLine>();
    let start: number | undefined;
    let beyond = 0;
    let missing = 0;
    for (
      let index = this.#first;
      index < this.leaves.length && beyond < beyondLimit && missing < missingLimit;
      index += 1
    ) {
      const leaf = this.leaves[index] as Leaf;
      const isInBlock = leaf instanceof Text || isInLines(leaf) || /^inline/.test(styleOf(leaf).display);
      const block = isInBlock ? blockOf(leaf) : leaf;
      const rects = rectsOf(leaf);
      missing = rects.length === 0 && start !== undefined ? missing + 1 : 0;
      for (const rect of rects) {
        const column = this.columnOf(rect);
        if (column > page) beyond += isInFlow(block) ? inFlowWeight : 1;
        if (column !== page) continue;
        start ??= index;
        beyond = 0;
        if (this.#outside.has(leaf)) {
          const place = { top: 0, bottom: 0, block, leaf, rect, index, end: index };
          lines.push({ ...place, calls: [leaf as HTMLElement], isOutside: true });
        } else this.#addToLine(lines, open, { block, leaf, rect, index });
      }
    }
    if (start !== undefined) this.#first = start;
    return start === undefined && beyond === 0 ? undefined : lines;
  }

  /** Adds a box to the last line of its block, or begins the next line with it. */
  #addToLine(
    lines: NoteLine[],
    open: Map<Element, NoteLine>,
    { block, leaf, rect, index }: Pick<NoteLine, 'block' | 'leaf' | 'rect' | 'index'>,
  ): void {
    const [top, bottom] = [rect.top - this.top, rect.bottom - this.top];
    let line = open.get(block);
    const shared = line === undefined ? 0 : Math.min(line.bottom, bottom) - Math.max(line.top, top);
    if (line !== undefined && shared > Math.min(line.bottom - line.top, rect.height) / 2) {
      line.top = Math.min(line.top, top);
      line.bottom = Math.max(line.bottom, bottom);
    } else {
      line = { top, bottom, block, leaf, rect, index, end: index, calls: [], isOutside: false };
      open.set(block, line);
      lines.push(line);
    }
    line.end = index;
    if (leaf instanceof Text) return;
    if (dom(leaf).hasAttribute(callMark)) line.calls.push(leaf as HTMLElement);
    else line.calls.push(...dom(leaf).querySelectorAll<HTMLElement>(`[${callMark}]`));
  }

  /** Divides a text before a line of it, and returns the node that starts the line. */
  splitAt({ leaf, rect, block }: NoteLine): Leaf {
    if (!(leaf instanceof Text)) return leaf;
    // A block has several pieces, on pages and in columns of the block's own text, one after the other.
    const pieces = [...dom(block).getClientRects()];
    const pieceOf = ({ left, right, top, bottom }: DOMRect) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return pieces.findIndex(
        (piece) => x > piece.left - 1 && x < piece.right + 1 && y > piece.top - 1 && y < piece.bottom + 1,
      );
    };
    const linePiece = pieceOf(rect);
    // Whether a character is before the line; undefined for white space at the end of a line, which has no box.
    const isBefore = (offset: number) => {
      range.setStart(leaf, offset);
      range.setEnd(leaf, offset + 1);
      const box = [...range.getClientRects()].findLast(({ width }) => width > 0);
      if (box === undefined) return undefined;
      const piece = pieceOf(box);
      return piece === linePiece ? box.bottom <= rect.top + rect.height / 2 : piece < linePiece;
    };
    let low = 0;
    let high = leaf.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let probe = middle;
      while (probe < high && isBefore(probe) === undefined) probe += 1;
      if (probe < high && isBefore(probe)) low = probe + 1;
      else high = middle;
    }
    while (low > 0 && low < leaf.length && /\s/.test(leaf.data[low] ?? '') && isBefore(low) === undefined) low += 1;
    return low === 0 || low >= leaf.length ? leaf : this.split(leaf, low);
  }

  /** Divides a text at an offset, and returns its second part. */
  split(text: Text, offset: number): Text {
    const rest = text.splitText(offset);
    this.leaves.splice(this.leaves.indexOf(text), 1, text, rest);
    return rest;
  }
}
