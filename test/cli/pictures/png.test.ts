import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPng, writePng } from '../../../src/cli/pictures/png.ts';

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of these rows, each with its filter first. */
function png(size: [number, number], [depth, colour, interlace = 0]: number[], rows: number[], more: Buffer[] = []) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size[0], 0);
  head.writeUInt32BE(size[1], 4);
  head.set([depth ?? 8, colour ?? 2, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const colours = (file: Buffer) => Buffer.from(readPng(file).data).toString('hex').match(/.{8}/g);

/** Its last byte is one of the sum of the last chunk. */
const changed = png([2, 1], [8, 0], [0, 1, 2]);
changed.writeUInt8(changed.at(-1) === 0 ? 1 : 0, changed.length - 1);

describe('a PNG', () => {
  it('is read as it was written', () => {
    const data = new Uint8Array([1, 2, 3, 255, 250, 128, 0, 255]);
    expect(readPng(writePng({ width: 1, height: 2, data }))).toEqual({ width: 1, height: 2, data });
  });

  it.each([
    ['of grey', [8, 0], [0, 0x10, 0xff], ['101010ff', 'ffffffff']],
    ['of black and white', [1, 0], [0, 0b01000000], ['000000ff', 'ffffffff']],
    ['of 16 bits', [16, 0], [0, 0x12, 0x34, 0xff, 0xff], ['121212ff', 'ffffffff']],
    ['with opacity, on white', [8, 4], [0, 0, 255, 0, 0], ['000000ff', 'ffffffff']],
    ['that is interlaced', [8, 0, 1], [0, 0x10, 0, 0xff], ['101010ff', 'ffffffff']],
    ['of colours with opacity', [8, 6], [0, 255, 0, 0, 255, 0, 0, 0, 128], ['ff0000ff', '7f7f7fff']],
  ])('%s', (_name, kind, rows, expected) => {
    expect(colours(png([2, 1], kind, rows))).toEqual(expected);
  });

  it('of a palette, also with opacity', () => {
    const more = [chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255])), chunk('tRNS', Buffer.from([0]))];
    expect(colours(png([2, 1], [4, 3], [0, 0x01], more))).toEqual(['ffffffff', '0000ffff']);
  });

  it('of filtered rows: left, above, their mean, and the nearest of three', () => {
    const rows = [1, 10, 5, 2, 1, 1, 3, 1, 1, 4, 1, 1];
    expect(colours(png([2, 4], [8, 0], rows))?.map((pixel) => Number.parseInt(pixel.slice(0, 2), 16))).toEqual([
      10, 15, 11, 16, 6, 12, 7, 13,
    ]);
  });

  it.each([
    ['text', Buffer.from('no picture'), 'it is not a PNG file'],
    ['half of one', png([2, 1], [8, 0], [0, 1, 2]).subarray(0, 40), 'its pixels cannot be read'],
    ['too few rows', png([2, 2], [8, 0], [0, 1, 2]), 'its pixels cannot be read'],
    ['an unknown filter', png([1, 1], [8, 0], [9, 1]), 'its pixels cannot be read'],
    ['a changed byte, which the sums of its chunks show', changed, 'its pixels cannot be read'],
    ['no width', png([0, 1], [8, 0], [0]), 'it has 0 × 1 pixels'],
    ['no height', png([1, 0], [8, 0], [0]), 'it has 1 × 0 pixels'],
    ['more pixels than a page has', png([10_001, 10_000], [1, 0], [0]), 'it has 10001 × 10000 pixels'],
    ['a head and no more', png([1, 1], [8, 0], [0, 1]).subarray(0, 20), 'it is cut off'],
    ['a bomb', png([60_000, 60_000], [1, 0], [0]), 'it has 60000 × 60000 pixels'],
    ['unknown colours', png([1, 1], [8, 5], [0, 1]), 'its pixels cannot be read'],
  ])('refuses %s', (_name, file, says) => {
    expect(() => readPng(file)).toThrow(says);
  });
});
