import { walkRules } from './page-scripts.ts';

/**
 * Defines `readRules(fonts)`, which reads what the rules and the boxes of a document say; see PageRules. `fonts` are its FontFaces.
 * Takes properties from their prototype: in the document's own world, a form of that name hides them.
 */
export const readRules = `
  const readRules = (fonts) => {
    const sizes = new Set();
    const uncounted = new Set();
    const sided = new Set();
    const unread = new Set();
    const boxes = new Set();
    const unhyphenated = new Map();
    const hyphenated = new Map();
    // A word that all patterns break, in a box that is narrower than it. A text without a language is never broken.
    const hyphenates = (language) => {
      if (!hyphenated.has(language)) {
        const probe = document.createElement('div');
        probe.setAttribute('lang', language);
        probe.setAttribute('style', 'position: absolute; visibility: hidden; width: 3em; font: 10px/10px serif; hyphens: auto');
        probe.textContent = 'internationalisation';
        document.documentElement.append(probe);
        hyphenated.set(language, probe.offsetHeight > 10);
        probe.remove();
      }
      return hyphenated.get(language);
    };
    const listUnhyphenated = (elements) => {
      const languages = new Set(elements.slice(0, 1000).map((element) => element.closest('[lang]')?.getAttribute('lang') ?? ''));
      return [...languages].slice(0, 10).filter((language) => language !== '' && !hyphenates(language));
    };
    let counts = false;
    const find = (selector) => {
      try {
        return [...Document.prototype.querySelectorAll.call(document, selector.replace(/::?(?:before|after|marker)\\b/g, ''))];
      } catch {
        return [];
      }
    };
    const matches = (selector) => find(selector).length > 0;
    // A short data: address stands for nothing, as the shortest GIF does, and a picture of SVG may have no size.
    for (const image of Object.getOwnPropertyDescriptor(Document.prototype, 'images').get.call(document)) {
      const { complete, naturalWidth, naturalHeight, currentSrc } = image;
      if (!complete || naturalWidth > 0 || naturalHeight > 0 || /^(data:.{0,99})?$/s.test(currentSrc)) continue;
      if (!/svg/i.test(currentSrc.slice(0, 1000)) && unread.size < 20) unread.add(currentSrc.slice(0, 1000));
    }
    const broken = new Set(fonts.filter(({ status }) => status === 'error').map(({ family }) => family));
    walkAll((rule) => {
      if (rule instanceof CSSPageRule) {
        const size = rule.style.getPropertyValue('size');
        if (size !== '' && sizes.size < 100) sizes.add(size);
        return;
      }
      if (rule instanceof CSSFontFaceRule && broken.has(rule.style.fontFamily)) {
        const [, url] = /url\\("([^"]*)"\\)/.exec(rule.cssText) ?? [];
        if (url !== undefined) unread.add(new URL(url, rule.parentStyleSheet?.href ?? document.baseURI).href.slice(0, 1000));
      }
      if (!(rule instanceof CSSStyleRule)) return;
      const { style } = rule;
      counts ||= /\\bpages?\\b/.test(style.counterReset + style.counterIncrement + style.counterSet);
      const [count] = /\\bcounters?\\(\\s*pages?\\b[^)]*\\)/.exec(style.content) ?? [];
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) for (const element of find(rule.selectorText)) boxes.add(element);
      if (style.hyphens === 'auto') for (const language of listUnhyphenated(find(rule.selectorText))) {
        unhyphenated.set(rule.selectorText, new Set([...(unhyphenated.get(rule.selectorText) ?? []), language]));
      }
      const side = /^(?:left|right|recto|verso)$/.test(style.breakBefore) ? style.breakBefore : undefined;
      if (side !== undefined && sided.size < 10 && matches(rule.selectorText)) sided.add('break-before: ' + side + ' (' + rule.selectorText + ')');
      if (count !== undefined && uncounted.size < 10 && matches(rule.selectorText)) uncounted.add(count + ' (' + rule.selectorText + ')');
    });
    for (const element of find('[style*="overflow" i], textarea')) boxes.add(element);
    const cut = [];
    for (const element of boxes) {
      if (cut.length >= 10 || element === document.documentElement || element.localName === 'body') continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const over = (overflow, all, shown) => /auto|scroll/.test(overflow) && shown > 0 && all > shown + 2;
      const tall = over(overflowY, element.scrollHeight, element.clientHeight);
      if (!tall && !over(overflowX, element.scrollWidth, element.clientWidth)) continue;
      const name = element.localName + (element.id ? '#' + element.id : element.classList.length > 0 ? '.' + element.classList[0] : '');
      cut.push(
        tall
          ? name + ' shows ' + element.clientHeight + ' of ' + element.scrollHeight + ' px of its height'
          : name + ' shows ' + element.clientWidth + ' of ' + element.scrollWidth + ' px of its width',
      );
    }
    return { sizes: [...sizes], uncounted: counts ? [] : [...uncounted], sided: [...sided], unread: [...unread], cut,
      unhyphenated: [...unhyphenated].slice(0, 10).map(([selector, languages]) => ({ selector, languages: [...languages] })) };
  };`;

/** Reads the rules of a complete document; see PageRules. */
export const rulesScript = `() => {
  ${walkRules}
  ${readRules}
  return readRules([]);
}`;
