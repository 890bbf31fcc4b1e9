import { formatAll } from '../open/format-counter.ts';
import { numberPrefix, pageCounter } from './translate-css.ts';

/** An element that sets the number of its page, from which later pages count on (CSS GCPM 3, section 5). */
export interface PageRestart {
  /** Its place, named as in an address. */
  place: string;
  number: number;
}

/**
 * Defines `setsPage(style)`, whether a style sets the counter of pages, and `readRestarts(elements)`, which reads the numbers that elements
 * set, see PageRestart, and has margin boxes show counter styles that give each page its number: in Chromium no element changes the
 * counter of pages. Returns the styles as well. Takes `found`, `namePlace` and `sortElements` from around it.
 */
export const readRestarts = `
  const pageValue = /(?:^|\\s)page(?:\\s+(-?\\d+))?(?=\\s|$)/;
  const setsPage = ({ counterReset, counterSet }) => pageValue.test(counterReset) || pageValue.test(counterSet);

  function readRestarts(elements) {
    const restarts = [];
    for (const element of sortElements(elements)) {
      const style = getComputedStyle(element);
      const [, number = '0'] = pageValue.exec(style.counterSet) ?? pageValue.exec(style.counterReset) ?? [];
      // Paper counts from 1, and so does what is set anew.
      if (setsPage(style) && style.display !== 'none') restarts.push({ place: namePlace(element), number: Math.max(1, Number(number)) });
    }
    const styles = new Set();
    if (restarts.length > 0) walkAll((rule) => {
      if (!(rule instanceof CSSMarginRule)) return;
      rule.style.content = rule.style.content.replace(/\\bcounters?\\(\\s*page\\s*(?:,\\s*"[^"]*"\\s*)?(?:,\\s*([-\\w]+)\\s*)?\\)/g, (whole, style = 'decimal') => {
        if (!${JSON.stringify(Object.keys(formatAll(1)))}.includes(style)) {
          found.vain.push('counter-reset: page for ' + whole);
          return whole;
        }
        styles.add(style);
        return 'counter(${pageCounter}, ${numberPrefix}' + style + ')';
      });
    });
    return { restarts, numbers: [...styles] };
  }`;
