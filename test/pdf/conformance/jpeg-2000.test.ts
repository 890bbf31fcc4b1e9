import { describe, expect, it } from 'vitest';
import { findJpeg2000Breaches } from '../../../src/pdf/conformance/jpeg-2000.ts';
import { type PdfDict, PdfStream } from '../../../src/pdf/objects/objects.ts';

const box = (kind: string, ...bytes: number[]) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + bytes.length);
  head.write(kind, 4, 'latin1');
  return [...head, ...bytes];
};
const main = (channels = 3, depth = 7) => box('ihdr', 0, 0, 0, 1, 0, 0, 0, 1, 0, channels, depth, 7, 0, 0);
const colour = (method = 1, approximation = 0, space = 16) => box('colr', method, 0, approximation, 0, 0, 0, space);
const find = (header: number[], entries: PdfDict = new Map()) => {
  const data = Buffer.from([...box('jP  ', 13, 10, 0x87, 10), ...box('jp2h', ...header), ...box('jp2c')]);
  return findJpeg2000Breaches(new PdfStream(new Map([['Filter', 'JPXDecode'], ...entries]), data), { bytes: 1000 });
};

describe('an image in JPEG 2000', () => {
  it.each([
    ['of three channels and one colour space', [...main(), ...colour()]],
    ['of one channel', [...main(1), ...colour(1, 0, 17)]],
    ['of two colour spaces, of which one is the best', [...main(), ...colour(1, 1), ...colour(4, 2)]],
    ['of equal bit depths', [...main(3, 255), ...box('bpcc', 7, 7, 7), ...colour()]],
  ])('may be in an archive if it is %s', (_what, header) => {
    expect(find(header)).toEqual([]);
  });

  it.each([
    ['its channels', [...main(5), ...colour()], 'with 5 channels'],
    ['its bit depth', [...main(3, 40), ...colour()], 'with 41 bits per channel'],
    ['different bit depths', [...main(3, 255), ...box('bpcc', 7, 7, 8), ...colour()], 'different bit depths'],
    ['a colour space of an unknown method', [...main(), ...colour(4)], 'of the unknown method 4'],
    ['two colour spaces', [...main(), ...colour(), ...colour()], 'no single best colour space'],
    ['CIEJab', [...main(), ...colour(1, 0, 19)], 'CIEJab'],
    ['a missing header', [], 'without a header'],
    ['a header that is cut off', [...main().slice(0, 12)], 'without a header'],
  ])('is refused for %s', (_what, header, message) => {
    expect(find(header)).toEqual([expect.stringContaining(message)]);
  });

  it('is not asked for its colour space if the PDF names one', () => {
    expect(find([...main(), ...colour(4)], new Map([['ColorSpace', 'DeviceRGB']]))).toEqual([]);
  });
});
