import { tokenize, tokenTypes } from 'css-tree/tokenizer';

/** A component of a CSS value (CSS Syntax 3, section 5.4.8), without white space and comments. */
export interface CssPart {
  kind: 'string' | 'ident' | 'function' | 'comma' | 'other';
  /** As it is written. */
  text: string;
  /** What it says: a string without quotes and escapes, the name of a function in lower case, else its text. */
  value: string;
  start: number;
  end: number;
  /** What a function is called with; empty for all else. */
  parts: CssPart[];
}

const kinds = new Map<number, CssPart['kind']>([
  [tokenTypes.String, 'string'],
  [tokenTypes.Ident, 'ident'],
  [tokenTypes.Function, 'function'],
  [tokenTypes.Comma, 'comma'],
]);

/** Reads a CSS value. What is between parentheses, brackets or braces without a name has no parts. */
export function readCssValue(css: string): CssPart[] {
  const parts: CssPart[] = [];
  /** The lists of the functions around, with the function that each belongs to. */
  const around: { list: CssPart[]; part?: CssPart }[] = [{ list: parts }];
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment) return;
    const { list, part: outer } = around.at(-1) as (typeof around)[0];
    if (type === tokenTypes.RightParenthesis && outer !== undefined) {
      around.pop();
      close(outer, css, end);
      return;
    }
    const text = css.slice(start, end);
    const kind = kinds.get(type) ?? 'other';
    const value =
      kind === 'string' ? readCssString(text) : kind === 'function' ? text.slice(0, -1).toLowerCase() : text;
    const part: CssPart = { kind, text, value, start, end, parts: [] };
    list.push(part);
    if (kind === 'function' || type === tokenTypes.LeftParenthesis) around.push({ list: part.parts, part });
  });
  for (const { part } of around) if (part) close(part, css, css.length);
  return parts;
}

function close(part: CssPart, css: string, end: number): void {
  part.end = end;
  part.text = css.slice(part.start, end);
}

/** The text of a CSS string, which is written with its quotes. */
export function readCssString(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, (_, code: string | undefined, other: string) =>
      code === undefined ? other : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    );
}

/** The items of a list that commas separate. */
export function splitAtCommas(parts: readonly CssPart[]): CssPart[][] {
  const items: CssPart[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'comma') items.push([]);
    else items.at(-1)?.push(part);
  }
  return items;
}

/** A value with other text in place of some of its functions. `translate` gives that text; undefined to look at what is inside. */
export function replaceFunctions(css: string, translate: (part: CssPart) => string | undefined): string {
  let text = '';
  let last = 0;
  const visit = (parts: readonly CssPart[]) => {
    for (const part of parts) {
      const other = part.kind === 'function' ? translate(part) : undefined;
      if (other === undefined) {
        visit(part.parts);
        continue;
      }
      text += css.slice(last, part.start) + other;
      last = part.end;
    }
  };
  visit(readCssValue(css));
  return text + css.slice(last);
}

/** A string as Chromium writes it in CSS values, for regular expressions. */
export const cssString = String.raw`"(?:[^"\\]|\\.)*"`;

/** The text of CSS strings in a row, with one space between words. */
export function joinStrings(css: string): string {
  return collapseSpaces(css.replace(/\\(.)|"( ")?/g, '$1'));
}

/** Text as it is shown: with one space between words. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
