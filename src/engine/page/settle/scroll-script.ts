import { measureByWidthScript, nameElementScript, pageNameOfScript, walkRulesScript } from '../page-scripts.ts';

/** Names of boxes that are told of, at most. */
const boxLimit = 10;

/**
 * Defines `listScrolling(roots)`, the boxes of a document, and of shadow trees, that scroll (CSS Overflow 3, section 2), and
 * `describeCut(boxes)`, which names those of which a part is not seen on paper. Takes what `walkRules` and `nameElement` define from around it.
 */
export const listScrolling = `
  const listScrolling = (roots) => {
    const boxes = new Set();
    const find = (root, selector) => {
      try {
        return root === document ? Document.prototype.querySelectorAll.call(document, selector) : root.querySelectorAll(selector);
      } catch {
        return [];
      }
    };
    const read = (root) => (rule) => {
      if (rule instanceof CSSStyleRule && /auto|scroll/.test(rule.style.overflowX + rule.style.overflowY))
        for (const element of find(root, rule.selectorText.replace(/::?(?:before|after|marker)\\b/g, ''))) boxes.add(element);
    };
    walkAll(read(document));
    for (const root of roots) for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) walkSheet(sheet, read(root));
    for (const root of [document, ...roots]) for (const element of find(root, '[style*="overflow" i], textarea')) boxes.add(element);
    // What the body says of it is the whole page's, unless that says something itself. A script may have removed all.
    const whole = document.documentElement;
    const { overflowX, overflowY } = whole === null ? {} : getComputedStyle(whole);
    const isOfPage = (element) => element === whole || (element.localName === 'body' && overflowX + overflowY === 'visiblevisible');
    const scrolls = (element) => {
      const style = getComputedStyle(element);
      return /auto|scroll/.test(style.overflowX + style.overflowY);
    };
    return [...boxes].filter((element) => !isOfPage(element) && scrolls(element));
  };

  // What nobody would see with room for all of it is not missed.
  const isSeen = (element) => {
    const { right, bottom } = element.getBoundingClientRect();
    const isTiny = element.clientWidth < 2 || element.clientHeight < 2;
    return !isTiny && right > 0 && bottom > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const describeCut = (boxes) => {
    const cut = [];
    for (const element of boxes) {
      if (cut.length >= ${boxLimit}) break;
      const { overflowX, overflowY } = getComputedStyle(element);
      const over = (overflow, all, shown) => /auto|scroll/.test(overflow) && shown > 0 && all > shown + 2;
      const isTall = over(overflowY, element.scrollHeight, element.clientHeight);
      if ((!isTall && !over(overflowX, element.scrollWidth, element.clientWidth)) || !isSeen(element)) continue;
      const [shown, all, side] = isTall ? [element.clientHeight, element.scrollHeight, 'height'] : [element.clientWidth, element.scrollWidth, 'width'];
      cut.push(nameElement(element) + ' shows ' + shown + ' of ' + all + ' px of its ' + side);
    }
    return cut;
  };`;

/** Names the boxes that scroll as they are on pages of these `widths`, in CSS pixels, by the names of pages. */
export const cutScript = `(widths) => {
  ${nameElementScript}
  ${walkRulesScript}
  ${listScrolling}
  ${pageNameOfScript}
  ${measureByWidthScript}
  const roots = [...Document.prototype.querySelectorAll.call(document, '*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const widthOf = (element) => widths[pageNameOf(element)] ?? widths[''];
  return measureByWidth(listScrolling(roots), widthOf, (element) => describeCut([element])).slice(0, ${boxLimit});
}`;
