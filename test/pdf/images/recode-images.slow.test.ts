import { deflateSync, inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { codeJpeg } from '../../../src/pdf/images/code-jpeg.ts';
import { recodeImages } from '../../../src/pdf/images/recode-images.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const stream = (data: Uint8Array | string, entries: Record<string, PdfObject>) =>
  new PdfRef(new PdfStream(buildDict(entries), typeof data === 'string' ? Buffer.from(data, 'latin1') : data));

/** The same noise for each seed, so that nothing compresses well. */
function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return 96 + (state >>> 26);
  });
}

interface ImageChoices {
  width?: number;
  height?: number;
  space?: PdfObject;
  channels?: number;
  pixels?: Uint8Array;
  more?: Record<string, PdfObject>;
}

function buildImage({
  width = 400,
  height = 200,
  space = 'DeviceRGB',
  channels = 3,
  ...rest
}: ImageChoices = {}): PdfRef {
  const pixels = rest.pixels ?? noise(width * height * channels);
  return stream(deflateSync(pixels), {
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: space,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
    ...rest.more,
  });
}

function buildPhoto(width = 400, height = 200, quality = 95): PdfRef {
  const data = new Uint8Array(width * height * 4).fill(255);
  const grey = noise(width * height);
  for (let at = 0; at < grey.length; at++) data.set([grey[at] as number, 200, 90], at * 4);
  const entries = { ColorSpace: 'DeviceRGB', BitsPerComponent: 8, Filter: 'DCTDecode' };
  const { data: bytes } = jpeg.encode({ width, height, data }, quality);
  return stream(bytes, { Subtype: 'Image', Width: width, Height: height, ...entries });
}

function buildPage(content: string, objects: Record<string, PdfObject>, more: Record<string, PdfObject> = {}): PdfRef {
  const resources = buildDict({ XObject: buildDict(objects), ...more });
  return new PdfRef(buildDict({ Contents: stream(content, {}), Resources: resources }));
}

const streamOf = (ref: PdfRef) => ref.value as PdfStream;
const facts = (ref: PdfRef) => ['Width', 'Height', 'Filter', 'ColorSpace'].map((key) => streamOf(ref).dict.get(key));
/** Draws an image an inch wide, so that its dpi is its width. */
const inch = 'q 72 0 0 36 0 0 cm /I Do Q';
const recode = (page: PdfRef, dpi = 100, quality = 85) => recodeImages([page], { dpi, quality, jpeg });

