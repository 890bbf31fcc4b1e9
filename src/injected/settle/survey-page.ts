import type { Excess, FamilyUse, PageSurvey, UncountedCounter } from '../calls.ts';
import { findSelected, resolveUrl } from '../dom/document.ts';
import { doc, dom } from '../dom/dom.ts';
import { buildForeignTest, findingLimit, listBrought, plainFamily } from '../dom/elements.ts';
import { walkAllRules, walkSheet } from '../dom/rules.ts';
import { runningProperty, webglMark } from '../names.ts';
import { listCut, listScrolling } from './scrolling.ts';

/** What says the language of a document, and elements in that of the browser. */
const languages = 'html[*|lang]:not([*|lang=""]), meta[http-equiv="content-language" i], [*|lang="en-us" i]';

/** Characters of a URL that a finding has. */
const urlLimit = 1000;
/** Characters of a page size, a selector, and of a list of families that a font is looked for. */
const wordLimit = 1000;
const stackLimit = 2000;
/** Page sizes, styles of elements with a font, and fonts of margin boxes that are read. */
const sizeLimit = 100;
const fontLimit = 1000;
const boxedLimit = 20;
/** Lists of families that are looked for. */
const familiesLimit = 100;

/**
 * Reads the rules and the boxes of a document. `fonts` are the fonts of its rules, `roots` its open shadow trees. It is the program
 * `surveyPage` too, for the own world of documents without scripts.
 */
export default function surveyPage(fonts: readonly FontFace[] = [], roots: readonly ShadowRoot[] = []): PageSurvey {
  const images = surveyImages();
  const rules = new RuleSurvey(fonts, images.unread);
  walkAllRules((rule) => rules.read(rule));
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets])
      walkSheet(sheet, (rule) => rules.readInner(rule));
  }
  rules.readElements(roots);
  const scrolling = listScrolling(roots);
  return {
    ...rules.finish(),
    pictures: images.pictures,
    links: doc.links.length,
    unread: [...images.unread],
    embeds: findSelected(`iframe, object, embed, video, canvas[${webglMark}]`).length > 0,
    namesLanguage: findSelected(languages).length > 0,
    scrolls: scrolling.length > 0,
    cut: listCut(scrolling),
  };
}

/** How many images `img` elements show, and the URLs of those that arrived and cannot be read. */
function surveyImages(): { pictures: number; unread: Set<string> } {
  const pictures = new Set<string>();
  const unread = new Set<string>();
  for (const { complete, naturalWidth, naturalHeight, currentSrc } of doc.images) {
    const isRead = naturalWidth > 0 || naturalHeight > 0;
    if (isRead && /^http/.test(currentSrc)) pictures.add(currentSrc);
    // A short data: URL is a placeholder, such as the shortest GIF, and a picture of SVG may have no size.
    if (!complete || isRead || /^(data:.{0,99})?$/s.test(currentSrc)) continue;
    const url = currentSrc.slice(0, urlLimit);
    if (!/svg/i.test(url) && unread.size < findingLimit) unread.add(url);
  }
  return { pictures: pictures.size, unread };
}

/** What the style rules of a document, and the styles of its elements, ask for. */
class RuleSurvey {
  readonly #sizes = new Set<string>();
  readonly #margins = new Set<string>();
  readonly #uncounted = new Map<string, UncountedCounter>();
  readonly #stacks = new Set<string>();
  readonly #excess = new Map<string, Excess>();
  readonly #boxed = new Map<string, string>();
  readonly #unread: Set<string>;
  /** Families whose fonts the document loads. A file that fails is reported by its URL. */
  readonly #brought: Set<string>;
  readonly #broken: Set<string>;
  #pageFamily = '';
  #namesPaper = false;
  #hasPageImages = false;
  #counts = false;
  #usesHyphens = false;
  #hasEffects = false;
  #hasFloats = false;
  #forcesBreaks = false;
  #mayBleed = false;
  readonly #positions = new Set<string>();

  constructor(fonts: readonly FontFace[], unread: Set<string>) {
    this.#unread = unread;
    this.#brought = listBrought(fonts);
    this.#broken = new Set(fonts.filter(({ status }) => status === 'error').map(({ family }) => family));
  }

