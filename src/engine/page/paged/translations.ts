import {
  bleedProperty,
  bookmarkPrefix,
  floatProperty,
  marksProperty,
  nameElementStyle,
  nameStringStyle,
  pageCounter,
  runningProperty,
  stringKinds,
  stringProperty,
  unsupportedPrefix,
} from '../../../injected/names.ts';
import { isPageValue } from '../load/page-values.ts';
import { sizesBeyondCss } from '../open/page-settings.ts';
import { writeRgb } from './cmyk.ts';
import type { CssTokens } from './css-tokens.ts';

/** A declaration of a style sheet: the indexes of its tokens. */
export interface Declaration {
  tokens: CssTokens;
  /** Its property, and that in lower case. */
  name: number;
  property: string;
  /** The tokens of its value: the first, and the last; none if the first is after the last. */
  first: number;
  last: number;
}

/** What is translated of a style sheet. */
export interface Translation {
  /** Writes a text in place of tokens. */
  replace(from: number, last: number, text: string): void;
  /** Reports what has no effect, as it is written. */
  report(css: string): void;
  /** Whether a token is in an `@page` rule. */
  isOfPage(token: number): boolean;
  /** Notes that pages have a bleed or marks. */
  foundTrim(): void;
}

type Translate = (declaration: Declaration, into: Translation) => void;

/** What Chromium keeps in place of a declaration, by its property. */
const properties = new Map<string, Translate>([
  ['string-set', rename(() => stringProperty)],
  ['bookmark-level', renameBookmark],
  ['bookmark-label', renameBookmark],
  ['bookmark-state', renameBookmark],
  ['position', rename((value) => (startsWith(value, 'running(') ? runningProperty : undefined))],
  ['flow', rename((value) => (startsWith(value, 'static(') ? runningProperty : undefined))],
  ['float', rename(renameFloat)],
  ['float-reference', rename(nameUnsupported)],
  ['image-resolution', rename(nameUnsupported)],
  ['footnote-display', rename(nameUnsupported)],
  ['footnote-policy', rename(nameUnsupported)],
  ['footnote-style-position', rename(nameUnsupported)],
  ['content', keepContent],
  ['size', writeSize],
  ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'].map((name): [string, Translate] => [
    name,
    reportOdd,
  ]),
  ['break-before', writeBreak],
  ['break-after', writeBreak],
  ['marks', keepTrim],
  ['bleed', keepTrim],
  ...['top', 'right', 'bottom', 'left'].map((side): [string, Translate] => [`bleed-${side}`, report]),
]);

/** Properties of other programs. */
const foreign = /^(?:-?prince-|-ro-|-weasy-)/;

/** How the property of a declaration is translated; undefined if it stays. */
export function findTranslation(property: string): Translate | undefined {
  const known = properties.get(property);
  if (known !== undefined || !foreign.test(property)) return known;
  const standard = property.replace(foreign, '');
  if (standard.startsWith('bookmark-') && properties.has(standard)) return renameBookmark;
  if ((standard === 'bleed' || standard === 'marks') && !property.startsWith('-ro-')) return keepTrim;
  const isFlow = standard === 'flow' && property.endsWith('prince-flow');
  return rename((value) => (isFlow && startsWith(value, 'static(') ? runningProperty : nameUnsupported(value)));
}

function rename(choose: (declaration: Declaration) => string | undefined): Translate {
  return (declaration, into) => {
    const name = choose(declaration);
    // Chromium keeps no property of this kind in a rule for pages.
    if (name?.startsWith(unsupportedPrefix) && into.isOfPage(declaration.name)) report(declaration, into);
    else if (name !== undefined) into.replace(declaration.name, declaration.name, name);
  };
}

function report({ tokens, name, last }: Declaration, into: Translation): void {
  into.report(tokens.text(name, last).replace(/\s+/g, ' '));
}

function renameBookmark({ name, property }: Declaration, into: Translation): void {
  into.replace(name, name, `${bookmarkPrefix}${property.slice(property.lastIndexOf('-') + 1)}`);
}

function renameFloat(declaration: Declaration): string | undefined {
  const { tokens, first, last } = declaration;
  if (startsWith(declaration, 'footnote')) return floatProperty;
  if (!['top', 'bottom', 'page'].some((value) => startsWith(declaration, value))) return undefined;
  const value = tokens.text(first, last).replace(/\s*!\s*important$/i, '');
  return /^(?:page\s+)?(?:top|bottom)(?:\s+page)?$/i.test(value) ? floatProperty : nameUnsupported(declaration);
}

function nameUnsupported({ tokens, name }: Declaration): string {
  return `${unsupportedPrefix}${tokens.text(name)}`;
}

