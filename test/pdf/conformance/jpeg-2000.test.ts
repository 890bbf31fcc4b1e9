import { describe, expect, it } from 'vitest';
import { findJpeg2000Breaches } from '../../../src/pdf/conformance/jpeg-2000.ts';
import { type PdfDict, type PdfObject, PdfStream } from '../../../src/pdf/objects/objects.ts';

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
    ['of four channels', [...main(4), ...colour(2, 0, 0)]],
    ['of 38 bits', [...main(3, 37), ...colour(3, 0, 0)]],
    ['of signed numbers', [...main(3, 0x87), ...colour()]],
    ['of CIELab', [...main(), ...colour(1, 0, 14)]],
    ['of a profile whose bytes look like CIEJab', [...main(), ...colour(2, 0, 19)]],
    ['of a colour space that is cut off', [...main(), ...box('colr', 1, 0), ...colour()]],
    ['of equal bit depths', [...main(3, 255), ...box('bpcc', 7, 7, 7), ...colour()]],
  ])('may be in an archive if it is %s', (_what, header) => {
    expect(find(header)).toEqual([]);
  });

  it.each([
    ['its channels', [...main(5), ...colour()], 'with 5 channels'],
    ['two channels', [...main(2), ...colour()], 'with 2 channels'],
    ['39 bits', [...main(3, 38), ...colour()], 'with 39 bits per channel'],
    ['no colour space', main(), 'no single best colour space'],
    [
      'several colour spaces without a best',
      [...main(), ...colour(1, 2), ...colour(1, 3)],
      'no single best colour space',
    ],
    ['a header of 13 bytes', [...box('ihdr', ...Array(13).fill(3)), ...colour()], 'without a header'],
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

  it('may have boxes with a size of 64 bits, or one without a size to its end', () => {
    const header = [...main(), ...colour(4)];
    const size = 16 + header.length;
    const long = [0, 0, 0, 1, ...Buffer.from('jp2h'), 0, 0, 0, 0, 0, 0, 0, size, ...header];
    const open = [0, 0, 0, 0, ...Buffer.from('jp2h'), ...header];
    for (const bytes of [long, [...long, ...box('jp2c')], open]) {
      const image = new PdfStream(new Map([['Filter', 'JPXDecode']]), Buffer.from(bytes));
      expect(findJpeg2000Breaches(image, { bytes: 1000 })).toEqual([expect.stringContaining('unknown method 4')]);
    }
  });

  it('has no header in a box that is longer than the file, or shorter than its own head', () => {
    for (const size of [7, 200]) {
      const bytes = Buffer.from([0, 0, 0, size, ...Buffer.from('jp2h'), ...main(), ...colour()]);
      const image = new PdfStream(new Map([['Filter', 'JPXDecode']]), bytes);
      expect(findJpeg2000Breaches(image, { bytes: 1000 })).toEqual(['an image in JPEG 2000 without a header']);
    }
  });

  it('is read through the filters around it', () => {
    const bytes = Buffer.from([...box('jp2h', ...main(5), ...colour())]);
    const image = new PdfStream(
      new Map<string, PdfObject>([['Filter', ['ASCIIHexDecode', 'JPXDecode']]]),
      Buffer.from(`${bytes.toString('hex')}>`),
    );
    expect(findJpeg2000Breaches(image, { bytes: 1000 })).toEqual(['an image in JPEG 2000 with 5 channels']);
  });

  it('is not asked for its colour space if the PDF names one', () => {
    expect(find([...main(), ...colour(4)], new Map([['ColorSpace', 'DeviceRGB']]))).toEqual([]);
  });
});
