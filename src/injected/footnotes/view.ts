import { doc, dom } from '../dom/dom.ts';
import type { ColumnReader, NoteLine } from './columns.ts';
import { addSheet, dropSheet, px, styleOf } from './layout.ts';
import { detachedMark, edgeMark, flowMark, noteMark } from './marks.ts';

/** Children of the text that are laid out after the page in work, and columns before it that are kept. */
const lookahead = 30;
const keptColumns = 3;

/** The part of the text that a box has at least if its children are detached instead of those of the box around it. */
const mostText = 0.8;

/**
 * Of a long document, only the part around a page is laid out while its end is looked for, because each change lays out all that is
 * attached. If a box does not stay where it was, nothing is detached any more. Close it.
 */
export class LayoutView {
  readonly #columns: ColumnReader;
  /** The height of a column. */
  readonly #height: number;
  /** Boxes inside one another, each with most of the text; the children of the last are detached. */
  readonly #path: Element[];
  /** The box that begins with room for what is detached. */
  readonly #holder: Element;
  /** The boxes of the path inside of the holder. */
  readonly #inHolder: Element[];
  readonly #children: Element[];
  readonly #sheet: CSSStyleSheet;
  #isOpen: boolean;
  /** Indexes of the first child that is attached, and of the first after those. */
  #start = 0;
  #next: number;

  constructor(columns: ColumnReader, height: number) {
    this.#columns = columns;
    this.#height = height;
    this.#path = findPath();
    const flow = this.#path.at(-1) as Element;
    // Room inside a box in columns would be in its columns.
    const columned = this.#path.findIndex((box) => styleOf(box).columnCount + styleOf(box).columnWidth !== 'autoauto');
    const holders = [doc.documentElement, ...this.#path];
    this.#holder = holders[columned < 0 ? this.#path.length : columned] as Element;
    this.#inHolder = this.#path.slice(this.#path.indexOf(this.#holder) + 1);
    this.#children = [...dom(flow).children].filter((child) => !dom(child).hasAttribute(noteMark));
    this.#next = this.#children.length;
    this.#isOpen =
      this.#children.length > lookahead * 2 && [this.#holder, ...this.#path].every(isFlow) && !hasText(flow);
    this.#sheet = addSheet(
      `[${detachedMark}] { display: none !important } [${edgeMark}] { margin-top: 0 !important; padding-top: 0 !important; border-top: 0 !important }`,
    );
    if (!this.#isOpen) return;
    dom(this.#holder).setAttribute(flowMark, '');
    this.#next = lookahead;
    for (const child of this.#children.slice(this.#next)) dom(child).setAttribute(detachedMark, '');
  }

  /** Attaches what is on a page and on the one after it. */
  show(page: number): void {
    while (this.#next < this.#children.length) {
      const shown = this.#children.slice(this.#start, this.#next);
      const last = shown.findLast((child) => dom(child).getClientRects().length > 0);
      const rect = last && [...dom(last).getClientRects()].at(-1);
      if (rect && this.#columns.columnOf(rect) > page + 1) return;
      for (const child of this.#children.slice(this.#next, this.#next + lookahead))
        dom(child).removeAttribute(detachedMark);
      this.#next += lookahead;
    }
  }

  /** Detaches what comes before a page, if it starts with its own box. Returns whether lines have changed. */
  leave(lines: readonly NoteLine[], page: number): boolean {
    const [line] = lines;
    if (!this.#isOpen || line === undefined || page - this.#columns.base <= keptColumns) return false;
    const index = this.#children.findIndex((child) => dom(child).contains(line.leaf));
    const box = this.#children[index];
    const rect = dom(box)?.getClientRects()[0];
    if (box === undefined || index <= this.#start || rect === undefined) return false;
    if (this.#columns.columnOf(rect) !== page) return false;
    const detached = [...(this.#start === 0 ? this.#listBefore() : []), ...this.#children.slice(this.#start, index)];
    const { base } = this.#columns;
    const before = this.#sheet.cssRules[2]?.cssText;
    for (const child of detached) dom(child).setAttribute(detachedMark, '');
    // What continues from one page to the next has no upper edge there.
    for (const inner of this.#inHolder) dom(inner).setAttribute(edgeMark, '');
    // All but a pixel of a column, so that the box breaks from it as it did from what was before it.
    this.#columns.base = page - 1;
    this.#fill(1);
    const { paddingTop, borderTopWidth } = styleOf(this.#holder);
    const top = (dom(this.#holder).getClientRects()[0]?.top ?? 0) - this.#columns.top;
    this.#fill(this.#height - 1 - top - px(paddingTop) - px(borderTopWidth));
    const [now] = dom(box).getClientRects();
    if (now && this.#columns.columnOf(now) === page && Math.abs(now.top - rect.top) < 0.1) {
      this.#start = index;
      return true;
    }
    this.#isOpen = false;
    for (const child of detached) dom(child).removeAttribute(detachedMark);
    if (!before) for (const inner of this.#inHolder) dom(inner).removeAttribute(edgeMark);
    this.#fill(0);
    if (before) this.#sheet.insertRule(before, 2);
    this.#columns.base = base;
    return true;
  }

  /** Attaches everything. */
  close(): void {
    for (const child of [...this.#children, ...this.#listBefore()]) dom(child).removeAttribute(detachedMark);
    for (const inner of this.#inHolder) dom(inner).removeAttribute(edgeMark);
    dom(this.#holder).removeAttribute(flowMark);
    this.#columns.base = 0;
    dropSheet(this.#sheet);
  }

  /** Sets the height of the room at the start of the holder, in CSS pixels. */
  #fill(length: number): void {
    while (this.#sheet.cssRules.length > 2) this.#sheet.deleteRule(2);
    if (length <= 0) return;
    const room = `content: "" !important; display: block !important; height: ${length}px !important`;
    this.#sheet.insertRule(`[${flowMark}]::before { ${room} }`, 2);
  }

  /** What is before the boxes of the path, in their parents. */
  #listBefore(): Element[] {
    return this.#path.slice(1).flatMap((box) => {
      const siblings = [...dom(dom(box).parentElement as Element).children];
      return siblings.slice(0, siblings.indexOf(box)).filter((sibling) => !dom(sibling).hasAttribute(noteMark));
    });
  }
}

function findPath(): Element[] {
  const path: Element[] = [doc.body];
  for (;;) {
    const box = path.at(-1) as Element;
    const length = (dom(box).textContent ?? '').length * mostText;
    const hasMost = (child: Element) =>
      dom(child).children.length > 0 && (dom(child).textContent ?? '').length > length && isFlow(child);
    const inner = hasText(box) ? undefined : [...dom(box).children].find(hasMost);
    if (inner === undefined) return path;
    path.push(inner);
  }
}

function isFlow(box: Element): boolean {
  const hasBefore = getComputedStyle(box, '::before').content !== 'none';
  return /^(?:block|flow-root)$/.test(styleOf(box).display) && !hasBefore && !dom(box).shadowRoot;
}

function hasText(box: Element): boolean {
  return [...dom(box).childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
}
