import type { LeaderWidth } from '../calls.ts';
import { type CssPart, readCssValue } from '../dom/css-values.ts';
import { doc, dom } from '../dom/dom.ts';
import { measureByWidth } from '../dom/layout.ts';
import { elementAt } from '../dom/places.ts';

/** Before `-text` and `-gap`: attributes of an element with a leader (CSS Content 3, section 6.1), which its generated content shows. */
const leaderMark = 'data-platen-leader';

/** Characters that a leader repeats. */
export const unitLimit = 20;

/** What the leader of an element is drawn with. */
interface LeaderUnit {
  /** With spaces that no line is broken at, and that are not joined. */
  unit: string;
  /** Whether it is before the text of the element, which has none. */
  isBefore: boolean;
}

const units = new WeakMap<Element, LeaderUnit>();

/** The text that `leader()` repeats. Undefined if it names none. */
export function readLeaderUnit({ parts: [fill, ...more] }: CssPart): string | undefined {
  if (fill === undefined || more.length > 0) return undefined;
  if (fill.kind === 'string') return fill.value;
  return new Map([
    ['dotted', '.'],
    ['solid', '_'],
    ['space', ' '],
  ]).get(fill.text);
}

/** Gives elements a leader in the content of a rule, and returns what the rule has in its place. */
export function addLeader(rule: CSSStyleRule, elements: readonly Element[], text: string, isBefore: boolean): string {
  const unit = text.slice(0, unitLimit).replaceAll(' ', '\u00a0');
  for (const element of elements) units.set(element, { unit, isBefore });
  // What is left of the line is before the leader, or in the spaces among the text.
  rule.style[isBefore ? 'wordSpacing' : 'paddingInlineStart'] ||= `attr(${leaderMark}-gap px, 0px)`;
  return `attr(${leaderMark}-text, " ")`;
}

/** Fills lines with leaders. Each has the `width` of the content of its page, in CSS pixels. */
export function fillLeaders(leaders: readonly LeaderWidth[]): void {
  const found = leaders.flatMap(({ place, width }) => {
    const element = elementAt(place);
    const leader = element && units.get(element);
    return leader ? [{ element, width, ...leader }] : [];
  });
  for (const { element, unit, isBefore } of found) {
    // Between spaces, which would be one without it.
    dom(element).setAttribute(`${leaderMark}-text`, isBefore ? unit : '');
    dom(element).setAttribute(`${leaderMark}-gap`, '');
  }
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  const filled = measureByWidth(
    found,
    ({ width }) => width,
    ({ element, ...leader }) => ({ element, ...measureLeader(element, leader, context) }),
  );
  for (const { element, text, gap } of filled) {
    dom(element).setAttribute(`${leaderMark}-text`, text);
    dom(element).setAttribute(`${leaderMark}-gap`, String(gap));
  }
}

/** How often a leader fits between the text of an element and the end of its line, and what remains. */
function measureLeader(
  element: Element,
  { unit, isBefore }: LeaderUnit,
  context: OffscreenCanvasRenderingContext2D,
): { text: string; gap: string | number } {
  const none = { text: unit.repeat(3), gap: 0 };
  const style = getComputedStyle(element, isBefore ? '::before' : '::after');
  context.font = [style.fontStyle, style.fontWeight, style.fontSize, style.fontFamily].join(' ');
  context.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
  const isRightToLeft = style.direction === 'rtl';
  const block = findBlock(element);
  const { left, right } = measureContent(block);
  const start = isRightToLeft ? right : left;
  const rects = isBefore ? listEmptyBoxes(element, block, start) : listTextBoxes(element);
  const last = rects.at(-1);
  if (last === undefined) return none;
  const line = rects.filter(({ top, bottom }) => top < last.bottom && bottom > last.top);
  const toEnd = isRightToLeft
    ? Math.min(...line.map((rect) => rect.left)) - left
    : right - Math.max(...line.map((rect) => rect.right));
  const strings = readCssValue(style.content).filter(({ kind }) => kind === 'string');
  const rest = strings.map(({ value }) => value).join('');
  const unitWidth = context.measureText(unit.repeat(20)).width / 20;
  // The boxes of an empty element have its generated text in them, and one unit.
  const restWidth = isBefore && block !== element ? 0 : context.measureText(rest).width;
  const room = toEnd - restWidth + (isBefore ? unitWidth : 0) - 0.5;
  const count = Math.floor(room / unitWidth);
  if (count < 1 || !(count < 1000)) return none;
  const text = unit.repeat(count);
  const gap = room - count * unitWidth;
  const spaces = (rest + text).match(/[ \u00a0]/g)?.length ?? 0;
  return { text, gap: (isBefore ? gap / Math.max(spaces, 1) : gap).toFixed(3) };
}

/** The element whose block the lines of an element are in. */
function findBlock(element: Element): Element {
  let block = element;
  for (let around = dom(block).parentElement; around && isInLine(block); around = dom(block).parentElement)
    block = around;
  return block;
}

function isInLine(element: Element): boolean {
  return /^(?:inline|contents)$/.test(getComputedStyle(element).display);
}

/** Where the lines of a block begin and end. */
function measureContent(block: Element): { left: number; right: number } {
  const box = getComputedStyle(block);
  const edge = dom(block).getBoundingClientRect();
  const px = (length: string) => Number.parseFloat(length) || 0;
  return {
    left: edge.left + px(box.paddingLeft) + px(box.borderLeftWidth),
    right: edge.right - px(box.paddingRight) - px(box.borderRightWidth),
  };
}

type LineBox = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

function listTextBoxes(element: Element): LineBox[] {
  const range = doc.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()];
}

/** The boxes of an element without text: those in the lines around it, or its own start. */
function listEmptyBoxes(element: Element, block: Element, start: number): LineBox[] {
  if (block !== element) return [...dom(element).getClientRects()];
  const { top, bottom } = dom(block).getBoundingClientRect();
  return [{ top, bottom, left: start, right: start }];
}
