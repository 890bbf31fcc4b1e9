import { asDict, type PdfDict } from '../../pdf/objects.ts';
import { readTextTokens, type TextToken } from '../../pdf/text-tokens.ts';
import { encodeUnicode } from '../../pdf/to-unicode.ts';
import type { FontText } from './font-text.ts';
import { splitCodes } from './glyph-uses.ts';
import { isRightToLeft } from './right-to-left.ts';

/** A change of a content: what stands from `start` to `end` becomes `text`. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Writes anew the marks of a content that say what glyphs stand for. A mark goes where the glyphs say the same by themselves, because
 * some readers break lines at marks. Several characters from right to left for one glyph or cluster are written in the order
 * of the page, as all text of such a line is (ISO 32000-2, 14.8.2.5.3, "ReversedChars"), because readers turn lines around by
 * single characters. Returns the new content; undefined where nothing changes.
 */
export function rewriteMarks(
  content: string,
  resources: PdfDict,
  fonts: ReadonlyMap<PdfDict, FontText>,
): string | undefined {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text } of listEdits(content, resources, fonts)) {
    pieces.push(content.slice(done, start), text);
    done = end;
  }
  return pieces.length === 0 ? undefined : [...pieces, content.slice(done)].join('');
}

function* listEdits(content: string, resources: PdfDict, fonts: ReadonlyMap<PdfDict, FontText>): Generator<Edit> {
  const named = asDict(resources.get('Font'));
  const tokens = [...readTextTokens(content)];
  /** Whether each open mark says that text is reversed. */
  const open: boolean[] = [];
  let font: FontText | undefined;
  /** The text that glyphs are marked with, and what they say by themselves. */
  let mark: { token: TextToken; text: string; own: string } | undefined;
  for (const token of tokens) {
    const isReversed = open.includes(true);
    if (token.kind === 'font') font = fonts.get(asDict(named?.get(token.name)) ?? new Map());
    else if (token.kind === 'begin') {
      open.push(token.isReversed);
      mark = token.text === undefined ? undefined : { token, text: token.text, own: '' };
    } else if (token.kind === 'end') {
      open.pop();
      if (mark !== undefined) yield* rewriteMark(mark, token, isReversed);
      mark = undefined;
    } else if (font === undefined) mark = undefined;
    else if (mark !== undefined) mark.own += readCodes(token.codes, font).join('');
    else yield* markGlyphs(content, token, font, isReversed);
  }
}

function* rewriteMark(
  { token, text, own }: { token: TextToken; text: string; own: string },
  { start, end }: TextToken,
  isReversed: boolean,
): Generator<Edit> {
  if (mustTurn(text)) {
    yield { ...token, text: beginTurned(text, isReversed) };
    if (!isReversed) yield { start, end, text: 'EMC\nEMC' };
  } else if (own === text) {
    yield { ...token, text: '' };
    yield { start, end, text: '' };
  }
}

/** Puts marks around those glyphs of a string that stand for several characters from right to left. */
function* markGlyphs(
  content: string,
  { start, end, codes }: TextToken & { kind: 'glyphs' },
  font: FontText,
  isReversed: boolean,
): Generator<Edit> {
  const texts = readCodes(codes, font);
  const show = /^\s*Tj\b/.exec(content.slice(end, end + 8))?.[0];
  if (show === undefined || !texts.some(mustTurn)) return;
  const shown = texts.map((text, index) => {
    const one = `<${codes.slice(index * font.digits, (index + 1) * font.digits)}> Tj`;
    return mustTurn(text) ? `${beginTurned(text, isReversed)}\n${one}\n${isReversed ? 'EMC' : 'EMC\nEMC'}` : one;
  });
  yield { start, end: end + show.length, text: shown.join('\n') };
}

function readCodes(codes: string, font: FontText): string[] {
  return splitCodes(codes, font).map((code) => font.texts.get(code) ?? '');
}

function mustTurn(text: string): boolean {
  return text.length > 1 && isRightToLeft(text) && [...text].length > 1;
}

function beginTurned(text: string, isReversed: boolean): string {
  const turned = [...text].reverse().join('');
  return `${isReversed ? '' : '/ReversedChars BMC\n'}/Span<</ActualText <FEFF${encodeUnicode(turned)}> >> BDC`;
}
