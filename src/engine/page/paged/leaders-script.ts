import { measureByWidth } from '../page-scripts.ts';

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
  ${measureByWidth}
  const fillLeaders = (leaders) => {
    const marked = leaders
      .map(({ place, width }) => ({ element: document.getElementById(decodeURIComponent(place)), width }))
      .filter(({ element }) => element?.hasAttribute('${leaderMark}'));
    for (const { element } of marked) for (const end of ['text', 'gap']) element.setAttribute('${leaderMark}-' + end, '');
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const filled = measureByWidth(marked, ({ width }) => width, ({ element }) => ({ element, ...measureLeader(element, context) }));
    for (const { element, text, gap } of filled) {
      element.setAttribute('${leaderMark}-text', text);
      element.setAttribute('${leaderMark}-gap', gap);
    }
  };

  // How often the leader fits between the text of an element and the end of its line, and what remains.
  const measureLeader = (element, context) => {
    // Spaces that no line is broken at, and that stay as many as they are.
    const unit = element.getAttribute('${leaderMark}').replace(/ /g, '\\u00a0');
    const none = { text: unit.repeat(3), gap: 0 };
    const style = getComputedStyle(element, '::after');
    context.font = [style.fontStyle, style.fontWeight, style.fontSize, style.fontFamily].join(' ');
    context.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
    const range = document.createRange();
    range.selectNodeContents(element);
    const rects = [...range.getClientRects()];
    const last = rects.at(-1);
    let block = element;
    while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    if (last === undefined) return none;
    const box = getComputedStyle(block);
    const edge = block.getBoundingClientRect();
    const isOnLine = ({ top, bottom }) => top < last.bottom && bottom > last.top;
    const own = rects.filter(isOnLine);
    const px = (text) => Number.parseFloat(text) || 0;
    const toEnd =
      style.direction === 'rtl'
        ? Math.min(...own.map(({ left }) => left)) - edge.left - px(box.paddingLeft) - px(box.borderLeftWidth)
        : edge.right - px(box.paddingRight) - px(box.borderRightWidth) - Math.max(...own.map(({ right }) => right));
    const rest = (style.content.match(/"(?:[^"\\\\]|\\\\[^])*"/g) ?? []).map((text) => text.slice(1, -1)).join('');
    const room = toEnd - context.measureText(rest).width - 0.5;
    const one = context.measureText(unit.repeat(20)).width / 20;
    const count = Math.floor(room / one);
    return count < 1 || !(count < 1000) ? none : { text: unit.repeat(count), gap: (room - count * one).toFixed(2) };
  };`;
