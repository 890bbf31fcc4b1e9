import { findAll } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';

/**
 * Whether a document names several of Chinese, Japanese and Korean, whose ideographs have different forms. Text without any font prints with
 * the standard font of its script, so such a document gets the name of the font that it prints with anyway. Without it, the font of its
 * Latin letters would change too.
 */
export function prepareForms(): boolean {
  const tags = findAll('[lang]').map((element) => dom(element).getAttribute('lang') ?? '');
  const found = tags.filter((tag) => /^(zh|ja|ko)\b/i.test(tag));
  const languages = new Set(found.map((tag) => (isTraditional(tag) ? 'hant' : tag.slice(0, 2).toLowerCase())));
  if (languages.size < 2) return false;
  const root = doc.documentElement;
  const font = '"Times New Roman"';
  // The root of an XML document may have no style.
  if (getComputedStyle(root).fontFamily === font)
    (dom(root).style as CSSStyleDeclaration | undefined)?.setProperty('font-family', font);
  return true;
}

function isTraditional(tag: string): boolean {
  return /^zh\b.*-(hant|tw|hk|mo)\b/i.test(tag);
}
