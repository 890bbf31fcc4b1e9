import { readTextTokens, type TextToken } from '../../objects/text-tokens.ts';
import type { FontText } from './font-text.ts';
import { splitCodes } from './glyph-uses.ts';

/** A glyph of a text object, or a cluster of several that represent a text together. */
export interface ShownText {
  /** The operators that show it, without marks. */
  operators: string;
  /** What it represents, in the order of reading. */
  text: string;
  /** What its glyphs say by themselves. */
  own: string;
  /** How many glyphs it has. */
  glyphs: number;
  /** How far it is moved from what comes before it, in text space. */
  right: number;
  up: number;
  /** Whether the object says that text runs from right to left there (ISO 32000-2, 14.8.2.5.3, "ReversedChars"). */
  isReversed: boolean;
}

/**
 * Reads the content between BT and ET (ISO 32000-2, 9.4.1). Undefined if that is not what Skia writes, or if a font is not
 * known.
 */
export function readTextObject(
  content: string,
  findFont: (name: string) => FontText | undefined,
): ShownText[] | undefined {
  const shown: ShownText[] = [];
  /** Of the marks that are open, what each says that its glyphs represent. */
  const open: { text: string | undefined; isReversed: boolean }[] = [];
  let font: FontText | undefined;
  let operators = '';
  let done = 0;
  for (const token of readTextTokens(content)) {
    operators += content.slice(done, token.start).trimStart();
    done = token.end;
    const mark = open.at(-1);
    if (token.kind === 'begin') {
      if (mark?.text !== undefined || (token.text === undefined && !token.isReversed)) return undefined;
      open.push(token);
      if (token.text !== undefined) shown.push(openShown(token.text, open));
    } else if (token.kind === 'end') {
      if (open.pop() === undefined || shown.at(-1)?.glyphs === 0) return undefined;
    } else if (token.kind === 'font') {
      operators += `${content.slice(token.start, token.end)}\n`;
      font = findFont(token.name);
    } else {
      const end = findShow(content, token);
      if (font === undefined || end === undefined) return undefined;
      done = end;
      for (const code of splitCodes(token.codes, font)) {
        const own = font.texts.get(code) ?? '';
        if (mark?.text === undefined) shown.push(openShown(own, open));
        addGlyph(shown.at(-1), `${operators}<${code.toString(16).toUpperCase().padStart(font.digits, '0')}> Tj\n`, own);
        operators = '';
      }
    }
  }
  return open.length === 0 && `${operators}${content.slice(done)}`.trim() === '' ? shown : undefined;
}

function openShown(text: string, open: readonly { isReversed: boolean }[]): ShownText {
  const isReversed = open.some((mark) => mark.isReversed);
  return { operators: '', text, own: '', glyphs: 0, right: 0, up: 0, isReversed };
}

function addGlyph(shown: ShownText | undefined, operators: string, own: string): void {
  if (shown === undefined) return;
  const [, right = 0, up = 0] = /(\S+) (\S+) Td\b/.exec(operators) ?? [];
  const isFirst = shown.glyphs === 0;
  shown.operators += operators;
  shown.own += own;
  shown.glyphs += 1;
  shown.up += Number(up);
  if (isFirst) shown.right = Number(right);
}

/** Where the operator ends that shows a string, if it is Tj. */
function findShow(content: string, { end }: TextToken): number | undefined {
  const show = /^\s*Tj\b/.exec(content.slice(end, end + 8))?.[0];
  return show === undefined ? undefined : end + show.length;
}
