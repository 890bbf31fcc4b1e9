import { areaMark, blankPage, notePart } from '../../../injected/names.ts';
import { isPageBox } from '../load/page-values.ts';
import { CssTokens, takeTurns } from './css-tokens.ts';
import { translateNth } from './nth-pages.ts';
import { splitPageLists } from './page-lists.ts';
import { type Declaration, findTranslation, translateFunction } from './translations.ts';

/** What comes back from a style sheet whose words have been translated. */
export interface TranslatedCss {
  text: string;
  /** Declarations and selectors of `@page` that have no effect, as they are written. */
  unsupported: string[];
  /** Whether it has colours in CMYK, which are now in RGB. */
  isInRgb: boolean;
  /** Whether its pages have a bleed or marks. */
  hasTrim: boolean;
}

/** A text in place of others. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The area of footnotes, which cannot be inside of a rule for pages. */
interface NoteArea {
  start: number;
  end: number;
  edits: Edit[];
}

/**
 * Translates what Chromium would drop into what it keeps: `string-set` and all that has no effect into custom properties,
 * `string(name)` into a counter of pages whose style shows a text for each number (CSS Counter Styles 3, section 3.1.3), and `element(name)`
 * into one whose style shows nothing.
 */
export async function translateCss(css: string): Promise<TranslatedCss> {
  const split = await splitPageLists(css);
  const sheet = new Translator(await CssTokens.read(split.css));
  for (const rule of split.left) sheet.report(rule);
  const turn = takeTurns();
  while (sheet.step()) await turn();
  return sheet.write();
}

class Translator {
  readonly #tokens: CssTokens;
  readonly #edits: Edit[] = [];
  readonly #areas: NoteArea[] = [];
  readonly #unsupported = new Set<string>();
  #isInRgb = false;
  #hasTrim = false;
  /** The tokens that open and close the last `@page` rule. */
  #page: readonly [open: number, close: number] = [0, 0];
  /** The token that is next. */
  #at = 0;

  constructor(tokens: CssTokens) {
    this.#tokens = tokens;
  }

