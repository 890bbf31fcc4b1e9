import { CssTokens } from './css-tokens.ts';

/** Selectors of one rule, and characters that its copies may have. */
const selectorLimit = 50;
const copyLimit = 200_000;

/** Whether a style sheet may have an `@page` rule with several selectors. */
const namesList = /@page\b[^{};]{0,999},/i;

/**
 * Gives each selector of an `@page` rule a rule (CSS Paged Media 3, section 5.3): Chromium drops rules with several. What has too many
 * selectors stays, and is returned as it is written.
 */
export async function splitPageLists(css: string): Promise<{ css: string; left: string[] }> {
  if (!namesList.test(css)) return { css, left: [] };
  const tokens = await CssTokens.read(css);
  const pieces: string[] = [];
  const left: string[] = [];
  let last = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    if (!tokens.is(at, 'AtKeyword') || tokens.name(at) !== '@page') continue;
    const { selectors, open } = readSelectors(tokens, at);
    const close = open === undefined ? undefined : tokens.findClose(open);
    if (open === undefined || close === undefined || selectors.length < 2) continue;
    const body = css.slice(tokens.start(open), tokens.end(close));
    if (selectors.length > selectorLimit || selectors.length * body.length > copyLimit) {
      left.push(tokens.text(at, open - 1).slice(0, 100));
      continue;
    }
    pieces.push(css.slice(last, tokens.start(at)), ...selectors.map((selector) => `@page ${selector} ${body}\n`));
    last = tokens.end(close);
    at = close;
  }
  return { css: pieces.join('') + css.slice(last), left };
}

/** The selectors of an `@page` rule, and the token that opens its block, if it has one. */
function readSelectors(tokens: CssTokens, rule: number): { selectors: string[]; open: number | undefined } {
  const selectors: string[] = [];
  let start = tokens.end(rule);
  for (let at = rule + 1; at < tokens.length; at += 1) {
    const isOpen = tokens.is(at, 'LeftCurlyBracket');
    if (isOpen || tokens.is(at, 'Comma')) {
      selectors.push(tokens.css.slice(start, tokens.start(at)).trim());
      start = tokens.end(at);
    }
    if (isOpen) return { selectors, open: at };
    if (tokens.is(at, 'Semicolon') || tokens.is(at, 'AtKeyword')) break;
    const close = tokens.findClose(at);
    if (close !== undefined) at = close;
  }
  return { selectors, open: undefined };
}
