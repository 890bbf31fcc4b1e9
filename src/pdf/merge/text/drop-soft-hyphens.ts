import { decodeStream } from '../../objects/decode-stream.ts';
import { listDrawings } from '../../objects/drawings.ts';
import { asDict, type PdfDict, type PdfRef } from '../../objects/objects.ts';
import { type FontText, readFontText } from './font-text.ts';

/** Bytes that one stream may unfold to. */
const streamLimit = 256 * 1024 * 1024;

/** A mark that says what its glyphs represent, as Skia writes it, with the glyphs, and what may be the hyphen behind them. */
const marks =
  /\/Span<<\/ActualText <FEFF((?:[\dA-F]{4})*?00AD(?:[\dA-F]{4})*)> >> BDC\n((?:(?!EMC\n).*\n)*)EMC\n(ET\nBT\n\/(\S+) \S+ Tf\n.* Tm\n<([\dA-F]{2,4})> Tj\nET\n)?/g;

/** Most of them: those that show nothing and move nothing. Apart, because the others take four times as long. */
const plainMarks = /\/Span<<\/ActualText <FEFF00AD> >> BDC\n<[\dA-F]{2,4}> Tj\nEMC\n(?!ET\n)/g;

/**
 * Takes soft hyphens out of the text of pages that our Chromium printed. It writes each as a glyph without a shape, with a mark around
 * it, and readers find it inside of the word, or end the word there. Where one shows, the hyphen of the line is drawn behind
 * it: that hyphen replaces it (ISO 32000-2, 14.8.2.2.3).
 */
export function dropSoftHyphens(pages: readonly PdfRef[]): void {
  const fonts = new Map<PdfDict, FontText | undefined>();
  for (const { contents, resources } of listDrawings(pages)) {
    for (const stream of contents) {
      const content = decodeStream(stream, { bytes: streamLimit }).toString('latin1');
      const written = dropMarks(content, resources, fonts);
      if (written === content) continue;
      stream.data = Buffer.from(written, 'latin1');
      for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(key);
    }
  }
}

function dropMarks(content: string, resources: PdfDict, fonts: Map<PdfDict, FontText | undefined>): string {
  const named = asDict(resources.get('Font'));
  const isHyphen = (name: string, code: string) => {
    const dict = asDict(named?.get(name));
    if (dict === undefined) return false;
    if (!fonts.has(dict)) fonts.set(dict, readFontText(dict, { bytes: streamLimit }));
    return /^[-\u2010]$/.test(fonts.get(dict)?.texts.get(Number.parseInt(code, 16)) ?? '');
  };
  return content
    .replace(plainMarks, '')
    .replace(marks, (whole, text: string, glyphs: string, behind = '', font = '', code = '') => {
      const rest = (text.match(/.{4}/g) ?? []).filter((unit) => unit !== '00AD').join('');
      if (rest !== '') return `${mark(rest, glyphs)}${behind}`;
      // What follows is placed from where the glyphs were.
      const moves = glyphs.replace(/<[\dA-F]+> Tj\n/g, '').trim();
      if (moves.includes('<')) return whole;
      const left = moves === '' ? '' : `${moves}\n`;
      if (behind === '' || !isHyphen(font, code)) return left + behind;
      return left + behind.replace(/^<.*\n/m, (shown: string) => mark('00AD', shown));
    });
}

function mark(text: string, glyphs: string): string {
  return `/Span<</ActualText <FEFF${text}> >> BDC\n${glyphs}EMC\n`;
}