  read(rule: CSSRule): void {
    if (rule instanceof CSSMarginRule) this.#readMarginBox(rule);
    else if (rule instanceof CSSPageRule) this.#readPage(rule);
    else if (rule instanceof CSSFontFaceRule) this.#readFace(rule);
    else if (rule instanceof CSSStyleRule) this.#readStyle(rule);
    else this.readInner(rule);
  }

  /** Reads a rule of a shadow tree, a step of an animation, or what is in another rule. */
  readInner(rule: CSSRule): void {
    if (!('style' in rule)) return;
    const style = rule.style as CSSStyleDeclaration;
    this.#hasEffects ||= namesEffect(style);
    this.#readLayout(style);
  }

  /** The rules of a style sheet of another site cannot be read, but what they do to the body can. */
  readElements(roots: readonly ShadowRoot[]): void {
    const styled = findSelected('[style*="font" i], font[face], body');
    if (styled.length > fontLimit) this.#excess.set('fontStyles', { of: 'fontStyles', limit: fontLimit });
    for (const element of styled.slice(0, fontLimit)) {
      const isComputed = dom(element).localName === 'body' || dom(element).localName === 'font';
      this.#readFamilies(isComputed ? getComputedStyle(element) : dom(element).style, () => element);
    }
    this.#usesHyphens ||= findSelected('[style*="hyphens" i]').length > 0;
    for (const root of [document, ...roots]) {
      this.#hasEffects ||= findSelected(effectStyles, root).length > 0;
      for (const element of findSelected(layoutStyles, root)) this.#readLayout(dom(element).style);
    }
  }

