import { asDict, type PdfDict } from '../../objects/objects.ts';
import { dropPrivate, encodeUnicode } from '../../objects/to-unicode.ts';
import { nothing } from './choose-texts.ts';
import type { FontText } from './font-text.ts';
import { readTextObject, type ShownText } from './text-object.ts';
import { isRightToLeft, listWords } from './words.ts';

/**
 * Rewrites the marks of a content that say what glyphs represent. A mark goes where the glyphs say the same by themselves. A word
 * whose glyphs do not simply follow each other has one mark, because readers break words at marks and where glyphs are raised, and
 * see a space where one is drawn before the end of another. Several characters from right to left are written in the order of
 * the page, as all text of such a line is (ISO 32000-2, 14.8.2.5.3, "ReversedChars"), because readers turn lines around by
 * single characters. With `hidesPrivate`, characters of private use have a mark that leaves them out, as an archive wants (ISO 19005-2,
 * 6.2.11.7.3). Returns the new content; undefined if nothing changes.
 */
export function rewriteMarks(
  content: string,
  resources: PdfDict,
  fonts: ReadonlyMap<PdfDict, FontText>,
  hidesPrivate = false,
): string | undefined {
  const named = asDict(resources.get('Font'));
  const findFont = (name: string) => fonts.get(asDict(named?.get(name)) ?? new Map());
  const written = content.replace(/^BT\n([\s\S]*?)^ET$/gm, (whole, inside: string) => {
    const shown = readTextObject(inside, findFont);
    if (hidesPrivate) for (const part of shown ?? []) part.text = dropPrivate(part.text);
    return shown === undefined ? whole : `BT\n${writeTextObject(shown)}ET`;
  });
  return written === content ? undefined : written;
}

function writeTextObject(shown: readonly ShownText[]): string {
  const words = listWords(shown).map(({ parts, isWhole }) => {
    const isReversed = parts[0]?.isReversed ?? false;
    return { isReversed, text: isWhole ? writeMarked(parts) : parts.map(writePart).join('') };
  });
  return words
    .map(({ isReversed, text }, index) => {
      const begin = isReversed && !words[index - 1]?.isReversed ? '/ReversedChars BMC\n' : '';
      const end = isReversed && !words[index + 1]?.isReversed ? 'EMC\n' : '';
      return begin + text + end;
    })
    .join('')
    .replaceAll('> Tj\n<', '');
}

/** Writes a glyph or cluster, with a mark where its text is not what its glyphs say. */
function writePart(part: ShownText): string {
  return part.text === part.own && turn(part.text) === part.text ? part.operators : writeMarked([part]);
}

function writeMarked(parts: readonly ShownText[]): string {
  const text = parts.map((part) => turn(part.text === nothing ? '' : part.text)).join('');
  const operators = parts.map((part) => part.operators).join('');
  const marked = `/Span<</ActualText <FEFF${encodeUnicode(text)}> >> BDC\n${operators}EMC\n`;
  const mustTurn = !parts[0]?.isReversed && isRightToLeft(text);
  return mustTurn ? `/ReversedChars BMC\n${marked}EMC\n` : marked;
}

/** A text in the order of the page. */
function turn(text: string): string {
  return isRightToLeft(text) ? [...text].reverse().join('') : text;
}
