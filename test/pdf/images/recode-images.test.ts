import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { JpegCodec } from '../../../src/pdf/images/pixels.ts';
import { recodeImages } from '../../../src/pdf/images/recode-images.ts';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { randomFrom } from '../../helpers/seeded-random.ts';

type Entries = Record<string, PdfObject>;

const random = randomFrom(7);
const noise = Uint8Array.from({ length: 40 * 20 * 3 }, () => random() * 256);
const plain = new Uint8Array(40 * 20 * 3).fill(7);

/** An image of 40 by 20 pixels. */
const image = (data: Uint8Array = plain, entries: Entries = {}) =>
  new PdfStream(
    buildDict({ Subtype: 'Image', Width: 40, Height: 20, ColorSpace: 'DeviceRGB', BitsPerComponent: 8, ...entries }),
    data,
  );
/** A soft mask of 40 by 20 pixels, whose columns from a place on are transparent. */
const mask = (from: number, entries: Entries = {}) =>
  image(
    Uint8Array.from({ length: 40 * 20 }, (_, at) => (at % 40 < from ? 255 : 0)),
    { ColorSpace: 'DeviceGray', ...entries },
  );
/** A file of this many bytes that says that it has three components. */
const jpegFile = (length: number) => {
  const file = Buffer.alloc(length);
  file.set([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 20, 0, 40, 3]);
  return file;
};

/** Codes any image as this many bytes, each of which is the quality. */
const codec = (length: number): JpegCodec => ({
  decode: () => ({ width: 40, height: 20, data: plain }),
  encode: (_image, quality) => ({ data: new Uint8Array(length).fill(quality) }),
});

/** Draws images an inch wide and half as high, or as the content says, and recodes them. */
function recode(
  images: Record<string, PdfStream>,
  { dpi = 20, jpeg = 1_000_000, content = '' }: { dpi?: number; jpeg?: number; content?: string } = {},
) {
  const drawn = Object.keys(images).map((name) => `q 72 0 0 36 0 0 cm /${name} Do Q\n`);
  const objects = buildDict(Object.fromEntries(Object.entries(images).map(([name, each]) => [name, new PdfRef(each)])));
  const page = buildDict({
    Contents: new PdfStream(new Map(), Buffer.from(content || drawn.join(''))),
    Resources: buildDict({ XObject: objects }),
  });
  recodeImages([new PdfRef(page)], { dpi, quality: 85, jpeg: codec(jpeg) });
}

const size = ({ dict }: PdfStream) => [dict.get('Width'), dict.get('Height')];
const read = ({ data }: PdfStream) => inflateSync(data);