describe('an image with more pixels than it needs', () => {
  it('gets those of its printed size; JPEG stays JPEG, and what is no photo is kept without loss', () => {
    const photo = buildPhoto();
    const chart = buildImage({ pixels: new Uint8Array(400 * 200 * 3).fill(7) });
    const page = buildPage(`${inch} q 72 0 0 36 0 0 cm /J Do Q`, { I: photo, J: chart });
    recode(page);
    expect(facts(photo)).toEqual([100, 50, 'DCTDecode', 'DeviceRGB']);
    expect(jpeg.decode(streamOf(photo).data)).toMatchObject({ width: 100, height: 50 });
    // An image of one colour compresses as well with more pixels.
    expect(facts(chart)).toEqual([100, 50, 'FlateDecode', 'DeviceRGB']);
    expect(inflateSync(streamOf(chart).data).equals(Buffer.alloc(100 * 50 * 3, 7))).toBe(true);
  });

  it('counts its largest use, with scales and rotations of forms, patterns and soft masks', () => {
    const draw = (content: string, objects: Record<string, PdfObject>, more = {}) =>
      stream(content, { Subtype: 'Form', Resources: buildDict({ XObject: buildDict(objects) }), ...more });
    const [inForm, inPattern, inMask, twice] = [buildImage(), buildImage(), buildImage(), buildImage()];
    const form = draw(inch, { I: inForm }, { Matrix: [0, 2, -2, 0, 0, 0] });
    const pattern = draw(inch, { I: inPattern }, { Matrix: [1.5, 0, 0, 1.5, 0, 0] });
    const mask = buildDict({ SMask: buildDict({ G: draw(inch, { I: inMask }) }) });
    const page = buildPage(
      'q .5 0 0 .5 0 0 cm /F Do /Pattern cs /P scn 0 0 9 9 re f Q q .5 0 0 .5 0 0 cm /G gs Q q 36 0 0 18 0 0 cm /T Do Q q 144 0 0 72 0 0 cm /T Do Q',
      { F: form, T: twice },
      { Pattern: buildDict({ P: pattern }), ExtGState: buildDict({ G: mask }) },
    );
    recode(page);
    expect([inForm, inPattern, inMask, twice].map((image) => facts(image)[0])).toEqual([100, 150, 50, 200]);
  });

  it('is an average of the areas that its pixels cover', () => {
    const columns = Uint8Array.from({ length: 300 * 150 }, (_, at) => (at % 2 === 0 ? 40 : 80));
    const image = buildImage({ width: 300, height: 150, space: 'DeviceGray', channels: 1, pixels: columns });
    recode(buildPage(inch, { I: image }), 60);
    expect(facts(image)).toEqual([60, 30, 'FlateDecode', 'DeviceGray']);
    const pixels = inflateSync(streamOf(image).data);
    expect([...new Set(pixels)].sort()).toEqual([56, 64]);
  });

  it('stays grey as JPEG, with one component', () => {
    const width = 1200;
    const grain = noise(width * 600);
    const shades = Uint8Array.from(grain, (value, at) => 60 + ((at % width) / width) * 120 + value / 16);
    const source = codeJpeg({ width, height: 600, channels: 1, data: shades }, 90, jpeg);
    const entries = { Width: width, Height: 600, ColorSpace: 'DeviceGray', BitsPerComponent: 8, Filter: 'DCTDecode' };
    const image = stream(source, { Subtype: 'Image', ...entries });
    recode(buildPage(inch, { I: image }), 600);
    const { data } = streamOf(image);
    expect(facts(image)).toEqual([600, 300, 'DCTDecode', 'DeviceGray']);
    const decoded = jpeg.decode(data, { useTArray: true, formatAsRGBA: false });
    expect([
      decoded.width,
      decoded.height,
      Buffer.from(data).readUInt8(Buffer.from(data).indexOf('ffc0', 'hex') + 9),
    ]).toEqual([600, 300, 1]);
    const differences = Array.from({ length: 600 * 300 }, (_, at) => {
      const [x, y] = [at % 600, Math.floor(at / 600)];
      const corner = y * 2 * width + x * 2;
      const [a = 0, b = 0, c = 0, d = 0] = [0, 1, width, width + 1].map((step) => shades[corner + step]);
      return Math.abs((decoded.data[at * 3] as number) - (a + b + c + d) / 4);
    });
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(4);
  });

  it('keeps its soft mask, whose transparent pixels do not colour the edge', () => {
    const opacity = Uint8Array.from({ length: 400 * 200 }, (_, at) => (at % 400 < 202 ? 255 : 0));
    const mask = buildImage({ space: 'DeviceGray', channels: 1, pixels: opacity });
    const colours = Uint8Array.from({ length: 400 * 200 * 3 }, (_, at) => (Math.floor(at / 3) % 400 < 202 ? 200 : 0));
    const image = buildImage({ pixels: colours, more: { SMask: mask } });
    recode(buildPage(inch, { I: image }));
    const [pixels, alpha] = [image, mask].map((ref) => inflateSync(streamOf(ref).data));
    expect([facts(image)[0], facts(mask)[0]]).toEqual([100, 100]);
    // Half of the pixel at the edge is visible, in the colour of what is visible.
    expect([alpha?.[49], alpha?.[50], alpha?.[51]]).toEqual([255, 128, 0]);
    expect([pixels?.[49 * 3], pixels?.[50 * 3]]).toEqual([200, 200]);
  });

  it('is the same each time', () => {
    const [one, other] = [buildPhoto(), buildPhoto()];
    for (const image of [one, other]) recode(buildPage(inch, { I: image }));
    expect(Buffer.from(streamOf(one).data).equals(Buffer.from(streamOf(other).data))).toBe(true);
  });
});

