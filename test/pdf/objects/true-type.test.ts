import { describe, expect, it } from 'vitest';
import { readTables, readTrueType, type TrueType, writeTrueType } from '../../../src/pdf/objects/true-type.ts';

/** A font with this many glyphs, each of its number of bytes; `change` makes it another font. */
function build(count: number, change: (tables: Map<string, Buffer>) => void = () => {}): TrueType {
  const tables = new Map(
    [
      ['head', 54],
      ['hhea', 36],
      ['maxp', 32],
      ['prep', 3],
    ].map(([name, length]) => [String(name), Buffer.alloc(Number(length), 7)]),
  );
  change(tables);
  const glyphs = Array.from({ length: count }, (_, glyph) => Buffer.alloc(glyph % 5, glyph + 1));
  const metrics = Array.from({ length: count }, (_, glyph) => Buffer.from([1, glyph % 256, 2, glyph % 256]));
  return { identity: '', tables, glyphs, metrics };
}

const identify = (font: TrueType) => readTrueType(writeTrueType(font)).identity;

describe('a TrueType font', () => {
  it('is read as it was written', () => {
    const { glyphs, metrics, tables } = readTrueType(writeTrueType(build(300)));
    // A glyph of odd length is padded.
    const padded = build(300).glyphs.map((glyph) => Buffer.concat([glyph, Buffer.alloc(glyph.length % 2)]));
    expect(glyphs).toEqual(padded);
    expect(metrics).toEqual(build(300).metrics);
    expect([...tables.keys()].sort()).toEqual(['head', 'hhea', 'maxp', 'prep']);
  });

  it('is read as it was written if its glyphs need long offsets', () => {
    const font = build(3);
    font.glyphs[1] = Buffer.alloc(1 << 17, 9);
    expect(readTrueType(writeTrueType(font)).glyphs[1]).toEqual(font.glyphs[1]);
  });

  it('shares the last advance among the glyphs beyond it', () => {
    const written = writeTrueType(build(3));
    const tables = readTables(written);
    tables.get('hhea')?.writeUInt16BE(2, 34);
    expect(readTrueType(written).metrics[2]).toEqual(Buffer.from([1, 1, 1, 2]));
  });

  it('has sums that come to what the format demands', () => {
    const written = writeTrueType(build(4));
    let sum = 0;
    for (let at = 0; at < written.length; at += 4) sum = (sum + written.readUInt32BE(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });

  it('has a directory of its tables, sorted by their names, each with its sum', () => {
    const written = writeTrueType(build(4));
    const count = written.readUInt16BE(4);
    expect([0, 2, 4, 6, 8, 10].map((at) => written.readUInt16BE(at))).toEqual([1, 0, 7, 64, 2, 48]);
    const entries = Array.from({ length: count }, (_, index) => {
      const at = 12 + index * 16;
      const [sum = 0, start = 0, length = 0] = [4, 8, 12].map((more) => written.readUInt32BE(at + more));
      return { name: written.toString('latin1', at, at + 4), sum, start, length };
    });
    expect(entries.map(({ name }) => name)).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']);
    let end = 12 + count * 16;
    for (const { name, sum, start, length } of entries) {
      expect([name, start]).toEqual([name, end]);
      end = start + Math.ceil(length / 4) * 4;
      let total = 0;
      // The sum of the whole font stands in the table `head`, and does not count there.
      for (let at = start; at < end; at += 4)
        if (name !== 'head' || at !== start + 8) total = (total + written.readUInt32BE(at)) >>> 0;
      expect([name, sum]).toEqual([name, total]);
    }
    expect(written.length).toBe(end);
  });

  it.each([
    ['just below', 131_070, 0],
    ['at', 131_072, 1],
  ])('has long offsets from 128 KiB of glyphs on: %s', (_what, length, form) => {
    const font = build(1);
    font.glyphs[0] = Buffer.alloc(length);
    const tables = readTables(writeTrueType(font));
    expect(tables.get('head')?.readInt16BE(50)).toBe(form);
    expect(tables.get('loca')?.length).toBe(form === 1 ? 8 : 4);
  });

  it('shares the last advance among all glyphs beyond it', () => {
    const written = writeTrueType(build(4));
    readTables(written).get('hhea')?.writeUInt16BE(2, 34);
    const bearings = Buffer.from([1, 2, 3, 4]);
    bearings.copy(readTables(written).get('hmtx') as Buffer, 8);
    expect(readTrueType(written).metrics).toEqual([
      Buffer.from([1, 0, 2, 0]),
      Buffer.from([1, 1, 2, 1]),
      Buffer.from([1, 1, 1, 2]),
      Buffer.from([1, 1, 3, 4]),
    ]);
  });

  it('is the same font with other glyphs', () => {
    expect(identify(build(300))).toBe(identify(build(2)));
    const long = build(2);
    long.glyphs[1] = Buffer.alloc(1 << 17);
    expect(identify(long)).toBe(identify(build(2)));
  });

  it.each([
    ['head', 7],
    ['head', 12],
    ['head', 49],
    ['head', 52],
    ['hhea', 33],
    ['maxp', 3],
    ['maxp', 6],
    ['prep', 0],
  ])('is another font if %s differs at byte %i', (name, at) => {
    expect(identify(build(2, (tables) => tables.get(name)?.writeUInt8(8, at)))).not.toBe(identify(build(2)));
  });

  it('needs its tables', () => {
    expect(() => readTrueType(writeTrueType(build(2)).subarray(0, 12))).toThrow(RangeError);
    const font = writeTrueType(build(2));
    font.write('xxxx', font.indexOf('hmtx'), 'latin1');
    expect(() => readTrueType(font)).toThrow('a font without hmtx');
  });
});
