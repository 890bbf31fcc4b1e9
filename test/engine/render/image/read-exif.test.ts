import { describe, expect, it } from 'vitest';
import { readExif } from '../../../../src/engine/render/image/read-exif.ts';

type Entry = [tag: number, kind: number, value: number | [number, number]];

/** A TIFF with a directory of these entries; fractions follow it (TIFF 6.0, section 2). */
function tiff(entries: Entry[], order: 'II' | 'MM' = 'II'): Buffer {
  const start = 8;
  const fractions = start + 2 + 12 * entries.length + 4;
  const bytes = Buffer.alloc(fractions + 8 * entries.length);
  const short = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(order, 'latin1');
  short(42, 2);
  long(start, 4);
  short(entries.length, start);
  for (const [index, [tag, kind, value]] of entries.entries()) {
    const at = start + 2 + 12 * index;
    short(tag, at);
    short(kind, at + 2);
    long(1, at + 4);
    if (typeof value === 'number') short(value, at + 8);
    else {
      long(fractions + 8 * index, at + 8);
      long(value[0], fractions + 8 * index);
      long(value[1], fractions + 8 * index + 4);
    }
  }
  return bytes;
}

const [orientation, across, down, unit] = [0x0112, 0x011a, 0x011b, 0x0128];
const [short, rational] = [3, 5];
const density: Entry[] = [
  [across, rational, [300, 1]],
  [down, rational, [301, 2]],
];

describe('what EXIF says of an image', () => {
  it.each([
    [1, false],
    [3, false],
    [4, false],
    [5, true],
    [6, true],
    [8, true],
  ])('with orientation %d it is on its side: %s', (value, isTurned) => {
    for (const order of ['II', 'MM'] as const)
      expect(readExif(tiff([[orientation, short, value]], order))).toEqual({ isTurned });
  });

  it.each<[string, Entry[], number[] | undefined]>([
    ['dots per inch, unless it says otherwise', density, [300, 150.5]],
    ['dots per inch', [...density, [unit, short, 2]], [300, 150.5]],
    ['dots per centimetre', [...density, [unit, short, 3]], [762, 382.27]],
    ['a ratio', [...density, [unit, short, 1]], undefined],
    ['one side alone', density.slice(0, 1), undefined],
    ['nothing', [[across, rational, [0, 1]], ...density.slice(1)], undefined],
  ])('its density is %s', (_what, entries, dots) => {
    for (const order of ['II', 'MM'] as const) expect(readExif(tiff(entries, order)).density).toEqual(dots);
  });

  it('is nothing if it is cut off', () => {
    const whole = tiff([[orientation, short, 6], ...density]);
    expect(readExif(whole.subarray(0, 13))).toEqual({ isTurned: false });
    expect(readExif(whole.subarray(0, 21))).toEqual({ isTurned: false });
    expect(readExif(whole.subarray(0, 22))).toEqual({ isTurned: true });
    expect(readExif(whole.subarray(0, 58 + 7)).density).toBeUndefined();
    const away = Buffer.from(whole);
    away.writeUInt32LE(0xffff, 4);
    expect(readExif(away)).toEqual({ isTurned: false });
  });
});
