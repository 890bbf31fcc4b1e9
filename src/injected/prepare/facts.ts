import type { Excess, ReadFacts } from '../calls.ts';
import { resolveUrl } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { walkAllRules } from '../dom/rules.ts';

/** Margin boxes that are listed, and characters of the name of each. */
const boxLimit = 1000;
const boxNameLimit = 500;
/** Characters of a title. Nothing shows more. */
const titleLimit = 2000;
/** Characters of a language tag, which has 35 at most (RFC 5646, section 4.4.1), and of a length. */
const tagLimit = 100;
/** Font faces that headers may use, and characters of all of them. */
const faceLimit = 5000;
const faceTextLimit = 20_000_000;

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** Reads the facts of a page (CSSOM: CSSPageRule, CSSMarginRule, CSSFontFaceRule). */
export function readFacts(): ReadFacts {
  const { title } = doc;
  const language = dom(doc.documentElement as Element | null)?.getAttribute('lang') ?? '';
  const facts: ReadFacts = {
    countsPage: false,
    countsPages: false,
    margin: {},
    boxes: [],
    title: title.slice(0, titleLimit),
    language: language.slice(0, tagLimit),
    fontFaces: [],
    excess: [],
  };
  if (title.length > titleLimit) facts.excess.push({ of: 'title', limit: titleLimit });
  if (language.length > tagLimit) facts.excess.push({ of: 'language', limit: tagLimit });
  let faces = 0;
  let faceText = 0;
  walkAllRules((rule) => {
    if (rule instanceof CSSMarginRule) readMarginBox(rule, facts);
    else if (rule instanceof CSSPageRule) readPage(rule, facts);
    else if (rule instanceof CSSFontFaceRule) {
      faces += 1;
      if (facts.fontFaces.length >= faceLimit || faceText > faceTextLimit) return;
      const face = absoluteUrls(rule);
      faceText += face.length;
      if (faceText <= faceTextLimit) facts.fontFaces.push(face);
    }
  });
  if (faceText > faceTextLimit) facts.excess.push({ of: 'fontFaceTexts', limit: faceTextLimit });
  else if (faces > faceLimit) facts.excess.push({ of: 'fontFaces', limit: faceLimit });
  return facts;
}

function readMarginBox({ name, style, parentRule }: CSSMarginRule, facts: ReadFacts): void {
  const selectorText = parentRule instanceof CSSPageRule && parentRule.selectorText;
  const isShown = /^@?(?:top|bottom)/.test(name) && !/^(normal|none|""|)$/.test(style.content);
  const place = ['@page', selectorText, `@${name.replace('@', '')}`].filter(Boolean).join(' ');
  if (isShown && facts.boxes.length < boxLimit) facts.boxes.push(place.slice(0, boxNameLimit));
  else if (isShown) reportOnce(facts, { of: 'marginBoxes', limit: boxLimit });
  facts.countsPage ||= /counters?\(\s*page\b/.test(style.content);
  facts.countsPages ||= /counters?\(\s*pages\b/.test(style.content);
}

function readPage({ selectorText, style }: CSSPageRule, facts: ReadFacts): void {
  if (/:(?:left|right)\b/.test(selectorText)) facts.countsPage = true;
  if (selectorText !== '') return;
  for (const side of sides) {
    const length = style.getPropertyValue(`margin-${side}`);
    if (length.length >= tagLimit) reportOnce(facts, { of: 'pageMargin', limit: tagLimit });
    else if (length !== '') facts.margin[side] = length;
  }
}

function reportOnce({ excess }: ReadFacts, { of, limit }: Excess): void {
  if (!excess.some((known) => known.of === of)) excess.push({ of, limit });
}

/** A rule with absolute URLs. */
function absoluteUrls({ cssText, parentStyleSheet }: CSSRule): string {
  return cssText.replace(/url\("([^"]*)"\)/g, (whole, url) => {
    const absolute = resolveUrl(url, parentStyleSheet?.href);
    return absolute === undefined ? whole : `url(${JSON.stringify(absolute)})`;
  });
}
