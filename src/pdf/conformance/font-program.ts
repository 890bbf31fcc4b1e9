import { readTables, requireTable } from '../objects/true-type.ts';

/** What a TrueType program says of its glyphs (ISO/IEC 14496-22). */
export interface FontProgram {
  glyphs: number;
  /** The advance of a glyph, in thousandths of an em. */
  advances(glyph: number): number;
  maps: CharacterMap[];
}

/** A table that finds the glyph of a character. */
interface CharacterMap {
  platform: number;
  encoding: number;
  /** The glyph of a character; 0 if there is none, undefined if the table is of a kind that is not read. */
  find(character: number): number | undefined;
}

/** Reads a program. Throws RangeError where the bytes are no sound font. */
export function readFontProgram(font: Buffer): FontProgram {
  const tables = readTables(font);
  const hmtx = requireTable(tables, 'hmtx');
  const metrics = requireTable(tables, 'hhea').readUInt16BE(34);
  const unitsPerEm = requireTable(tables, 'head').readUInt16BE(18);
  if (metrics === 0 || unitsPerEm === 0) throw new RangeError('a font without widths');
  const cmap = tables.get('cmap');
  return {
    glyphs: requireTable(tables, 'maxp').readUInt16BE(4),
    advances: (glyph) => (hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) * 1000) / unitsPerEm,
    maps: cmap === undefined ? [] : readMaps(cmap),
  };
}

function readMaps(cmap: Buffer): CharacterMap[] {
  return Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => {
    const at = 4 + index * 8;
    const table = cmap.subarray(cmap.readUInt32BE(at + 4));
    const format = table.readUInt16BE(0);
    const find = { 0: findInBytes, 4: findInSegments, 6: findInRun }[format];
    return {
      platform: cmap.readUInt16BE(at),
      encoding: cmap.readUInt16BE(at + 2),
      find: (character) => find?.(table, character),
    };
  });
}

function findInBytes(table: Buffer, character: number): number {
  return character < 256 ? table.readUInt8(6 + character) : 0;
}

function findInRun(table: Buffer, character: number): number {
  const index = character - table.readUInt16BE(6);
  return index >= 0 && index < table.readUInt16BE(8) ? table.readUInt16BE(10 + index * 2) : 0;
}

function findInSegments(table: Buffer, character: number): number {
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    if (table.readUInt16BE(14 + at) < character) continue;
    const start = table.readUInt16BE(16 + size + at);
    if (start > character) return 0;
    const delta = table.readUInt16BE(16 + 2 * size + at);
    const place = 16 + 3 * size + at;
    const offset = table.readUInt16BE(place);
    if (offset === 0) return (character + delta) & 0xffff;
    const glyph = table.readUInt16BE(place + offset + (character - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
