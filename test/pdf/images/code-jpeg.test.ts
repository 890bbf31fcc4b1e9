import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { codeJpeg } from '../../../src/pdf/images/code-jpeg.ts';
import { PdfDamage } from '../../../src/pdf/objects/objects.ts';

/** The same noise each time. */
function noise(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state >>> 24;
  });
}

const toRgba = (pixels: number, colourOf: (pixel: number) => [number, number, number]) =>
  Uint8Array.from({ length: pixels }, (_, pixel) => pixel).reduce(
    (data, pixel) => {
      data.set([...colourOf(pixel), 255], pixel * 4);
      return data;
    },
    new Uint8Array(pixels * 4),
  );

/** What the codec writes for grey pixels: three components. */
function codeWithColours(width: number, height: number, data: Uint8Array, quality: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (const [at, grey] of data.entries()) rgba.set([grey, grey, grey, 255], at * 4);
  return jpeg.encode({ width, height, data: rgba }, quality).data;
}

const decode = (file: Uint8Array) => jpeg.decode(file, { useTArray: true, formatAsRGBA: false });

/** The segments of a JPEG file by marker, without their lengths, up to its scan. */
function readSegments(file: Uint8Array): [marker: number, data: number[]][] {
  const view = Buffer.from(file);
  const segments: [number, number[]][] = [];
  for (let at = 2; at < view.length; ) {
    const marker = view.readUInt16BE(at);
    const end = at + 2 + view.readUInt16BE(at + 2);
    segments.push([marker, [...view.subarray(at + 4, end)]]);
    if (marker === 0xffda) break;
    at = end;
  }
  return segments;
}

describe('a grey image', () => {
  it.each([
    [1, 1, 90],
    [8, 8, 100],
    [9, 8, 100],
    [8, 9, 50],
    [17, 20, 100],
    [40, 3, 5],
  ])('of %i by %i pixels keeps its pixels at quality %i without the colours', (width, height, quality) => {
    const data = noise(width * height);
    const file = codeJpeg({ width, height, channels: 1, data }, quality, jpeg);
    const expected = codeWithColours(width, height, data, quality);
    expect(decode(file)).toEqual({ ...decode(expected), exifBuffer: undefined });
    expect(file.length).toBeLessThan(expected.length);
  });

  it('has one component in its frame and in its scan, and the tables of the codec', () => {
    const data = noise(17 * 20);
    const segments = readSegments(codeJpeg({ width: 17, height: 20, channels: 1, data }, 80, jpeg));
    const expected = readSegments(codeWithColours(17, 20, data, 80));
    expect(segments).toEqual(
      expected.map(([marker, content]) => {
        if (marker === 0xffc0) return [marker, [8, 0, 20, 0, 17, 1, 1, 0x11, 0]];
        return marker === 0xffda ? [marker, [1, 1, 0, 0, 63, 0]] : [marker, content];
      }),
    );
  });

  it('ends its scan with bits of ones and the end of the image', () => {
    const file = codeJpeg({ width: 8, height: 8, channels: 1, data: new Uint8Array(64).fill(128) }, 90, jpeg);
    // Mean grey: no difference (00), then the end of the block (1010).
    expect([...file.subarray(-3)]).toEqual([0b0010_1011, 0xff, 0xd9]);
  });

  it.each([0, 64, 200, 255])('of grey %i alone has this grey everywhere', (grey) => {
    const data = new Uint8Array(20 * 12).fill(grey);
    const { data: pixels } = decode(codeJpeg({ width: 20, height: 12, channels: 1, data }, 100, jpeg));
    for (const value of new Set(pixels)) expect(Math.abs(value - grey)).toBeLessThanOrEqual(1);
  });

  it('is refused if the codec gives it colours', () => {
    const colours = { ...jpeg, encode: () => jpeg.encode({ width: 8, height: 8, data: red }, 90) };
    const red = toRgba(64, () => [250, 10, 10]);
    const code = () => codeJpeg({ width: 8, height: 8, channels: 1, data: new Uint8Array(64) }, 90, colours);
    expect(code).toThrow(new PdfDamage('colour in a grey image'));
  });

  it('is refused if one pixel has another colour', () => {
    const data = toRgba(64, (pixel) => (pixel === 9 ? [140, 120, 128] : [128, 128, 128]));
    const colours = { ...jpeg, encode: () => jpeg.encode({ width: 8, height: 8, data }, 100) };
    const code = () => codeJpeg({ width: 8, height: 8, channels: 1, data: new Uint8Array(64) }, 100, colours);
    expect(code).toThrow(new PdfDamage('colour in a grey image'));
  });

  it('is refused if its scan is cut off', () => {
    const whole = codeWithColours(40, 40, noise(1600), 90);
    const cut = { ...jpeg, encode: () => ({ width: 40, height: 40, data: Buffer.from(whole.subarray(0, 700)) }) };
    const code = () => codeJpeg({ width: 40, height: 40, channels: 1, data: noise(1600) }, 90, cut);
    expect(code).toThrow(new PdfDamage('a JPEG file that the codec does not write'));
  });
});

describe('an image in colour', () => {
  it('is what the codec writes for its pixels', () => {
    const data = noise(12 * 9 * 3);
    const rgba = toRgba(12 * 9, (pixel) => [...data.subarray(pixel * 3, pixel * 3 + 3)] as [number, number, number]);
    const expected = jpeg.encode({ width: 12, height: 9, data: rgba }, 77).data;
    expect(Buffer.from(codeJpeg({ width: 12, height: 9, channels: 3, data }, 77, jpeg)).equals(expected)).toBe(true);
  });
});
