import { dom } from '../dom/dom.ts';
import { type ColumnReader, type NoteLine, rectsOf } from './columns.ts';
import { flowRootOf, isColumned, isFlowRoot, isOut, listAround, px, styleOf } from './layout.ts';
import {
  afterMark,
  beyondProperty,
  columnEndMark,
  endMark,
  makeBox,
  restoreWidows,
  roomMark,
  topMark,
  widowsMark,
} from './marks.ts';

/** The height of a page, and how much higher its column is, in CSS pixels. */
export interface PageHeight {
  height: number;
  beyond: number;
}

const avoids = /^avoid(?:-page|-column)?$/;

/**
 * Makes a line and what follows it begin the next page, as Chromium would if the page were shorter: it respects `orphans`, `widows` and
 * boxes that avoid a break (CSS Fragmentation 3, section 4.4). Returns the box whose content was divided; undefined if none could be.
 */
export function endPage(
  columns: ColumnReader,
  lines: readonly NoteLine[],
  line: NoteLine,
  page: number,
  room: PageHeight,
): Element | undefined {
  return new PageEnd(columns, lines, page, room).endBefore(line);
}

class PageEnd {
  readonly #columns: ColumnReader;
  readonly #lines: readonly NoteLine[];
  readonly #page: number;
  readonly #room: PageHeight;

  constructor(columns: ColumnReader, lines: readonly NoteLine[], page: number, room: PageHeight) {
    this.#columns = columns;
    this.#lines = lines;
    this.#page = page;
    this.#room = room;
  }

  endBefore(line: NoteLine): Element | undefined {
    const { block } = line;
    // The outermost box that must not be divided; rows are divided only if they fill the page.
    const isUndivided = (box: Element) =>
      (avoids.test(styleOf(box).breakInside) || styleOf(box).display === 'table-row') && this.#startsHere(box);
    const whole = [...listAround(block)].findLast(isUndivided);
    const moved = whole && this.#breakBefore(whole);
    if (moved) return moved;
    if (block === line.leaf) return this.#breakBefore(block);

    const inBlock = this.#lines.filter((other) => other.block === block);
    const { orphans } = styleOf(block);
    const isStart = this.#startsHere(block);
    const least = isStart ? Number(orphans) : 1;
    let index = inBlock.indexOf(line);
    const short = widowsOf(block) - this.#countRest(block, line, inBlock.length - index);
    if (isStart && (index < least || (short > 0 && index - short < least))) {
      const all = this.#breakBefore(block);
      if (all) return all;
    }
    if (short > 0 && index - short >= least) index -= short;
    const start = inBlock[index] as NoteLine;
    if (start !== this.#lines[0] && this.#setRoom(start)) return flowRootOf(block);
    return isStart ? this.#breakBefore(block) : undefined;
  }

  #firstRect(box: Element): DOMRect | undefined {
    return [...dom(box).getClientRects()].find(({ height }) => height > 0);
  }

