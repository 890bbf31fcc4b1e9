import { expect, it } from 'vitest';
import { isJpeg, type JpegCodec, readPixels } from '../../../src/pdf/images/pixels.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

/** A JPEG file as its header says: a table, then a frame. */
const jpegFile = (bits: number, components: number, marker = 0xc0) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc4, 0, 4, 0, 0, 0xff, marker, 0, 11, bits, 0, 2, 0, 2, components, 0, 0, 0, 0]);
/** A codec that gives these many pixels of red, green and blue. */
const codec = (width = 2, height = 2): JpegCodec => ({
  decode: () => ({ width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, at) => at + 5) }),
  encode: () => ({ data: new Uint8Array() }),
});
const broken: JpegCodec = {
  ...codec(),
  decode: () => {
    throw new Error('broken');
  },
};

const image = (entries: Record<string, PdfObject>, data: Uint8Array = Buffer.alloc(64, 7)) =>
  new PdfStream(buildDict({ Width: 2, Height: 2, ColorSpace: 'DeviceRGB', BitsPerComponent: 8, ...entries }), data);
const profile = (count: number): PdfObject => [
  'ICCBased',
  new PdfRef(new PdfStream(buildDict({ N: count }), Buffer.alloc(0))),
];
const jpeg = (entries: Record<string, PdfObject> = {}, data = jpegFile(8, 3)) =>
  image({ Filter: 'DCTDecode', ...entries }, data);
const mask = (entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.alloc(0)));

it.each<[string, PdfStream, JpegCodec, number | undefined]>([
  ['RGB', image({}), codec(), 12],
  ['grey', image({ ColorSpace: 'DeviceGray' }), codec(), 4],
  ['calibrated RGB', image({ ColorSpace: ['CalRGB', buildDict({})] }), codec(), 12],
  ['calibrated grey', image({ ColorSpace: ['CalGray', buildDict({})] }), codec(), 4],
  ['a profile of grey', image({ ColorSpace: profile(1) }), codec(), 4],
  ['a profile of RGB', image({ ColorSpace: profile(3) }), codec(), 12],
  ['a profile of CMYK', image({ ColorSpace: profile(4) }), codec(), undefined],
  ['a soft mask', image({ SMask: mask() }), codec(), 12],
  ['a text filter', image({ Filter: 'ASCIIHexDecode' }, Buffer.from(`${'0a'.repeat(12)}>`)), codec(), 12],
  ['CMYK', image({ ColorSpace: 'DeviceCMYK' }), codec(), undefined],
  ['a palette', image({ ColorSpace: ['Indexed', 'DeviceRGB', 1, 'x'] }), codec(), undefined],
  ['a stencil', image({ ImageMask: true }), codec(), undefined],
  ['fewer bits', image({ BitsPerComponent: 4 }), codec(), undefined],
  ['inverted colours', image({ Decode: [1, 0, 1, 0, 1, 0] }), codec(), undefined],
  ['alternates', image({ Alternates: [] }), codec(), undefined],
  ['another file', image({ OPI: buildDict({}) }), codec(), undefined],
  ['a mask of colours', image({ Mask: [1, 1] }), codec(), undefined],
  ['a soft mask with its matte', image({ SMask: mask({ Matte: [0] }) }), codec(), undefined],
  ['a soft mask in its data', image({ SMaskInData: 1 }), codec(), undefined],
  ['one pixel', image({ Width: 1, Height: 1 }), codec(), 3],
  ['a missing width', image({ Width: null }), codec(), undefined],
  ['a missing height', image({ Height: null }), codec(), undefined],
  ['no width', image({ Width: 0 }), codec(), undefined],
  ['no height', image({ Height: 0 }), codec(), undefined],
  ['too many pixels', image({ Width: 40_000_001, Height: 1 }), codec(), undefined],
  ['too few bytes', image({}, Buffer.alloc(11)), codec(), undefined],
  ['just enough bytes', image({}, Buffer.alloc(12)), codec(), 12],
  ['JPEG 2000', image({ Filter: 'JPXDecode' }), codec(), undefined],
  ['JPEG', jpeg(), codec(), 12],
  ['JPEG by its short name', jpeg({ Filter: ['DCT'] }), codec(), 12],
  ['grey JPEG', jpeg({ ColorSpace: 'DeviceGray' }, jpegFile(8, 1)), codec(), 4],
  ['progressive JPEG', jpeg({}, jpegFile(8, 3, 0xc2)), codec(), 12],
  ['JPEG of other components', jpeg({}, jpegFile(8, 4)), codec(), undefined],
  ['JPEG of more bits', jpeg({}, jpegFile(12, 3)), codec(), undefined],
  ['JPEG without a frame', jpeg({}, jpegFile(8, 3, 0xc8)), codec(), undefined],
  ['grey JPEG of more bits', jpeg({ ColorSpace: 'DeviceGray' }, jpegFile(12, 1)), codec(), undefined],
  ['grey JPEG without a frame', jpeg({ ColorSpace: 'DeviceGray' }, jpegFile(8, 1, 0xcc)), codec(), undefined],
  ['JPEG with the last kind of frame', jpeg({}, jpegFile(8, 3, 0xcf)), codec(), 12],
  ['JPEG with a marker above those of frames', jpeg({}, jpegFile(8, 3, 0xd0)), codec(), undefined],
  ['JPEG with a marker below those of frames', jpeg({}, jpegFile(8, 3, 0xbf)), codec(), undefined],
  ['JPEG with arithmetic conditioning', jpeg({}, jpegFile(8, 3, 0xcc)), codec(), undefined],
  ['JPEG that ends with its components', jpeg({}, jpegFile(8, 3).subarray(0, 18)), codec(), 12],
  ['JPEG that ends before them', jpeg({}, jpegFile(8, 3).subarray(0, 17)), codec(), undefined],
  ['JPEG with a transform', jpeg({ DecodeParms: buildDict({ ColorTransform: 0 }) }), codec(), undefined],
  ['JPEG of another width', jpeg(), codec(3, 2), undefined],
  ['JPEG of another height', jpeg(), codec(2, 3), undefined],
  ['JPEG that is broken', jpeg(), broken, undefined],
  ['JPEG within another filter', jpeg({ Filter: ['ASCIIHexDecode', 'DCTDecode'] }), codec(), undefined],
])('of an image with %s the pixels are read, or it stays', (_what, stream, decoder, length) => {
  expect(readPixels(stream, decoder)?.data.length).toBe(length);
});