describe('an image with more pixels than it is printed with', () => {
  it('gets fewer, and keeps its other entries', () => {
    const large = image(deflateSync(plain, { level: 0 }), {
      Filter: 'FlateDecode',
      DecodeParms: buildDict({ Predictor: 1 }),
    });
    recode({ I: large });
    expect(large.dict).toEqual(image(plain, { Width: 20, Height: 10, Filter: 'FlateDecode' }).dict);
    expect(read(large)).toEqual(Buffer.alloc(20 * 10 * 3, 7));
  });

  it.each<[string, string, number, number[]]>([
    ['has at most a tenth more', '72 0 0 36 0 0 cm', 37, [40, 20]],
    ['has more than a tenth more', '72 0 0 36 0 0 cm', 36, [36, 18]],
    ['is too wide alone', '36 0 0 36 0 0 cm', 40, [20, 20]],
    ['is too high alone', '72 0 0 18 0 0 cm', 40, [40, 10]],
    ['is larger than it needs', '720 0 0 36 0 0 cm', 20, [40, 10]],
    ['needs a part of a pixel', '72 0 0 36 0 0 cm', 20.5, [21, 11]],
    ['has no width on paper', '0 0 0 36 0 0 cm', 20, [1, 10]],
  ])('that %s: %s at %d dpi', (_what, matrix, dpi, expected) => {
    const large = image();
    recode({ I: large }, { dpi, content: `${matrix} /I Do` });
    expect(size(large)).toEqual(expected);
  });

  it('stays without a width or a height', () => {
    for (const side of ['Width', 'Height']) {
      const odd = image(plain, { [side]: 'x' });
      recode({ I: odd });
      expect(odd).toEqual(image(plain, { [side]: 'x' }));
    }
  });

  it.each([
    ['becomes JPEG below half of its size without loss', -1, 'DCTDecode'],
    ['is stored without loss from half of that size on', 0, 'FlateDecode'],
  ])('%s', (_what, more, filter) => {
    const exact = image(noise);
    recode({ I: exact });
    expect(exact.dict.get('Filter')).toBe('FlateDecode');
    const photo = image(noise);
    const length = Math.ceil(exact.data.length / 2) + more;
    recode({ I: photo }, { jpeg: length });
    expect([photo.dict.get('Filter'), ...size(photo)]).toEqual([filter, 20, 10]);
    if (filter === 'DCTDecode') expect(photo.data).toEqual(new Uint8Array(length).fill(85));
  });

  it('stays JPEG, and stays as it is if it would not become smaller', () => {
    const files = [299, 300].map((length) => {
      const photo = image(jpegFile(300), { Filter: 'DCTDecode' });
      recode({ I: photo }, { jpeg: length });
      return [...size(photo), photo.dict.get('Filter'), photo.data.length];
    });
    expect(files).toEqual([
      [20, 10, 'DCTDecode', 299],
      [40, 20, 'DCTDecode', 300],
    ]);
  });

  it('has a size of its own for each use of the same pixels', () => {
    const [one, other] = [image(), image()];
    recode({ I: one, J: other }, { content: 'q 72 0 0 36 0 0 cm /I Do Q 36 0 0 18 0 0 cm /J Do' });
    expect([one, other].map(size)).toEqual([
      [20, 10],
      [10, 5],
    ]);
  });
});

describe('a soft mask', () => {
  /** White at the left of the column 21, and black at the right. */
  const edge = Uint8Array.from({ length: 40 * 20 * 3 }, (_, at) => (Math.floor(at / 3) % 40 < 21 ? 255 : 0));
  const column = (each: PdfStream, at: number) => read(each)[at * 3];

  it('keeps transparent pixels out of the colours of an image, and becomes smaller with it', () => {
    const soft = mask(21);
    const [masked, other] = [image(edge, { SMask: soft }), image(edge)];
    recode({ I: masked, J: other });
    expect([column(masked, 10), column(other, 10)]).toEqual([255, 128]);
    expect(size(soft)).toEqual([20, 10]);
    expect(read(soft).subarray(9, 12)).toEqual(Buffer.from([255, 128, 0]));
  });

  it.each<[string, Entries]>([
    ['of another width', { Width: 20, Height: 20 }],
    ['of another height', { Height: 10 }],
    ['with colours', { ColorSpace: 'DeviceRGB', Height: 5 }],
  ])('%s does not change the colours of an image', (_what, entries) => {
    const masked = image(edge, { SMask: mask(21, entries) });
    recode({ I: masked });
    expect(column(masked, 10)).toBe(128);
  });

  it('of two images has the pixels that the larger one needs', () => {
    const soft = mask(40);
    const images = { I: image(plain, { SMask: soft }), J: image(noise, { SMask: soft }) };
    recode(images, { content: 'q 36 0 0 36 0 0 cm /I Do Q 72 0 0 18 0 0 cm /J Do' });
    expect([...Object.values(images), soft].map(size)).toEqual([
      [10, 10],
      [20, 5],
      [20, 10],
    ]);
  });

  it('whose colours are in the image stays with it', () => {
    const soft = mask(21, { Matte: [0, 0, 0] });
    const masked = image(edge, { SMask: soft });
    recode({ I: masked });
    expect([masked, soft].map(size)).toEqual([
      [40, 20],
      [40, 20],
    ]);
  });

  it('that cannot be read stays as it is', () => {
    const soft = mask(21, { BitsPerComponent: 4 });
    const dict: PdfDict = new Map(soft.dict);
    recode({ I: image(edge, { SMask: soft }) });
    expect(soft.dict).toEqual(dict);
  });
});
