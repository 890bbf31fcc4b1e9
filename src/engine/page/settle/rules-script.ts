import { nameElementScript, walkRulesScript } from '../page-scripts.ts';
import { runningProperty } from '../paged/translate-css.ts';
import { unlitMark } from './canvas-script.ts';
import { listScrolling } from './scroll-script.ts';

/**
 * Defines `readRules(fonts, roots)`, which reads what the rules and the boxes of a document say; see PageRules. `fonts` are its FontFaces,
 * `roots` its open shadow trees.
 * Takes properties from their prototype: in the document's own world, a form of that name hides them.
 */
export const readRules = `
  ${nameElementScript}
  ${listScrolling}
  const readRules = (fonts, roots) => {
    const sizes = new Set();
    const uncounted = new Set();
    const unread = new Set();
    const stacks = new Set();
    const boxed = new Map();
    let pageFamily = '';
    const pictures = new Set();
    let asksHyphens = false;
    let counts = false;
    let namesPaper = false;
    const find = (selector) => {
      try {
        return [...Document.prototype.querySelectorAll.call(document, selector.replace(/::?(?:before|after|marker)\\b/g, ''))];
      } catch {
        return [];
      }
    };
    const readFamilies = (style, getElement) => {
      const { fontFamily } = style;
      if (fontFamily === '' || stacks.size >= 100) return;
      const element = /\\bvar\\(/.test(fontFamily) ? getElement() : undefined;
      stacks.add(element ? getComputedStyle(element).fontFamily : fontFamily);
    };
    const matches = (selector) => find(selector).length > 0;
    // Running elements show the numbers of their pages. What is within them inherits the property.
    const isInText = (element) =>
      getComputedStyle(element).getPropertyValue('${runningProperty}') === '' && !element.closest('[style*="running" i]');
    // A short data: address stands for nothing, as the shortest GIF does, and a picture of SVG may have no size.
    for (const image of Object.getOwnPropertyDescriptor(Document.prototype, 'images').get.call(document)) {
      const { complete, naturalWidth, naturalHeight, currentSrc } = image;
      const isRead = naturalWidth > 0 || naturalHeight > 0;
      if (isRead && /^http/.test(currentSrc)) pictures.add(currentSrc);
      if (!complete || isRead || /^(data:.{0,99})?$/s.test(currentSrc)) continue;
      if (!/svg/i.test(currentSrc.slice(0, 1000)) && unread.size < 20) unread.add(currentSrc.slice(0, 1000));
    }
    const plain = (family) => family.trim().replace(/^"|"$/g, '').toLowerCase();
    // Families that the document brings along. A file that fails is told of by its address.
    const brought = new Set(fonts.filter(({ status }) => status !== 'error').map(({ family }) => plain(family)));
    const broken = new Set(fonts.filter(({ status }) => status === 'error').map(({ family }) => family));
    walkAll((rule) => {
      if (rule instanceof CSSMarginRule) {
        const { content } = rule.style;
        const css = rule.style.fontFamily;
        const text = content.replace(/\\bcounters?\\([^)]*\\)/g, '0').replace(/"((?:[^"\\\\]|\\\\[^])*)"/g, '$1').trim();
        if (!/^(|none|normal)$/.test(text) && boxed.size < 20) boxed.set(css, text.slice(0, 100));
        return;
      }
      if (rule instanceof CSSPageRule) {
        pageFamily = rule.style.fontFamily || pageFamily;
        const size = rule.style.getPropertyValue('size');
        if (size !== '' && sizes.size < 100) sizes.add(size);
        namesPaper ||= size !== '' || [...rule.style].some((property) => property.startsWith('margin'));
        return;
      }
      if (rule instanceof CSSFontFaceRule && broken.has(rule.style.fontFamily)) {
        const [, url] = /url\\("([^"]*)"\\)/.exec(rule.cssText) ?? [];
        if (url !== undefined) brought.add(plain(rule.style.fontFamily));
        if (url !== undefined) unread.add((URL.parse(url, rule.parentStyleSheet?.href ?? document.baseURI)?.href ?? url).slice(0, 1000));
      }
      if (!(rule instanceof CSSStyleRule)) return;
      const { style } = rule;
      readFamilies(style, () => find(rule.selectorText)[0]);
      counts ||= /\\bpages?\\b/.test(style.counterReset + style.counterIncrement + style.counterSet);
      const [count] = /\\bcounters?\\(\\s*pages?\\b[^)]*\\)/.exec(style.content) ?? [];
      asksHyphens ||= style.hyphens === 'auto';
      if (count !== undefined && uncounted.size < 10 && find(rule.selectorText).some(isInText)) uncounted.add(count + ' (' + rule.selectorText + ')');
    });
    // A style sheet of another site cannot be read, but what it does to the body can.
    for (const element of find('[style*="font" i], font[face], body').slice(0, 1000))
      readFamilies(element.localName === 'body' || element.localName === 'font' ? getComputedStyle(element) : element.style, () => element);
    const isForeign = (stack) => !stack.split(',').some((family) => brought.has(plain(family)));
    const scrolling = listScrolling(roots);
    return { sizes: [...sizes], uncounted: counts ? [] : [...uncounted], unread: [...unread],
      namesPaper, scrolls: scrolling.length > 0, cut: describeCut(scrolling),
      pictures: pictures.size, embeds: matches('iframe, object, embed, video, canvas[${unlitMark}]'), 
      stacks: [...stacks].filter(isForeign), boxed: [...boxed].map(([css, text]) => ({ css: css || pageFamily, text })).filter(({ css }) => css !== '' && isForeign(css)),
      asksHyphens: asksHyphens || find('[style*="hyphens" i]').length > 0 };
  };`;

/** Reads the rules of a complete document; see PageRules. */
export const rulesScript = `() => {
  ${walkRulesScript}
  ${readRules}
  return readRules([], []);
}`;