  #startsHere(box: Element): boolean {
    const rect = this.#firstRect(box);
    return rect !== undefined && this.#columns.columnOf(rect) === this.#page;
  }

  /** Whether something is above a box on this page. */
  #isBelow(box: Element): boolean {
    const top = (this.#firstRect(box)?.top ?? 0) - this.#columns.top;
    return this.#lines.some(
      ({ bottom, leaf }) =>
        bottom <= top + 1 &&
        !dom(box).contains(leaf) &&
        (dom(box).compareDocumentPosition(leaf) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
    );
  }

  /** What is before a box in its parent. */
  #before(box: Element): Text | Element | undefined {
    for (let node = dom(box).previousSibling; node; node = dom(node).previousSibling) {
      if (node instanceof Text && node.data.trim() !== '') return node;
      if (!(node instanceof Element) || dom(node).hasAttribute(roomMark) || dom(node).hasAttribute(afterMark)) continue;
      if (!isOut(node) && dom(node).getClientRects().length > 0) return node;
    }
    return undefined;
  }

  /** The box before which a break may come, as high up as the content of its parents begins with it. */
  #climb(start: Element): Element {
    let box = start;
    for (;;) {
      const previous = this.#before(box);
      const parent = dom(box).parentElement as Element;
      const isHead = previous instanceof Element && styleOf(previous).display === 'table-header-group';
      if (previous === undefined || isHead) {
        if (isFlowRoot(box) || isFlowRoot(parent) || !this.#startsHere(parent)) return box;
        box = parent;
      } else if (previous instanceof Element && this.#keepsWith(previous, box)) box = previous;
      else return box;
    }
  }

  #keepsWith(previous: Element, box: Element): boolean {
    if (!this.#startsHere(previous) || !this.#isBelow(previous)) return false;
    for (let last: Element | null = previous; last; last = dom(last).lastElementChild)
      if (avoids.test(styleOf(last).breakAfter)) return true;
    for (let first: Element | null = box; first; first = dom(first).firstElementChild)
      if (avoids.test(styleOf(first).breakBefore)) return true;
    return false;
  }

  #breakBefore(start: Element): Element | undefined {
    const box = this.#climb(start);
    if (!this.#isBelow(box) || dom(box).hasAttribute(endMark) || dom(box).hasAttribute(columnEndMark)) return undefined;
    const root = flowRootOf(dom(box).parentElement as Element);
    dom(box).setAttribute(isColumned(root) ? columnEndMark : endMark, String(this.#page));
    for (let first: Element | null = box; first; first = dom(first).firstElementChild) {
      const { display, paddingTop, borderTopWidth } = styleOf(first);
      if (!/^(?:block|list-item)$/.test(display) || (first !== box && this.#before(first))) break;
      dom(first).setAttribute(topMark, String(this.#page));
      if (px(paddingTop) + px(borderTopWidth) > 0) break;
    }
    return root;
  }

  /** How many lines of a block are left from a line on, those on later pages included; enough for any widows. */
  #countRest(block: Element, line: NoteLine, here: number): number {
    let count = here;
    let last: DOMRect | undefined;
    const { leaves } = this.#columns;
    for (let index = line.index; index < leaves.length && count < here + 10; index += 1) {
      const leaf = leaves[index] as Text | Element;
      if (!dom(block).contains(leaf)) break;
      for (const rect of rectsOf(leaf)) {
        const isCounted = last !== undefined && rect.top < last.bottom && rect.bottom > last.top;
        if (this.#columns.columnOf(rect) <= this.#page || isCounted) continue;
        last = rect;
        count += 1;
      }
    }
    return count;
  }

  /** Fills the rest of the page before a line. Returns whether that was possible. */
  #setRoom(line: NoteLine): boolean {
    const start = this.#columns.splitAt(line);
    const before = dom(start).previousSibling;
    if (before instanceof Element && dom(before).hasAttribute(roomMark)) return false;
    const box = makeBox(roomMark, String(this.#page));
    const { height, beyond } = this.#room;
    const setHeight = (length: number) => dom(box).style.setProperty('height', `${Math.max(1, length)}px`, 'important');
    setHeight(1);
    dom(box).style.setProperty(beyondProperty, `${beyond}px`);
    dom(start).before(box);
    dom(line.block).setAttribute(widowsMark, String(widowsOf(line.block)));
    // Its upper edge is that of the line, which may be below that of the text in it. If another float is in its way, it is elsewhere.
    const [first] = dom(box).getClientRects();
    const top = first && first.top - this.#columns.top;
    if (top !== undefined && Math.abs(top - line.top) < line.bottom - line.top) {
      setHeight(height - top);
      const [rect] = dom(box).getClientRects();
      if (rect && this.#columns.columnOf(rect) === this.#page) return true;
    }
    dom(box).remove();
    restoreWidows();
    return false;
  }
}

/** How many lines of a block must be at the top of a page. */
function widowsOf(block: Element): number {
  return Number(dom(block).getAttribute(widowsMark) ?? styleOf(block).widows);
}
