/** The tables that a PDF needs of a TrueType font (ISO 32000-2, 9.9), and each glyph by itself. */
export interface TrueType {
  /** What every subset keeps of its font. Two subsets are of one font if it is equal. */
  identity: string;
  /** `head`, `hhea`, `maxp` and the programs of the hinting. */
  tables: Map<string, Buffer>;
  glyphs: Buffer[];
  /** Advance and left side bearing of each glyph, four bytes (OpenType, "hmtx"). */
  metrics: Buffer[];
}

const kept = ['cvt ', 'fpgm', 'head', 'hhea', 'maxp', 'prep'];
const checksumMagic = 0xb1b0afba;

/** Reads a subset that keeps the numbers of its glyphs. Throws RangeError where the bytes are no sound font. */
export function readTrueType(font: Buffer): TrueType {
  const all = readTables(font);
  const names = ['head', 'hhea', 'maxp', 'loca', 'glyf', 'hmtx'];
  const required = names.map((name) => requireTable(all, name)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const [head, hhea, maxp, loca, glyf, hmtx] = required;
  const count = maxp.readUInt16BE(4);
  const isLong = head.readInt16BE(50) === 1;
  const offset = (index: number) => (isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
  const glyphs = Array.from({ length: count }, (_, index) => glyf.subarray(offset(index), offset(index + 1)));
  const tables = new Map(kept.flatMap((name) => (all.has(name) ? [[name, all.get(name) as Buffer]] : [])));
  return { identity: identify(tables), tables, glyphs, metrics: readMetrics(hmtx, hhea.readUInt16BE(34), count) };
}

/** Writes a font whose tables are sorted by name, as they must be. */
export function writeTrueType({ tables, glyphs, metrics }: TrueType): Buffer {
  const padded = glyphs.map((glyph) => Buffer.concat([glyph, Buffer.alloc(glyph.length % 2)]));
  const glyf = Buffer.concat(padded);
  const isLong = glyf.length >= 1 << 17;
  const loca = Buffer.alloc((glyphs.length + 1) * (isLong ? 4 : 2));
  let end = 0;
  for (const [index, glyph] of padded.entries()) {
    end += glyph.length;
    if (isLong) loca.writeUInt32BE(end, (index + 1) * 4);
    else loca.writeUInt16BE(end / 2, (index + 1) * 2);
  }
  const copy = (name: string) => Buffer.from(tables.get(name) as Buffer);
  const [head, hhea, maxp] = [copy('head'), copy('hhea'), copy('maxp')];
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(isLong ? 1 : 0, 50);
  hhea.writeUInt16BE(glyphs.length, 34);
  maxp.writeUInt16BE(glyphs.length, 4);
  const hmtx = Buffer.concat(metrics);
  const made = new Map([...tables, ...Object.entries({ glyf, head, hhea, hmtx, loca, maxp })]);
  return joinTables([...made].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The tables of a font by their names. */
export function readTables(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = 12 + index * 16;
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  return tables;
}

/** The table of this name. Throws RangeError if there is none. */
export function requireTable(tables: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const table = tables.get(name);
  if (table === undefined) throw new RangeError(`a font without ${name}`);
  return table;
}

/** The tables without the checksum, the form of `loca`, and the numbers of glyphs and metrics. */
function identify(tables: ReadonlyMap<string, Buffer>): string {
  const holes: Record<string, readonly [number, number][]> = {
    head: [
      [8, 12],
      [50, 52],
    ],
    hhea: [[34, 36]],
    maxp: [[4, 6]],
  };
  return [...tables]
    .map(([name, table]) => {
      const bytes = Buffer.from(table);
      for (const [start, end] of holes[name] ?? []) bytes.fill(0, start, end);
      return name + bytes.toString('latin1');
    })
    .join();
}

/** Glyphs beyond the last advance share it (OpenType, "hmtx"). */
function readMetrics(hmtx: Buffer, advances: number, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    if (index < advances) return hmtx.subarray(index * 4, index * 4 + 4);
    const bearing = advances * 4 + (index - advances) * 2;
    return Buffer.concat([hmtx.subarray(advances * 4 - 4, advances * 4 - 2), hmtx.subarray(bearing, bearing + 2)]);
  });
}

function joinTables(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x10000, 0);
  directory.writeUInt16BE(tables.length, 4);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt16BE(16 << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(tables.length * 16 - (16 << power), 10);
  const chunks = [directory];
  let length = directory.length;
  let headAt = 0;
  for (const [index, [name, table]] of tables.entries()) {
    const at = 12 + index * 16;
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    directory.write(name, at, 'latin1');
    directory.writeUInt32BE(sum(padded), at + 4);
    directory.writeUInt32BE(length, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    if (name === 'head') headAt = length;
    chunks.push(padded);
    length += padded.length;
  }
  const font = Buffer.concat(chunks);
  font.writeUInt32BE((checksumMagic - sum(font)) >>> 0, headAt + 8);
  return font;
}

function sum(bytes: Buffer): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0;
  return total;
}
