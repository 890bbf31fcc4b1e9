import { setImmediate as yieldTurn } from 'node:timers/promises';
import { decodeContents, decodeStream } from '../objects/decode-stream.ts';
import { listDrawings, type PdfDrawing } from '../objects/drawings.ts';
import { asDict, asName, PdfDamage, type PdfDict, type PdfRef, PdfStream, resolve } from '../objects/objects.ts';
import { readTextTokens } from '../objects/text-tokens.ts';
import { decodeUnicode, readToUnicode, type UnicodeMap } from '../objects/to-unicode.ts';

/** What a printed PDF shows as glyph 0, which every font has for characters that it lacks (OpenType, "glyf"). */
export interface MissingGlyphs {
  /** The characters, in the order of the pages, each once. */
  characters: Set<string>;
  /**
   * How many more there are that the PDF does not name. Chromium writes the text of glyph 0 as well, except for the first
   * character that a font lacks.
   */
  unnamed: number;
  /** All characters that the PDF holds the text of. */
  known: Set<string>;
}

/** Bytes that one stream may unfold to. */
const streamLimit = 256 * 1024 * 1024;
/** Milliseconds of reading after which others may use the event loop. */
const turnMs = 10;

/** Finds the text without glyphs on pages that our Chromium printed; undefined if all text has some, which is quick. */
export async function findMissingGlyphs(pages: readonly PdfRef[]): Promise<MissingGlyphs | undefined> {
  try {
    return await search(pages);
  } catch (error) {
    // Merging reads the same file, and says what is wrong with it.
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

async function search(pages: readonly PdfRef[]): Promise<MissingGlyphs | undefined> {
  const drawings = listDrawings(pages);
  const found = new GlyphSearch();
  let turnEnd = performance.now() + turnMs;
  for (const drawing of drawings) {
    const content = decodeContents(drawing.contents, { bytes: streamLimit });
    if (mayLackGlyphs(content, drawing)) found.read(content.toString('latin1'), drawing);
    if (performance.now() < turnEnd) continue;
    await yieldTurn();
    turnEnd = performance.now() + turnMs;
  }
  return found.finish(drawings);
}

/** Whether a content may show glyph 0. Codes of composite fonts have two bytes, those of others one. */
function mayLackGlyphs(content: Buffer, { resources }: PdfDrawing): boolean {
  const fonts = [...(asDict(resources.get('Font'))?.values() ?? [])];
  if (fonts.length === 0) return false;
  return hasZeroCode(content) || !fonts.every((font) => isComposite(asDict(font)));
}

/** Whether a string in hexadecimal holds a code 0 of two bytes. Four zeros may also belong to a number. */
function hasZeroCode(content: Buffer): boolean {
  let last = -1;
  /** Where the string starts that the last zeros stand in; undefined for a number. */
  let opening: number | undefined;
  for (let at = content.indexOf('0000'); at >= 0; at = content.indexOf('0000', at + 1)) {
    let start = at - 1;
    while (start > last && isHexDigit(content[start])) start--;
    if (start > last || last < 0) opening = content[start] === 0x3c ? start : undefined;
    if (opening !== undefined && (at - opening - 1) % 4 === 0) return true;
    last = at;
  }
  return false;
}

function isHexDigit(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function isComposite(font: PdfDict | undefined): boolean {
  return asName(font?.get('Subtype')) === 'Type0';
}

/** Text that glyphs represent together, and what those of them say that are there. */
interface Cluster {
  text: string | undefined;
  present: string;
  lacks: boolean;
}

class GlyphSearch {
  readonly #characters = new Set<string>();
  readonly #known = new Set<string>();
  readonly #unnamedFonts = new Set<PdfDict | undefined>();
  readonly #unicode = new Map<PdfDict, UnicodeMap>();

  read(content: string, { resources }: PdfDrawing): void {
    const fonts = asDict(resources.get('Font'));
    const open: Cluster[] = [];
    let font: PdfDict | undefined;
    for (const token of readTextTokens(content)) {
      if (token.kind === 'font') font = asDict(fonts?.get(token.name));
      else if (token.kind === 'glyphs') this.#show(token.codes, font, open);
      else if (token.kind === 'begin') open.push({ text: token.text, present: '', lacks: false });
      else this.#close(open.pop());
    }
  }

  finish(drawings: readonly PdfDrawing[]): MissingGlyphs | undefined {
    const unnamed = this.#unnamedFonts.size;
    if (this.#characters.size === 0 && unnamed === 0) return undefined;
    for (const { resources } of drawings) {
      for (const font of asDict(resources.get('Font'))?.values() ?? []) {
        for (const digits of this.#readUnicode(asDict(font)).values()) this.#know(decodeUnicode(digits));
      }
    }
    return { characters: this.#characters, unnamed, known: this.#known };
  }

  #show(codes: string, font: PdfDict | undefined, open: readonly Cluster[]): void {
    const cluster = open.findLast(({ text }) => text !== undefined);
    const width = isComposite(font) ? 4 : 2;
    for (let at = 0; at < codes.length; at += width) {
      const code = Number.parseInt(codes.slice(at, at + width), 16);
      if (code === 0) {
        if (cluster !== undefined) cluster.lacks = true;
        else this.#unnamedFonts.add(font);
      } else if (cluster !== undefined) cluster.present += decodeUnicode(this.#readUnicode(font).get(code) ?? '');
    }
  }

  /** Of a cluster that lacks a glyph, the characters are missing that the other glyphs do not represent. */
  #close(cluster: Cluster | undefined): void {
    if (cluster?.text === undefined) return;
    this.#know(cluster.text);
    if (!cluster.lacks) return;
    const present = new Set(cluster.present);
    for (const character of cluster.text) if (!present.has(character)) this.#characters.add(character);
  }

  #know(text: string): void {
    for (const character of text) this.#known.add(character);
  }

  #readUnicode(font: PdfDict | undefined): UnicodeMap {
    const known = font && this.#unicode.get(font);
    if (known !== undefined) return known;
    const stream = resolve(font?.get('ToUnicode'));
    const cmap = stream instanceof PdfStream ? decodeStream(stream, { bytes: streamLimit }).toString('latin1') : '';
    const unicode = readToUnicode(cmap) ?? new Map();
    if (font !== undefined) this.#unicode.set(font, unicode);
    return unicode;
  }
}