  finish(): Pick<
    PageSurvey,
    | 'sizes'
    | 'margins'
    | 'namesPaper'
    | 'hasPageImages'
    | 'uncounted'
    | 'stacks'
    | 'boxed'
    | 'excess'
    | 'usesHyphens'
    | 'hasEffects'
    | 'hasFixed'
    | 'hasSticky'
    | 'mayBleed'
    | 'mayBreakFloats'
  > {
    const isForeign = buildForeignTest(this.#brought);
    const boxed = [...this.#boxed].map(([css, text]): FamilyUse => ({ css: css || this.#pageFamily, text }));
    return {
      sizes: [...this.#sizes],
      margins: [...this.#margins],
      namesPaper: this.#namesPaper,
      hasPageImages: this.#hasPageImages,
      uncounted: this.#counts ? [] : [...this.#uncounted.values()],
      stacks: [...this.#stacks].filter(isForeign),
      boxed: boxed.filter(({ css }) => css !== '' && isForeign(css)),
      excess: [...this.#excess.values()],
      usesHyphens: this.#usesHyphens,
      hasEffects: this.#hasEffects,
      hasFixed: this.#positions.has('fixed'),
      hasSticky: this.#positions.has('sticky'),
      mayBleed: this.#mayBleed,
      mayBreakFloats: this.#hasFloats && this.#forcesBreaks,
    };
  }

  #readLayout({
    position,
    float,
    breakBefore,
    breakAfter,
    margin,
    marginLeft,
    marginRight,
  }: CSSStyleDeclaration): void {
    this.#mayBleed ||= /-|var\(/.test(margin + marginLeft + marginRight);
    if (position) this.#positions.add(position);
    this.#hasFloats ||= !/^(?:none|)$/.test(float);
    this.#forcesBreaks ||= [breakBefore, breakAfter].some((value) => !/^(?:auto|avoid.*|)$/.test(value));
  }

  #readMarginBox({ style }: CSSMarginRule): void {
    const { content, fontFamily } = style;
    const text = content
      .replace(/\bcounters?\([^)]*\)/g, '0')
      .replace(/"((?:[^"\\]|\\.)*)"/gs, '$1')
      .trim();
    if (/^(|none|normal)$/.test(text) || fontFamily.length >= stackLimit) return;
    if (this.#boxed.size < boxedLimit || this.#boxed.has(fontFamily)) this.#boxed.set(fontFamily, text.slice(0, 100));
    else this.#excess.set('boxFonts', { of: 'boxFonts', limit: boxedLimit });
  }

  #readPage({ style }: CSSPageRule): void {
    this.#pageFamily = style.fontFamily || this.#pageFamily;
    const size = style.getPropertyValue('size');
    if (size !== '' && size.length < wordLimit) {
      if (this.#sizes.size < sizeLimit) this.#sizes.add(size);
      else if (!this.#sizes.has(size)) this.#excess.set('pageSizes', { of: 'pageSizes', limit: sizeLimit });
    }
    for (const margin of [style.marginTop, style.marginRight, style.marginBottom, style.marginLeft]) {
      if (margin !== '' && margin.length < wordLimit && this.#margins.size < sizeLimit) this.#margins.add(margin);
    }
    const properties = Array.from(style as ArrayLike<string>);
    this.#hasPageImages ||= /\b(?:url|var)\(/.test(style.backgroundImage + style.background);
    this.#namesPaper ||= size !== '' || properties.some((property) => /^(?:margin|padding|border)/.test(property));
  }

  #readFace({ style, cssText, parentStyleSheet }: CSSFontFaceRule): void {
    const { fontFamily } = style as CSSStyleDeclaration;
    if (!this.#broken.has(fontFamily)) return;
    const [, url] = /url\("([^"]*)"\)/.exec(cssText) ?? [];
    if (url === undefined) return;
    this.#brought.add(plainFamily(fontFamily));
    this.#unread.add((resolveUrl(url, parentStyleSheet?.href) ?? url).slice(0, urlLimit));
  }

  #readStyle({ style, selectorText }: CSSStyleRule): void {
    this.#readFamilies(style, () => findSelected(selectorText)[0]);
    this.#counts ||= /\bpages?\b/.test(style.counterReset + style.counterIncrement + style.counterSet);
    this.#usesHyphens ||= style.hyphens === 'auto';
    this.#hasEffects ||= namesEffect(style);
    this.#readLayout(style);
    const [value] = /\bcounters?\(\s*pages?\b[^)]*\)/.exec(style.content) ?? [];
    if (value === undefined || this.#uncounted.size >= findingLimit || !findSelected(selectorText).some(isInText))
      return;
    const selector = selectorText.slice(0, wordLimit);
    this.#uncounted.set(`${value} ${selector}`, { value: value.slice(0, wordLimit), selector });
  }

  /** A list of families with a variable is read from an element, which knows its value. */
  #readFamilies({ fontFamily }: CSSStyleDeclaration, getElement: () => Element | undefined): void {
    if (fontFamily === '') return;
    if (this.#stacks.size >= familiesLimit) {
      if (!this.#stacks.has(fontFamily)) this.#excess.set('families', { of: 'families', limit: familiesLimit });
      return;
    }
    const element = /\bvar\(/.test(fontFamily) ? getElement() : undefined;
    const stack = element ? getComputedStyle(element).fontFamily : fontFamily;
    if (stack.length < stackLimit) this.#stacks.add(stack);
    else this.#excess.set('family', { of: 'family', limit: stackLimit });
  }
}

/** Elements whose own style may place them. */
const layoutStyles = ['position', 'float', 'break-', 'margin'].map((word) => `[style*="${word}" i]`).join();

/** Elements whose own style or attribute names an effect. */
const effectStyles = [
  '[filter]',
  ...['filter', 'box-reflect', 'perspective', 'matrix3d'].map((word) => `[style*="${word}" i]`),
].join();

/** Whether a style names an effect that may turn text into a picture. */
function namesEffect(style: Partial<CSSStyleDeclaration> & { webkitBoxReflect?: string }): boolean {
  const { filter, webkitBoxReflect, perspective, transform = '' } = style;
  return Boolean(filter || webkitBoxReflect || perspective) || /perspective|matrix3d/.test(transform);
}

/** Whether an element is not in a running element, which shows the numbers of its pages. */
function isInText(element: Element): boolean {
  return (
    getComputedStyle(element).getPropertyValue(runningProperty) === '' && !dom(element).closest('[style*="running" i]')
  );
}
