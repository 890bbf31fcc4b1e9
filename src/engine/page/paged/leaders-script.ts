import { measureByWidthScript } from '../page-scripts.ts';

/** Attribute of an element that ends in a leader (CSS Content 3, section 6.1): what it is drawn with. */
export const leaderMark = 'data-platen-leader';

/** An element that ends in a leader. */
export interface Leader {
  /** Its place, named as in an address. */
  place: string;
  /** The name of its pages. */
  page: string;
}

/** Defines `fillLeaders(leaders)`, which fills lines with leaders. Each has the `width` of the content of its page, in CSS pixels. */
export const fillLeaders = `
  ${measureByWidthScript}
  const fillLeaders = (leaders) => {
    const marked = leaders
      .map(({ place, width }) => ({ element: document.getElementById(decodeURIComponent(place)), width }))
      .filter(({ element }) => element?.hasAttribute('${leaderMark}'));
    for (const { element } of marked) {
      // Between spaces, which would be one without it.
      element.setAttribute('${leaderMark}-text', isBefore(element) ? unitOf(element) : '');
      element.setAttribute('${leaderMark}-gap', '');
    }
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const filled = measureByWidth(marked, ({ width }) => width, ({ element }) => ({ element, ...measureLeader(element, context) }));
    for (const { element, text, gap } of filled) {
      element.setAttribute('${leaderMark}-text', text);
      element.setAttribute('${leaderMark}-gap', gap);
    }
  };

  // Before the text of an element that has none.
  const isBefore = (element) => element.getAttribute('${leaderMark}-at') === '::before';
  // With spaces that no line is broken at, and that stay as many as they are.
  const unitOf = (element) => element.getAttribute('${leaderMark}').replace(/ /g, '\\u00a0');

  // How often the leader fits between the text of an element and the end of its line, and what remains.
  const measureLeader = (element, context) => {
    const unit = unitOf(element);
    const none = { text: unit.repeat(3), gap: 0 };
    const isEmpty = isBefore(element);
    const isInline = /^(inline|contents)$/.test(getComputedStyle(element).display);
    const style = getComputedStyle(element, isEmpty ? '::before' : '::after');
    context.font = [style.fontStyle, style.fontWeight, style.fontSize, style.fontFamily].join(' ');
    context.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
    const range = document.createRange();
    range.selectNodeContents(element);
    let block = element;
    while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    const box = getComputedStyle(block);
    const edge = block.getBoundingClientRect();
    const px = (text) => Number.parseFloat(text) || 0;
    const left = edge.left + px(box.paddingLeft) + px(box.borderLeftWidth);
    const right = edge.right - px(box.paddingRight) - px(box.borderRightWidth);
    const start = style.direction === 'rtl' ? right : left;
    const rects = !isEmpty
      ? [...range.getClientRects()]
      : isInline ? [...element.getClientRects()] : [{ top: edge.top, bottom: edge.bottom, left: start, right: start }];
    const last = rects.at(-1);
    if (last === undefined) return none;
    const isOnLine = ({ top, bottom }) => top < last.bottom && bottom > last.top;
    const own = rects.filter(isOnLine);
    const toEnd = style.direction === 'rtl' ? Math.min(...own.map(({ left }) => left)) - left : right - Math.max(...own.map(({ right }) => right));
    const rest = (style.content.match(/"(?:[^"\\\\]|\\\\[^])*"/g) ?? []).map((text) => text.slice(1, -1)).join('');
    const one = context.measureText(unit.repeat(20)).width / 20;
    // The boxes of an element have its generated text in them, and one unit.
    const room = toEnd - (isEmpty && isInline ? 0 : context.measureText(rest).width) + (isEmpty ? one : 0) - 0.5;
    const count = Math.floor(room / one);
    if (count < 1 || !(count < 1000)) return none;
    const text = unit.repeat(count);
    const gap = room - count * one;
    const spaces = (rest + text).match(/[ \\u00a0]/g)?.length ?? 0;
    return { text, gap: (isEmpty ? gap / Math.max(spaces, 1) : gap).toFixed(3) };
  };`;
