import type { Reference } from './reference.ts';

/** An address in CSS, with the offsets of the token that has it: `url(…)`, or a string. */
export interface CssReference extends Reference {
  start: number;
  end: number;
  /** Whether the token is a string. */
  isString: boolean;
  /** The offsets of its rule, from `@import` to behind the semicolon; undefined for any other. */
  rule?: { start: number; end: number };
}

/**
 * Finds the addresses that CSS names: `url()`, `@import`, and the strings of `image-set()`. Tokens suffice (CSS Syntax 3,
 * section 4), and show an address even in a declaration that no grammar knows. `line` is the line of the first character.
 */
export async function findCssReferences(css: string, line = 1): Promise<Reference[]> {
  return (await placeCssReferences(css, line)).map(({ address, line }) => ({ address, line }));
}

/** The same, each with its place in the text. */
export async function placeCssReferences(css: string, line = 1): Promise<CssReference[]> {
  const { tokenize, tokenTypes } = await import('css-tree/tokenizer');
  const { string, url } = await import('css-tree/utils');
  const references: CssReference[] = [];
  const countLines = lineCounter(css, line);
  const ends = [tokenTypes.Semicolon, tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket];
  /** The functions around the token, and the at-rule whose prelude it is in. */
  const functions: string[] = [];
  let atRule = '';
  let ruleStart = 0;

  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const add = (address: string) => {
      const rule = atRule === '@import' && { rule: { start: ruleStart, end: css.length } };
      references.push({ address, line: countLines(start), start, end, isString: type === tokenTypes.String, ...rule });
    };
    if (type === tokenTypes.AtKeyword) {
      atRule = text.toLowerCase();
      ruleStart = start;
    } else if (ends.includes(type)) {
      const last = references.at(-1)?.rule;
      if (atRule === '@import' && last?.start === ruleStart) last.end = end;
      atRule = '';
      functions.length = 0;
    } else if (type === tokenTypes.Function) functions.push(text.toLowerCase());
    else if (type === tokenTypes.LeftParenthesis) functions.push('(');
    else if (type === tokenTypes.RightParenthesis) functions.pop();
    else if (atRule === '@namespace') return;
    else if (type === tokenTypes.Url) add(url.decode(text));
    else if (type === tokenTypes.String && namesAnAddress(functions.at(-1), atRule)) add(string.decode(text));
  });
  return references;
}

function namesAnAddress(inside: string | undefined, atRule: string): boolean {
  if (inside === undefined) return atRule === '@import';
  return inside === 'url(' || inside === 'src(' || inside.endsWith('image-set(');
}

/** Returns a function from offsets, in growing order, to lines. */
function lineCounter(text: string, first: number): (offset: number) => number {
  let line = first;
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) if (text.charCodeAt(at) === 10) line++;
    return line;
  };
}