function startsWith({ tokens, first, last }: Declaration, text: string): boolean {
  return first <= last && tokens.name(first) === text;
}

/** Chromium drops content that it does not know unless `attr()` makes it valid (CSS Values 5, section 8.7). */
function keepContent({ tokens, first, last }: Declaration, into: Translation): void {
  let isGenerated = false;
  for (let at = first; at <= last; at += 1) {
    if (!tokens.is(at, 'Function')) continue;
    const name = tokens.name(at);
    if (name === 'attr(') return;
    isGenerated ||= /^(?:leader|target-(?:counters?|text))\($/.test(name);
  }
  if (isGenerated) into.replace(first - 1, first - 1, ': attr(data-platen-none, "")');
}

/** Writes a page size in lengths if CSS has no name for it. It may stand before or after the direction. */
function writeSize(declaration: Declaration, into: Translation): void {
  reportOdd(declaration, into);
  const { tokens, first, last } = declaration;
  const isNamed = (at: number) => at <= last && Object.hasOwn(sizesBeyondCss, tokens.name(at));
  const at = [first, first + 1].find(isNamed);
  if (at === undefined) return;
  const size = sizesBeyondCss[tokens.name(at)] as string;
  const other = at === first ? first + 1 : first;
  const direction = other <= last ? tokens.name(other) : '';
  if (direction !== 'landscape' && direction !== 'portrait') into.replace(at, at, size);
  else into.replace(first, first + 1, direction === 'landscape' ? size.split(' ').reverse().join(' ') : size);
}

/** Reports a value of `@page` that Chromium drops. */
function reportOdd(declaration: Declaration, into: Translation): void {
  const { tokens, name, property, first, last } = declaration;
  const value = first <= last ? tokens.text(first, last) : '';
  if (into.isOfPage(name) && !isPageValue(property, value)) report(declaration, into);
}

function writeBreak(declaration: Declaration, into: Translation): void {
  const { first } = declaration;
  if (startsWith(declaration, 'always') || startsWith(declaration, 'all')) into.replace(first, first, 'page');
}

const marksValue = /^(?:none|crop(?:\s+cross)?|cross(?:\s+crop)?|var\(.*\))$/i;
/** A length that is not negative. The property that holds it takes no other, and reports nothing. */
const bleedValue = /^(?:auto|\+?0|\+?(?:\d*\.)?\d+[a-z]+|(?:calc|min|max|clamp|var|env)\(.*\))$/is;

/** Keeps the bleed and the marks of pages. Elsewhere, and in other values than those of CSS Paged Media 3, section 7, they have no effect. */
function keepTrim(declaration: Declaration, into: Translation): void {
  const { tokens, name, property, first, last } = declaration;
  const value = first <= last ? tokens.text(first, last).replace(/\s*!\s*important$/i, '') : '';
  const isMarks = property.endsWith('marks');
  if (!into.isOfPage(name) || !(isMarks ? marksValue : bleedValue).test(value)) {
    report(declaration, into);
    return;
  }
  into.replace(name, name, isMarks ? marksProperty : bleedProperty);
  if (!/^(?:none|auto)$/i.test(value)) into.foundTrim();
}

/** What is written in place of a function, whose tokens these are the first and the last of. Undefined if it stays. */
export function translateFunction(
  tokens: CssTokens,
  first: number,
  last: number,
  found: { report(css: string): void; foundCmyk(): void },
): string | undefined {
  const name = tokens.name(first);
  if (name === 'device-cmyk(') {
    const rgb = writeRgb(tokens.css.slice(tokens.end(first), tokens.start(last)));
    const written = tokens.text(first, last);
    if (rgb === undefined) found.report(written);
    else found.foundCmyk();
    return rgb ?? written;
  }
  const write = name === 'string(' ? nameStringStyle : elementFunctions.has(name) ? nameElementStyle : undefined;
  const isNamed = tokens.is(first + 1, 'Ident') && (last === first + 2 || isSecondIdent(tokens, first, last));
  if (write === undefined || !isNamed) return undefined;
  const asked = last === first + 2 ? 'first' : tokens.name(first + 3);
  const kind = stringKinds.find((known) => known === asked);
  if (kind !== undefined) return `counter(${pageCounter}, ${write(kind, tokens.text(first + 1))})`;
  found.report(tokens.text(first, last));
  return '""';
}

const elementFunctions = new Set(['element(', 'flow(', '-prince-flow(', 'prince-flow(']);

function isSecondIdent(tokens: CssTokens, first: number, last: number): boolean {
  return last === first + 4 && tokens.is(first + 2, 'Comma') && tokens.is(first + 3, 'Ident');
}
