import { decodeStream, type InflateBudget } from '../../pdf/decode-stream.ts';
import { listDrawings, type PdfDrawing } from '../../pdf/drawings.ts';
import { asDict, type PdfDict, type PdfRef } from '../../pdf/objects.ts';
import { chooseTexts } from './choose-texts.ts';
import { type FontText, noText, readFontText, writeFontText } from './font-text.ts';
import { type GlyphUses, noteUses } from './glyph-uses.ts';
import { rewriteMarks } from './rewrite-marks.ts';
import { isRightToLeft } from './right-to-left.ts';

const inflateLimit = 512 * 1024 * 1024;

/** Characters that look like others, which fonts draw with one glyph: radicals and compatibility ideographs of Chinese. */
const lookalike = /[\u2e80-\u2fdf\uf900-\ufaff]/;

/**
 * Mends the text of pages that our Chromium printed, so that it can be taken out again as it was written: each code stands for the text
 * that it has in the document, and text from right to left has one order. Reads the contents only where a font holds
 * something to mend, so that other documents pay for reading the text of their fonts alone.
 */
export function mendText(pages: readonly PdfRef[]): void {
  const budget: InflateBudget = { bytes: inflateLimit };
  const drawings = listDrawings(pages);
  const fonts = readFonts(drawings, budget);
  if (![...fonts.values()].some(needsMending)) return;
  const uses: GlyphUses = new Map();
  const contents = drawings.map((drawing) => readContent(drawing, budget));
  for (const [index, { resources }] of drawings.entries()) noteUses(uses, contents[index] ?? '', resources, fonts);
  const chosen = chooseTexts(uses, fonts.values());
  for (const font of fonts.values()) replaceTexts(font, chosen.get(font.family));
  for (const [index, { contents: streams, resources }] of drawings.entries()) {
    const content = rewriteMarks(contents[index] ?? '', resources, fonts);
    const [stream, ...others] = streams;
    if (content === undefined || stream === undefined || others.length > 0) continue;
    stream.data = Buffer.from(content, 'latin1');
    for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(key);
  }
}

function readFonts(drawings: readonly PdfDrawing[], budget: InflateBudget): Map<PdfDict, FontText> {
  const fonts = new Map<PdfDict, FontText>();
  for (const { resources } of drawings) {
    for (const entry of asDict(resources.get('Font'))?.values() ?? []) {
      const dict = asDict(entry);
      if (dict === undefined || fonts.has(dict)) continue;
      const font = readFontText(dict, budget);
      if (font !== undefined) fonts.set(dict, font);
    }
  }
  return fonts;
}

function needsMending({ texts }: FontText): boolean {
  for (const text of texts.values()) if (noText.test(text) || isRightToLeft(text) || lookalike.test(text)) return true;
  return false;
}

function readContent({ contents }: PdfDrawing, budget: InflateBudget): string {
  return Buffer.concat(contents.map((stream) => decodeStream(stream, budget))).toString('latin1');
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
