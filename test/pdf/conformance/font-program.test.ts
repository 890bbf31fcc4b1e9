import { describe, expect, it } from 'vitest';
import { readFontProgram } from '../../../src/pdf/conformance/font-program.ts';

const words = (...values: number[]) => Buffer.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]));
const table = (length: number, at: number, value: number) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt16BE(value, at);
  return bytes;
};

/** A font of these tables. */
function font(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  const head = Buffer.alloc(12 + entries.length * 16);
  head.writeUInt16BE(entries.length, 4);
  let start = head.length;
  for (const [index, [name, bytes]] of entries.entries()) {
    head.write(name, 12 + index * 16, 'latin1');
    head.writeUInt32BE(start, 12 + index * 16 + 8);
    head.writeUInt32BE(bytes.length, 12 + index * 16 + 12);
    start += bytes.length;
  }
  return Buffer.concat([head, ...entries.map(([, bytes]) => bytes)]);
}
const sound = {
  hmtx: words(1024, 0, 512, 0, 7),
  hhea: table(36, 34, 2),
  head: table(54, 18, 2048),
  maxp: table(6, 4, 9),
};
/** Maps of characters, each with its platform and its encoding. */
function cmap(...maps: [platform: number, encoding: number, table: Buffer][]): Buffer {
  let at = 4 + maps.length * 8;
  const places = maps.map(([platform, encoding, bytes]) => {
    const place = words(platform, encoding, 0, at);
    at += bytes.length;
    return place;
  });
  return Buffer.concat([words(0, maps.length), ...places, ...maps.map(([, , bytes]) => bytes)]);
}

describe('a font program', () => {
  it('says how many glyphs it has, and how wide they are', () => {
    const { glyphs, advances, maps } = readFontProgram(font(sound));
    expect([glyphs, [0, 1, 2, 8].map(advances), maps]).toEqual([9, [500, 250, 250, 250], []]);
  });

  it.each([
    ['metrics', { hhea: table(36, 34, 0) }],
    ['units', { head: table(54, 18, 0) }],
  ])('without %s is no sound font', (_what, broken) => {
    expect(() => readFontProgram(font({ ...sound, ...broken }))).toThrow(RangeError);
  });

  it.each(Object.keys(sound))('without its table %s is no sound font', (name) => {
    const { [name as keyof typeof sound]: _left, ...rest } = sound;
    expect(() => readFontProgram(font(rest))).toThrow(RangeError);
  });
});

describe('the maps of a font program', () => {
  const bytes = Buffer.concat([words(0, 262, 0), Buffer.from(Array.from({ length: 256 }, (_, at) => 255 - at))]);
  const run = words(6, 14, 0, 100, 2, 31, 32);
  /** Segments 10-12 by a difference, 20-21 by a list, 65535. */
  const segments = words(
    ...[4, 0, 0, 6, 0, 0, 0],
    ...[12, 21, 0xffff, 0],
    ...[10, 20, 0xffff],
    ...[5, 100, 1],
    ...[0, 4, 0],
    ...[40, 0],
  );

  it('are named by platform and encoding', () => {
    const { maps } = readFontProgram(font({ ...sound, cmap: cmap([1, 0, bytes], [3, 1, segments]) }));
    expect(maps.map(({ platform, encoding }) => [platform, encoding])).toEqual([
      [1, 0],
      [3, 1],
    ]);
  });

  it.each<[string, Buffer, [character: number, glyph: number | undefined][]]>([
    [
      'bytes',
      bytes,
      [
        [0, 255],
        [255, 0],
        [254, 1],
        [256, 0],
      ],
    ],
    [
      'a run',
      run,
      [
        [99, 0],
        [100, 31],
        [101, 32],
        [102, 0],
      ],
    ],
    [
      'segments',
      segments,
      [
        [9, 0],
        [10, 15],
        [12, 17],
        [13, 0],
        [19, 0],
        [20, 140],
        [21, 0],
        [22, 0],
        [0xffff, 0],
        [0x10000, 0],
      ],
    ],
    ['another kind', words(12, 0, 0), [[10, undefined]]],
  ])('find glyphs by %s', (_what, kind, found) => {
    const { maps } = readFontProgram(font({ ...sound, cmap: cmap([0, 3, Buffer.alloc(600)], [3, 1, kind]) }));
    expect(found.map(([character]) => [character, maps[1]?.find(character)])).toEqual(found);
  });
});
