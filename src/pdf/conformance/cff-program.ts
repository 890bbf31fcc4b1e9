import { standardCharacters } from './standard-names.ts';

/** What a CFF program says of its glyphs (Adobe Technical Note 5176). */
export interface CffProgram {
  /** Whether charset entries are numbers of characters (CIDs) and not of names. */
  isComposite: boolean;
  glyphs: number;
  /** The glyph of each CID, or of each name that is known here. */
  glyphOf: ReadonlyMap<number | string, number>;
  /** Whether a name of a glyph is not known here. */
  hasUnknownNames: boolean;
  /** The glyph of each code in the encoding of the program; undefined for the standard one and for others that are not read. */
  encoding: ReadonlyMap<number, number> | 'standard' | undefined;
  /** The advance of a glyph, in thousandths of an em. */
  advances(glyph: number): number;
}

type Dict = ReadonlyMap<number, number[]>;

/** Operators of dictionaries; those of two bytes have 12 in front. */
const [charsetEntry, encodingEntry, charStringsEntry, privateEntry, subrsEntry] = [15, 16, 17, 18, 19];
const [defaultWidth, nominalWidth] = [20, 21];
const [fontMatrix, registry, fontArray, fontSelect] = [0xc07, 0xc1e, 0xc24, 0xc25];

const standardStrings = 391;
const callDepth = 10;

/** Reads a program. Throws RangeError for bytes that are no sound font. */
export function readCff(bytes: Buffer): CffProgram {
  const names = readIndex(bytes, bytes.readUInt8(2));
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const globals = readIndex(bytes, strings.end).items;
  const top = readDict(tops.items[0] ?? Buffer.alloc(0));
  const charStrings = readIndex(bytes, first(top, charStringsEntry)).items;
  const isComposite = top.has(registry);
  const charset = readCharset(bytes, first(top, charsetEntry), charStrings.length);
  const glyphOf = new Map<number | string, number>();
  let hasUnknownNames = false;
  for (const [glyph, number] of charset.entries()) {
    const name = isComposite ? number : nameOf(number, strings.items);
    if (name === undefined) hasUnknownNames = true;
    else glyphOf.set(name, glyph);
  }
  const fonts = isComposite ? readIndex(bytes, first(top, fontArray)).items.map(readDict) : [top];
  const widths = fonts.map((font) => readWidthRules(bytes, font));
  const select = isComposite ? readSelect(bytes, first(top, fontSelect), charStrings.length) : [];
  const scale = (top.get(fontMatrix)?.[0] ?? fonts[0]?.get(fontMatrix)?.[0] ?? 0.001) * 1000;
  return {
    isComposite,
    glyphs: charStrings.length,
    glyphOf,
    hasUnknownNames,
    encoding: isComposite ? undefined : readEncoding(bytes, first(top, encodingEntry)),
    advances: (glyph) => {
      const rules = widths[select[glyph] ?? 0];
      if (rules === undefined) throw new RangeError('a glyph of no font');
      const own = readWidth(charStrings[glyph] ?? Buffer.alloc(0), globals, rules.subrs);
      return (own === undefined ? rules.base : rules.nominal + own) * scale;
    },
  };
}

function first(dict: Dict, key: number): number {
  return dict.get(key)?.[0] ?? 0;
}

function nameOf(number: number, strings: readonly Buffer[]): string | undefined {
  return standardCharacters[number]?.name ?? strings[number - standardStrings]?.toString('latin1');
}

function readIndex(bytes: Buffer, at: number): { items: Buffer[]; end: number } {
  const count = bytes.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = bytes.readUInt8(at + 2);
  const offset = (index: number) => bytes.readUIntBE(at + 3 + index * size, size);
  const base = at + 2 + (count + 1) * size;
  const items = Array.from({ length: count }, (_, index) =>
    bytes.subarray(base + offset(index), base + offset(index + 1)),
  );
  return { items, end: base + offset(count) };
}

function readDict(bytes: Buffer): Dict {
  const dict = new Map<number, number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes.readUInt8(at);
    if (byte <= 21) {
      dict.set(byte === 12 ? 0xc00 | bytes.readUInt8(at + 1) : byte, operands);
      operands = [];
      at += byte === 12 ? 2 : 1;
    } else if (byte === 30) {
      const real = readReal(bytes, at + 1);
      operands.push(real.value);
      at = real.end;
    } else if (byte === 29) {
      operands.push(bytes.readInt32BE(at + 1));
      at += 5;
    } else {
      const number = readNumber(bytes, at);
      operands.push(number.value);
      at = number.end;
    }
  }
  return dict;
}

function readReal(bytes: Buffer, from: number): { value: number; end: number } {
  let text = '';
  for (let at = from; ; at++) {
    const byte = bytes.readUInt8(at);
    for (const digit of [byte >> 4, byte & 15]) {
      if (digit === 15) return { value: Number(text), end: at + 1 };
      text += ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'e', 'e-', '', '-'][digit];
    }
  }
}

