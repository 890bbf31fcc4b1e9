import { sizesBeyondCss } from '../open/page-settings.ts';

const size = /^(?:a[345]|b[45]|jis-b[45]|letter|legal|ledger)$/;
const direction = /^(?:portrait|landscape)$/;
const inherited = /^(?:initial|inherit|unset|revert|revert-layer)$/;
/** A bare number is a length only if it is 0 (CSS Values 4, section 6). */
const length =
  /^[-+]?(?:0*\.?0+|(?:\d*\.)?\d+(?:e[-+]?\d+)?(?:px|cm|mm|q|in|pt|pc|r?(?:em|ex|ch|ic|cap|lh)|(?:[sld]?v|cq)(?:[whib]|min|max)))$/;
const share = /^[-+]?(?:\d*\.)?\d+(?:e[-+]?\d+)?%$/;

/**
 * Whether `size` or a margin of `@page` has a value that Chromium keeps (CSS Paged Media 3, sections 4.4 and 7.1), or for which another is written.
 * Values with functions are not looked into. It may be written with comments, and as important.
 */
export function isPageValue(property: string, text: string): boolean {
  const value = text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/!\s*important\s*$/i, '')
    .trim()
    .toLowerCase();
  if (/[(\\]/.test(value) || inherited.test(value)) return true;
  const words = value.split(/\s+/);
  if (property === 'size') return isSize(words);
  const isMargin = (word: string) => word === 'auto' || length.test(word) || share.test(word);
  return words.length <= (property === 'margin' ? 4 : 1) && words.every(isMargin);
}

function isSize(words: readonly string[]): boolean {
  const isNamed = (word: string) => size.test(word) || Object.hasOwn(sizesBeyondCss, word);
  const [first = '', second, ...others] = words;
  if (others.length > 0 || first.startsWith('-') || second?.startsWith('-')) return false;
  if (second === undefined) return first === 'auto' || direction.test(first) || isNamed(first) || length.test(first);
  if (length.test(first)) return length.test(second);
  return (isNamed(first) && direction.test(second)) || (direction.test(first) && isNamed(second));
}

/** Whether a rule may be in one for pages, in lower case: a margin box (CSS Paged Media 3, section 6.4), an edge of Prince, the area of footnotes. */
export function isPageBox(name: string): boolean {
  return /^@(?:(?:top|bottom)(?:-(?:left|right)(?:-corner)?|-center)?|(?:left|right)(?:-(?:top|middle|bottom))?|footnotes?)$/.test(
    name,
  );
}

/** Whether a style sheet may have a rule for pages with something in it that Chromium would drop. */
export function namesOddPageRule(css: string): boolean {
  if (!/@page\b/i.test(css)) return false;
  const declarations = css.matchAll(/(?<![-\w])(size|margin(?:-(?:top|right|bottom|left))?)\s*:([^;{}]{0,200})/gi);
  const boxes = css.matchAll(/@(?:top|right|bottom|left)-[-\w]+/gi);
  const hasPseudo = /@page\b[^{};]{0,99}:(?!(?:first|left|right|blank)\b(?!-)|nth\()[-\w]/i.test(css);
  return (
    [...declarations].some(([, property = '', value = '']) => !isPageValue(property.toLowerCase(), value)) ||
    [...boxes].some(([name]) => !isPageBox(name.toLowerCase())) ||
    hasPseudo
  );
}
