import { decodeStream } from '../../objects/decode-stream.ts';
import { listDrawings, type PdfDrawing } from '../../objects/drawings.ts';
import { asDict, type PdfDict, type PdfRef, type PdfStream } from '../../objects/objects.ts';
import { listPrivate } from '../../objects/to-unicode.ts';
import { chooseTexts } from './choose-texts.ts';
import { type FontText, noText, readFontText, writeFontText } from './font-text.ts';
import { type GlyphUses, noteUses } from './glyph-uses.ts';
import { rewriteMarks } from './rewrite-marks.ts';
import { isRightToLeft } from './words.ts';

/** Bytes that one stream may unfold to. */
const streamLimit = 256 * 1024 * 1024;

/** Marks that are drawn around a letter: vowels, tones, accents (Unicode Standard, section 2.11). */
const joining = /\p{M}/u;

/** Characters that look like others, which fonts draw with one glyph: radicals and compatibility ideographs of Chinese. */
const lookalike = /[\u2e80-\u2fdf\uf900-\ufaff]/;

/**
 * Repairs the text of pages that our Chromium printed, so that it can be taken out again as it was written: each code represents the text
 * that it has in the document, and text from right to left has one order. Reads the contents only if a font holds
 * something to repair, so that other documents pay for reading the text of their fonts alone. With `hidesPrivate`, characters of private
 * use come out as nothing.
 */
export function repairText(pages: readonly PdfRef[], hidesPrivate = false): void {
  const drawings = listDrawings(pages);
  const fonts = readFonts(drawings);
  const isPrivate = ({ texts }: FontText) =>
    hidesPrivate && [...texts.values()].some((text) => listPrivate(text).length > 0);
  if (![...fonts.values()].some((font) => needsRepair(font) || isPrivate(font))) return;
  const uses: GlyphUses = new Map();
  for (const drawing of drawings) noteUses(uses, readContent(drawing), drawing.resources, fonts);
  const chosen = chooseTexts(uses, fonts.values());
  for (const font of fonts.values()) replaceTexts(font, chosen.get(font.family));
  // Unfolded again, because a long document would not fit into memory.
  for (const { contents, resources } of drawings) {
    // A page that was stretched has a stream more, without text.
    for (const stream of contents) {
      const content = rewriteMarks(readStream(stream), resources, fonts, hidesPrivate);
      if (content === undefined) continue;
      stream.data = Buffer.from(content, 'latin1');
      for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(key);
    }
  }
}

function readFonts(drawings: readonly PdfDrawing[]): Map<PdfDict, FontText> {
  const fonts = new Map<PdfDict, FontText>();
  for (const { resources } of drawings) {
    for (const entry of asDict(resources.get('Font'))?.values() ?? []) {
      const dict = asDict(entry);
      if (dict === undefined || fonts.has(dict)) continue;
      const font = readFontText(dict, { bytes: streamLimit });
      if (font !== undefined) fonts.set(dict, font);
    }
  }
  return fonts;
}

function needsRepair({ texts }: FontText): boolean {
  for (const text of texts.values()) {
    if (noText.test(text) || isRightToLeft(text) || lookalike.test(text) || joining.test(text)) return true;
  }
  return false;
}

function readContent({ contents }: PdfDrawing): string {
  return contents.map(readStream).join('');
}

function readStream(stream: PdfStream): string {
  return decodeStream(stream, { bytes: streamLimit }).toString('latin1');
}

/** Gives a font the chosen texts of its codes. A code that nothing shows and that has no text is left out. */
function replaceTexts(font: FontText, chosen: ReadonlyMap<number, string> | undefined): void {
  let isChanged = false;
  for (const [code, text] of [...font.texts]) {
    const choice = chosen?.get(code);
    if (choice === text) continue;
    isChanged = true;
    if (choice === undefined) font.texts.delete(code);
    else font.texts.set(code, choice);
  }
  if (isChanged) writeFontText(font);
}
