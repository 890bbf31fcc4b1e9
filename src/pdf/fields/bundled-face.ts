import { buildDict, type PdfDict, PdfRef, PdfStream, PdfString } from '../objects/objects.ts';
import { encodeUnicode, writeToUnicode } from '../objects/to-unicode.ts';
import { readTables, readTrueType, requireTable, writeTrueType } from '../objects/true-type.ts';

/** A TrueType font for fields whose own font lacks characters. */
export interface FaceFile {
  /** Such as "Arimo-Bold". */
  name: string;
  bytes: Uint8Array;
}

/** A face that text can be drawn with. */
export interface Face {
  /** Heights of its text above and below the line, in ems. */
  ascent: number;
  descent: number;
  /** The name of the resource for it. */
  name: string;
  /** The font, for resources. */
  ref: PdfRef;
  has(character: string): boolean;
  /** The code of a character as hexadecimal digits, which is drawn from then on. */
  encode(character: string): string;
  /** The width of a character, in ems. */
  measure(character: string): number;
}

const missing = new Map<number, number>();

/**
 * A bundled face. Its font is embedded once, with the glyphs that were drawn: `finish` adds them when all fields are done.
 */
export class BundledFace implements Face {
  readonly name: string;
  readonly ascent: number;
  readonly descent: number;
  readonly ref = new PdfRef(new Map());
  readonly #bytes: Buffer;
  readonly #baseName: string;
  readonly #tables: Map<string, Buffer>;
  readonly #characters: ReadonlyMap<number, number>;
  readonly #unitsPerEm: number;
  readonly #used = new Map<number, string>();