/** An integer of a dictionary or a glyph, of one to three bytes. */
function readNumber(bytes: Buffer, at: number): { value: number; end: number } {
  const byte = bytes.readUInt8(at);
  if (byte === 28) return { value: bytes.readInt16BE(at + 1), end: at + 3 };
  if (byte <= 246) return { value: byte - 139, end: at + 1 };
  const next = bytes.readUInt8(at + 1);
  return { value: byte <= 250 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108, end: at + 2 };
}

/** The number of the name or the character of each glyph. The predefined charsets of expert fonts are not read. */
function readCharset(bytes: Buffer, at: number, glyphs: number): number[] {
  if (at <= 2) return Array.from({ length: glyphs }, (_, glyph) => (at === 0 ? glyph : glyph && standardStrings - 1));
  const charset = [0];
  const format = bytes.readUInt8(at);
  for (let place = at + 1; charset.length < glyphs; ) {
    const from = bytes.readUInt16BE(place);
    const more = format === 0 ? 0 : bytes.readUIntBE(place + 2, format === 1 ? 1 : 2);
    for (let step = 0; step <= more; step++) charset.push(from + step);
    place += format === 0 ? 2 : format === 1 ? 3 : 4;
  }
  return charset;
}

function readEncoding(bytes: Buffer, at: number): CffProgram['encoding'] {
  if (at <= 1) return at === 0 ? 'standard' : undefined;
  const format = bytes.readUInt8(at);
  // Codes with a second name are not read.
  if (format > 1) return undefined;
  const codes = new Map<number, number>();
  const count = bytes.readUInt8(at + 1);
  let glyph = 1;
  for (let index = 0; index < count; index++) {
    const place = at + 2 + index * (format + 1);
    const more = format === 0 ? 0 : bytes.readUInt8(place + 1);
    for (let step = 0; step <= more; step++) codes.set(bytes.readUInt8(place) + step, glyph++);
  }
  return codes;
}

/** The dictionary of each glyph of a composite font. */
function readSelect(bytes: Buffer, at: number, glyphs: number): number[] {
  if (bytes.readUInt8(at) === 0) return [...bytes.subarray(at + 1, at + 1 + glyphs)];
  const select: number[] = [];
  const ranges = bytes.readUInt16BE(at + 1);
  for (let index = 0; index < ranges; index++) {
    const place = at + 3 + index * 3;
    const [from, to] = [bytes.readUInt16BE(place), Math.min(bytes.readUInt16BE(place + 3), glyphs)];
    for (let glyph = from; glyph < to; glyph++) select[glyph] = bytes.readUInt8(place + 2);
  }
  return select;
}

interface WidthRules {
  base: number;
  nominal: number;
  subrs: readonly Buffer[];
}

function readWidthRules(bytes: Buffer, font: Dict): WidthRules {
  const [size = 0, at = 0] = font.get(privateEntry) ?? [];
  const dict = readDict(bytes.subarray(at, at + size));
  const subrs = first(dict, subrsEntry);
  return {
    base: first(dict, defaultWidth),
    nominal: first(dict, nominalWidth),
    subrs: subrs === 0 ? [] : readIndex(bytes, at + subrs).items,
  };
}

/** How many operands the first operator of a glyph takes; with one more it has a width. Hints take pairs (Technical Note 5177). */
const moves: Readonly<Record<number, number>> = { 4: 1, 21: 2, 22: 1 };
const hints = new Set([1, 3, 18, 19, 20, 23]);
const [callLocal, callGlobal, endSubr, endGlyph] = [10, 29, 11, 14];

/** The width that a glyph says before it draws, as a difference; undefined for the default width. */
function readWidth(glyph: Buffer, globals: readonly Buffer[], locals: readonly Buffer[]): number | undefined {
  const stack: number[] = [];
  const calls = [{ bytes: glyph, at: 0 }];
  for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
    const byte = call.bytes.readUInt8(call.at);
    if (byte === 28 || byte > 31) {
      const isFixed = byte === 255;
      const number = isFixed
        ? { value: call.bytes.readInt32BE(call.at + 1) / 65_536, end: call.at + 5 }
        : readNumber(call.bytes, call.at);
      stack.push(number.value);
      call.at = number.end;
      continue;
    }
    call.at++;
    if (byte === callLocal || byte === callGlobal) {
      const subrs = byte === callLocal ? locals : globals;
      const bias = subrs.length < 1240 ? 107 : subrs.length < 33_900 ? 1131 : 32_768;
      const bytes = subrs[(stack.pop() ?? Number.NaN) + bias];
      if (bytes === undefined || calls.length > callDepth) throw new RangeError('a glyph that calls nothing');
      calls.push({ bytes, at: 0 });
    } else if (byte === endSubr) calls.pop();
    else {
      const taken = moves[byte];
      const hasWidth =
        hints.has(byte) || byte === endGlyph ? stack.length % 2 === 1 : taken !== undefined && stack.length > taken;
      return hasWidth ? stack[0] : undefined;
    }
  }
  return undefined;
}
