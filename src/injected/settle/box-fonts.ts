// Fonts that only margin boxes name. Chromium requests them when it prints, which is too late.
import type { Excess } from '../calls.ts';
import { doc, dom } from '../dom/dom.ts';
import { applies, walkAllRules } from '../dom/rules.ts';

/** What chooses a font. The shorthand has its own value if it names a variable. */
const fontProperties = ['font', 'font-family', 'font-style', 'font-weight', 'font-stretch'];
/** Pairs of the fonts of a page and of a margin box, at most. */
const pairLimit = 200;

/** Letters, digits and signs, which counters consist of. */
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

/** The fonts of pages and of margin boxes, as declarations, and all characters that the boxes show. */
interface BoxFonts {
  pages: Set<string>;
  boxes: Set<string>;
  characters: Set<string>;
}

/**
 * Has Chromium request the fonts of margin boxes (CSS Paged Media 3, section 5) as it requests those of the text: by the layout of
 * elements with the same fonts and the same characters. Nothing happens in a document without fonts that are still to load. Returns what there is
 * too much of.
 */
export function requestBoxFonts(): Excess[] {
  const root = doc.documentElement as Element | null;
  if (!root || ![...doc.fonts].some(({ status }) => status === 'unloaded')) return [];
  const { pages, boxes, characters } = readBoxFonts();
  if (characters.size === 0) return [];
  const text = [...characters].join('');
  const probe = buildSpan('position: absolute !important; visibility: hidden !important');
  for (const pageFont of pages) {
    const page = buildSpan(pageFont);
    for (const boxFont of [...boxes].slice(0, Math.ceil(pairLimit / pages.size))) {
      const box = buildSpan(boxFont);
      dom(box).textContent = text;
      dom(page).append(box);
    }
    dom(probe).append(page);
  }
  dom(root).append(probe);
  dom(probe).getBoundingClientRect();
  dom(probe).remove();
  return pages.size * boxes.size > pairLimit ? [{ of: 'boxFontPairs', limit: pairLimit }] : [];
}

function readBoxFonts(): BoxFonts {
  const rules: CSSPageRule[] = [];
  walkAllRules((rule) => {
    if (rule instanceof CSSPageRule && applies(rule)) rules.push(rule);
  });
  const fonts: BoxFonts = { pages: new Set(), boxes: new Set(), characters: new Set() };
  // What is declared for all pages, and for a margin box of all pages.
  let common = '';
  const commonBoxes = new Map<string, string>();
  for (const rule of rules) {
    const isCommon = rule.selectorText === '';
    const pageFont = common + readFont(rule.style);
    if (isCommon) common = pageFont;
    fonts.pages.add(pageFont);
    for (const box of rule.cssRules) {
      if (!(box instanceof CSSMarginRule)) continue;
      const boxFont = (commonBoxes.get(box.name) ?? '') + readFont(box.style);
      if (isCommon) commonBoxes.set(box.name, boxFont);
      fonts.boxes.add(boxFont);
      for (const character of readCharacters(box.style.content)) fonts.characters.add(character);
    }
  }
  return fonts;
}

function readFont(style: CSSStyleDeclaration | CSSPageDescriptors): string {
  const declared = fontProperties.map((property) => [property, style.getPropertyValue(property)] as const);
  return declared.flatMap(([property, value]) => (value === '' ? [] : [`${property}: ${value} !important;`])).join(' ');
}

/** The characters that content may show: its strings, and those of a counter, or of the document if it has its own style. */
function readCharacters(content: string): string {
  if (/^(|none|normal)$/.test(content)) return '';
  const texts = [...content.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text]) => text);
  const isStyled = /\bcounters?\([^)]*,/.test(content);
  const isCounted = /\bcounters?\(/.test(content);
  return [...texts, isCounted ? printable : '', isStyled ? (dom(doc.body)?.textContent ?? '') : ''].join('');
}

/** An element that no rule of the document changes. */
function buildSpan(style: string): Element {
  const span = doc.createElementNS('http://www.w3.org/1999/xhtml', 'span');
  dom(span).setAttribute('style', `all: unset !important; ${style}`);
  return span;
}