it('takes the first channel of a grey JPEG', () => {
  expect(readPixels(jpeg({ ColorSpace: 'DeviceGray' }, jpegFile(8, 1)), codec())).toEqual({
    width: 2,
    height: 2,
    channels: 1,
    data: Uint8Array.of(5, 8, 11, 14),
  });
});

it.each([
  [8000, 5000, 1],
  [8000, 5001, 0],
])('has a JPEG of %i by %i pixels decoded, within limits: %i', (width, height, count) => {
  const asked: unknown[] = [];
  const watched: JpegCodec = {
    ...codec(),
    decode: (_bytes, options) => {
      asked.push(options);
      return { width: 1, height: 1, data: new Uint8Array(3) };
    },
  };
  expect(readPixels(jpeg({ Width: width, Height: height }), watched)).toBeUndefined();
  const limits = { maxResolutionInMP: 40, maxMemoryUsageInMB: 640 };
  const options = { useTArray: true, formatAsRGBA: false, tolerantDecoding: false, ...limits };
  expect(asked).toEqual(Array.from({ length: count }, () => options));
});

it.each<[PdfObject, boolean]>([
  ['DCTDecode', true],
  ['DCT', true],
  [['DCTDecode'], true],
  [['FlateDecode', 'DCTDecode'], false],
  [['DCTDecode', 'FlateDecode'], false],
  ['FlateDecode', false],
])('the filter %j makes a JPEG: %s', (Filter, is) => {
  expect(isJpeg(image({ Filter }))).toBe(is);
});
