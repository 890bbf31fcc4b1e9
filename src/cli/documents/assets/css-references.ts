import type { Reference } from './reference.ts';

/**
 * Finds the addresses that CSS names: `url()`, `@import`, and the strings of `image-set()`. Tokens suffice (CSS Syntax 3,
 * section 4), and show an address even in a declaration that no grammar knows. `line` is the line of the first character.
 */
export async function findCssReferences(css: string, line = 1): Promise<Reference[]> {
  const { tokenize, tokenTypes } = await import('css-tree/tokenizer');
  const { string, url } = await import('css-tree/utils');
  const references: Reference[] = [];
  const countLines = lineCounter(css, line);
  const ends = [tokenTypes.Semicolon, tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket];
  /** The functions around the token, and the at-rule whose prelude it is in. */
  const functions: string[] = [];
  let atRule = '';

  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const add = (address: string) => references.push({ address, line: countLines(start) });
    if (type === tokenTypes.AtKeyword) atRule = text.toLowerCase();
    else if (ends.includes(type)) {
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