  /** Translates from the next token on, a thousand at once. Returns whether there are more. */
  step(): boolean {
    const tokens = this.#tokens;
    for (const end = Math.min(this.#at + 1000, tokens.length); this.#at < end; this.#at += 1) {
      const at = this.#at;
      if (tokens.is(at, 'Ident')) this.#readIdent(at);
      else if (tokens.is(at, 'Function')) this.#readFunction(at);
      else if (tokens.is(at, 'AtKeyword')) this.#readAtRule(at);
    }
    return this.#at < tokens.length;
  }

  /** The text of the sheet, with the areas of footnotes at its end. */
  write(): TranslatedCss {
    const { css } = this.#tokens;
    const areas = this.#areas.map(({ start, end, edits }) => `[${areaMark}] ${applyEdits(css, start, end, edits)}`);
    const text = [applyEdits(css, 0, css.length, this.#edits), ...areas].join('\n');
    return { text, unsupported: [...this.#unsupported], isInRgb: this.#isInRgb, hasTrim: this.#hasTrim };
  }

  replace(from: number, last: number, text: string): void {
    const [start, end] = [this.#tokens.start(from), this.#tokens.end(last)];
    const area = this.#areas.at(-1);
    (area && start < area.end ? area.edits : this.#edits).push({ start, end, text });
  }

  report(css: string): void {
    this.#unsupported.add(css);
  }

  foundCmyk(): void {
    this.#isInRgb = true;
  }

  isOfPage(token: number): boolean {
    const [open, close] = this.#page;
    return open < token && token < close;
  }

  foundTrim(): void {
    this.#hasTrim = true;
  }

  /** A property, or the name of a part of a footnote. */
  #readIdent(at: number): void {
    const tokens = this.#tokens;
    if (tokens.is(at - 1, 'Colon')) {
      if (!tokens.is(at - 2, 'Colon') || !/^footnote-(?:call|marker)$/i.test(tokens.text(at))) return;
      this.replace(at - 2, at, `::part(${notePart}-${tokens.name(at).slice('footnote-'.length)})`);
      return;
    }
    if (!tokens.is(at + 1, 'Colon')) return;
    const property = tokens.name(at);
    const translate = findTranslation(property);
    if (translate === undefined) return;
    const isQuery = tokens.is(at - 1, 'LeftParenthesis') && property === 'float' && tokens.name(at + 2) === 'footnote';
    if (isQuery || this.#startsDeclaration(at)) translate(this.#readDeclaration(at, property), this);
  }

  #startsDeclaration(at: number): boolean {
    const tokens = this.#tokens;
    const before = (['LeftCurlyBracket', 'RightCurlyBracket', 'Semicolon', 'CDO', 'CDC'] as const).some((kind) =>
      tokens.is(at - 1, kind),
    );
    return at === 0 || before;
  }

  #readDeclaration(name: number, property: string): Declaration {
    const tokens = this.#tokens;
    const first = name + 2;
    let end = first;
    while (end < tokens.length && !endsDeclaration(tokens, end)) end += 1;
    return { tokens, name, property, first, last: end - 1 };
  }

  #readFunction(at: number): void {
    const last = this.#tokens.findClose(at);
    if (last === undefined) return;
    const text = translateFunction(this.#tokens, at, last, this);
    if (text === undefined) return;
    this.replace(at, last, text);
    this.#at = last;
  }

  #readAtRule(at: number): void {
    const tokens = this.#tokens;
    const name = tokens.name(at);
    if (name === '@page') this.#readPageSelectors(at);
    else if (this.isOfPage(at) && !isPageBox(name)) this.report(`${tokens.text(at)} (@page)`);
    const close = tokens.is(at + 1, 'LeftCurlyBracket') ? tokens.findClose(at + 1) : undefined;
    if (/^@footnotes?$/.test(name) && close !== undefined && !this.#isInArea(at)) {
      this.replace(at, close, '');
      this.#areas.push({ start: tokens.start(at + 1), end: tokens.end(close), edits: [] });
    }
    // Of Prince, whose regions span an edge.
    if (/^@(?:top|right|bottom|left)$/.test(name) && tokens.is(at + 1, 'LeftCurlyBracket'))
      this.replace(at, at, `${tokens.text(at)}-${/^@[tb]/.test(name) ? 'center' : 'middle'}`);
  }

  #isInArea(at: number): boolean {
    return this.#tokens.start(at) < (this.#areas.at(-1)?.end ?? 0);
  }

  /** Gives blank pages a name, and reports the selectors of `@page` that Chromium does not know. */
  #readPageSelectors(rule: number): void {
    const tokens = this.#tokens;
    const isOver = (at: number) =>
      at >= tokens.length ||
      tokens.is(at, 'AtKeyword') ||
      tokens.is(at, 'LeftCurlyBracket') ||
      tokens.is(at, 'Semicolon');
    let isReported = false;
    let at = rule + 1;
    for (; !isOver(at); at += 1) {
      if (!tokens.is(at - 1, 'Colon')) continue;
      const kind = tokens.name(at);
      const last = tokens.is(at, 'Function') ? tokens.findClose(at) : at;
      if (/^(?:first|left|right)$/.test(kind) || last === undefined) continue;
      const isNamed = tokens.is(at - 2, 'Ident') && tokens.end(at - 2) === tokens.start(at - 1);
      // After another pseudo-class, it cannot be the end of a name.
      const isFirst = !isNamed || !tokens.is(at - 3, 'Colon');
      const name = isNamed ? tokens.text(at - 2) : '';
      const index = tokens.css.slice(tokens.end(at), tokens.start(last));
      const translated = kind === 'nth(' ? translateNth(index, name) : kind === 'blank' ? blankPage : undefined;
      const selector = isFirst ? translated : undefined;
      // Nothing need be between `@page` and its selector, and a name would become part of the keyword.
      if (selector !== undefined) this.replace(isNamed ? at - 2 : at - 1, last, ` ${selector}`);
      if (selector !== undefined || isReported) continue;
      isReported = true;
      this.report(tokens.text(rule, last).replace(/\s+/g, ' '));
    }
    if (tokens.is(at, 'LeftCurlyBracket')) this.#page = [at, tokens.findClose(at) ?? tokens.length];
  }
}

function endsDeclaration(tokens: CssTokens, at: number): boolean {
  return tokens.is(at, 'Semicolon') || tokens.is(at, 'RightCurlyBracket') || tokens.is(at, 'LeftCurlyBracket');
}

/** A part of a style sheet with other texts in it, which are in its order. */
function applyEdits(css: string, from: number, to: number, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let last = from;
  for (const { start, end, text } of edits.toSorted((left, right) => left.start - right.start)) {
    pieces.push(css.slice(last, start), text);
    last = end;
  }
  return pieces.join('') + css.slice(last, to);
}