  constructor({ name, bytes }: FaceFile) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tables = readTables(this.#bytes);
    this.#baseName = name;
    this.name = `Platen${name.replace(/[^A-Za-z\d]/g, '')}`;
    const [head, hhea] = [requireTable(this.#tables, 'head'), requireTable(this.#tables, 'hhea')];
    this.#unitsPerEm = head.readUInt16BE(18);
    this.ascent = hhea.readInt16BE(4) / this.#unitsPerEm;
    this.descent = -hhea.readInt16BE(6) / this.#unitsPerEm;
    this.#characters = readCharacters(this.#tables.get('cmap'));
  }

  has(character: string): boolean {
    return (this.#characters.get(character.codePointAt(0) ?? 0) ?? 0) > 0;
  }

  encode(character: string): string {
    const glyph = this.#findGlyph(character);
    if (!this.#used.has(glyph)) this.#used.set(glyph, character);
    return glyph.toString(16).toUpperCase().padStart(4, '0');
  }

  measure(character: string): number {
    return this.#readAdvance(this.#findGlyph(character)) / this.#unitsPerEm;
  }

  /** Writes the font, if any text is drawn with it. */
  finish(): void {
    if (this.#used.size === 0) return;
    const used = [...this.#used].sort(([a], [b]) => a - b);
    const program = this.#writeProgram(this.#used.keys());
    const baseName = `${tagSubset(this.#used.keys())}+${this.#baseName}`;
    const scale = 1000 / this.#unitsPerEm;
    // Symbolic: its characters are glyph numbers (ISO 32000-2, table 121).
    const descriptor = this.#buildDescriptor(baseName, program, 4);
    const descendant = buildDict({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseName,
      CIDSystemInfo: buildDict({
        Registry: new PdfString('Adobe'),
        Ordering: new PdfString('Identity'),
        Supplement: 0,
      }),
      FontDescriptor: descriptor,
      CIDToGIDMap: 'Identity',
      DW: 0,
      W: used.flatMap(([glyph]) => [glyph, [Math.round(this.#readAdvance(glyph) * scale)]]),
    });
    const unicode = new Map(used.map(([glyph, text]) => [glyph, encodeUnicode(text)]));
    const entries: PdfDict = buildDict({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseName,
      Encoding: 'Identity-H',
      DescendantFonts: [new PdfRef(descendant)],
      ToUnicode: new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode), 'latin1'))),
    });
    this.ref.value = entries;
  }

  /** A font with all characters of WinAnsiEncoding, so that viewers can set what a reader types (ISO 32000-2, annex D.2). */
  buildLatinFont(): PdfRef {
    const codes = Array.from({ length: 224 }, (_, index) => index + 32);
    const glyphOf = (code: number) => this.#findGlyph(new TextDecoder('windows-1252').decode(Uint8Array.of(code)));
    const program = this.#writeProgram(codes.map(glyphOf), ['cmap']);
    const descriptor = this.#buildDescriptor(this.#baseName, program, 32);
    const widths = codes.map((code) => Math.round(this.#readAdvance(glyphOf(code)) * (1000 / this.#unitsPerEm)));
    return new PdfRef(
      buildDict({
        Type: 'Font',
        Subtype: 'TrueType',
        BaseFont: this.#baseName,
        Encoding: 'WinAnsiEncoding',
        FirstChar: 32,
        LastChar: 255,
        Widths: widths,
        FontDescriptor: descriptor,
      }),
    );
  }

  /** The font with some of its glyphs, which keep their numbers, and further tables of it. */
  #writeProgram(used: Iterable<number>, tables: readonly string[] = []): Buffer {
    const font = readTrueType(this.#bytes);
    const kept = listParts(font.glyphs, used);
    const last = Math.max(...kept);
    const glyphs = font.glyphs.slice(0, last + 1).map((glyph, index) => (kept.has(index) ? glyph : Buffer.alloc(0)));
    for (const name of tables) font.tables.set(name, requireTable(this.#tables, name));
    return writeTrueType({ ...font, glyphs, metrics: font.metrics.slice(0, last + 1) });
  }

  #buildDescriptor(baseName: string, program: Buffer, flags: number): PdfRef {
    const head = requireTable(this.#tables, 'head');
    const scale = 1000 / this.#unitsPerEm;
    return new PdfRef(
      buildDict({
        Type: 'FontDescriptor',
        FontName: baseName,
        Flags: flags,
        FontBBox: [36, 38, 40, 42].map((at) => Math.round(head.readInt16BE(at) * scale)),
        ItalicAngle: /Italic/.test(this.#baseName) ? -12 : 0,
        Ascent: Math.round(this.ascent * 1000),
        Descent: Math.round(-this.descent * 1000),
        CapHeight: 716,
        StemV: /Bold/.test(this.#baseName) ? 140 : 80,
        FontFile2: new PdfRef(new PdfStream(buildDict({ Length1: program.length }), program)),
      }),
    );
  }

  #findGlyph(character: string): number {
    return this.#characters.get(character.codePointAt(0) ?? 0) ?? 0;
  }

  #readAdvance(glyph: number): number {
    const hmtx = requireTable(this.#tables, 'hmtx');
    const count = requireTable(this.#tables, 'hhea').readUInt16BE(34);
    return hmtx.readUInt16BE(Math.min(glyph, count - 1) * 4);
  }
}

/** The glyphs with those that they are composed of (OpenType, "glyf"), and the one for what is missing. */
function listParts(glyphs: readonly Buffer[], used: Iterable<number>): Set<number> {
  const kept = new Set([0]);
  const waiting = [...used];
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (kept.has(glyph)) continue;
    kept.add(glyph);
    const outline = glyphs[glyph];
    if (outline === undefined || outline.length < 10 || outline.readInt16BE(0) >= 0) continue;
    for (let at = 10, flags = 0x20; (flags & 0x20) !== 0; ) {
      flags = outline.readUInt16BE(at);
      waiting.push(outline.readUInt16BE(at + 2));
      const words = (flags & 1) !== 0 ? 4 : 2;
      const scale = (flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
      at += 4 + words + scale;
    }
  }
  return kept;
}

/** Six letters that depend on the glyphs only, as names of subsets have (ISO 32000-2, 9.9.2). */
function tagSubset(glyphs: Iterable<number>): string {
  let hash = 5381;
  for (const glyph of [...glyphs].sort((a, b) => a - b)) hash = (hash * 33 + glyph) % 308915776;
  let tag = '';
  for (let place = 0; place < 6; place++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

/** The glyph of each character, of the formats 4 and 12 (OpenType, "cmap"). */
function readCharacters(cmap: Buffer | undefined): ReadonlyMap<number, number> {
  if (cmap === undefined) return missing;
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => {
    const platform = cmap.readUInt16BE(4 + index * 8);
    const encoding = cmap.readUInt16BE(6 + index * 8);
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    return { isUnicode: platform === 0 || (platform === 3 && encoding !== 0), format: table.readUInt16BE(0), table };
  }).filter(({ isUnicode }) => isUnicode);
  const full = tables.find(({ format }) => format === 12);
  const basic = tables.find(({ format }) => format === 4);
  return full ? readSegments(full.table) : basic ? readRanges(basic.table) : missing;
}

function readSegments(table: Buffer): Map<number, number> {
  const characters = new Map<number, number>();
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const [first, last, glyph] = [16, 20, 24].map((at) => table.readUInt32BE(at + index * 12)) as [
      number,
      number,
      number,
    ];
    for (let code = first; code <= last; code++) characters.set(code, glyph + code - first);
  }
  return characters;
}

function readRanges(table: Buffer): Map<number, number> {
  const characters = new Map<number, number>();
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const last = table.readUInt16BE(14 + at);
    const first = table.readUInt16BE(16 + size + at);
    const delta = table.readUInt16BE(16 + size * 2 + at);
    const offsetAt = 16 + size * 3 + at;
    const offset = table.readUInt16BE(offsetAt);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = offset === 0 ? code : table.readUInt16BE(offsetAt + offset + (code - first) * 2);
      if (glyph !== 0) characters.set(code, (glyph + delta) & 0xffff);
    }
  }
  return characters;
}