describe('an image stays as it is', () => {
  const profile = (count: number): PdfObject => ['ICCBased', stream('', { N: count })];
  it.each<[string, () => PdfRef, string?]>([
    ['if it has the pixels that it needs', () => buildPhoto(), 'q 288 0 0 144 0 0 cm /I Do Q'],
    ['if it has a few more', () => buildPhoto(), 'q 270 0 0 135 0 0 cm /I Do Q'],
    ['in CMYK', () => buildImage({ channels: 4, space: 'DeviceCMYK' })],
    ['in CMYK with a profile', () => buildImage({ channels: 4, space: profile(4) })],
    ['with a palette', () => buildImage({ channels: 1, space: ['Indexed', 'DeviceRGB', 255, ''] })],
    ['in spot colours', () => buildImage({ channels: 1, space: ['Separation', 'Gold', 'DeviceCMYK', null] })],
    ['as a stencil', () => buildImage({ more: { ImageMask: true } })],
    ['with one bit', () => buildImage({ more: { BitsPerComponent: 1 } })],
    ['with sixteen bits', () => buildImage({ more: { BitsPerComponent: 16 } })],
    ['with a transparent colour', () => buildImage({ more: { Mask: [0, 0, 0, 0, 0, 0] } })],
    ['with inverted colours', () => buildImage({ more: { Decode: [1, 0, 1, 0, 1, 0] } })],
    ['as JPEG 2000', () => buildImage({ more: { Filter: 'JPXDecode' } })],
    ['if it is damaged', () => stream('no jpeg', { ...Object.fromEntries(streamOf(buildPhoto()).dict) })],
    ['if it is drawn nowhere', () => buildPhoto(), '/Other Do'],
    ['if the content is damaged', () => buildPhoto(), `${inch} (`],
    ['if it would not become smaller', () => buildPhoto(400, 200, 40), 'q 258 0 0 129 0 0 cm /I Do Q'],
  ])('%s', (_why, build, content = inch) => {
    const image = build();
    const before = [streamOf(image).data, ...facts(image)];
    recode(buildPage(content, { I: image }), 100, 100);
    expect([streamOf(image).data, ...facts(image)]).toEqual(before);
  });

  it('if a glyph or an annotation shows it, whose sizes are not known', () => {
    const image = buildPhoto();
    const font = buildDict({ Subtype: 'Type3', Resources: buildDict({ XObject: buildDict({ I: image }) }) });
    recode(buildPage(inch, { I: image }, { Font: buildDict({ F: font }) }));
    expect(facts(image)[0]).toBe(400);
    const page = buildPage(inch, { I: image });
    const form = stream('/I Do', { Resources: buildDict({ XObject: buildDict({ I: image }) }) });
    (page.value as Map<string, PdfObject>).set('Annots', [buildDict({ AP: buildDict({ N: form }) })]);
    recode(page);
    expect(facts(image)[0]).toBe(400);
  });
});

it('keeps profiles and calibrated colours', () => {
  for (const space of [
    ['ICCBased', stream('', { N: 3 })],
    ['CalRGB', new Map()],
  ]) {
    const image = buildImage({ space });
    recode(buildPage(inch, { I: image }));
    expect(facts(image)).toEqual([100, 50, 'DCTDecode', space]);
  }
});

it('ends with forms that draw each other many times', () => {
  const forms = Array.from({ length: 20 }, () => stream('', { Subtype: 'Form' }));
  for (const [index, form] of forms.entries()) {
    const next = forms[index + 1];
    const value = streamOf(form);
    value.data = Buffer.from('q .9 0 0 .9 0 0 cm /A Do Q q .8 0 0 .8 0 0 cm /A Do Q '.repeat(20));
    value.dict.set('Resources', buildDict({ XObject: buildDict({ A: next ?? (forms[0] as PdfRef) }) }));
  }
  const image = buildPhoto();
  recode(buildPage(`${inch} /F Do`, { I: image, F: forms[0] as PdfRef }));
  expect(facts(image)[0]).toBe(100);
});
