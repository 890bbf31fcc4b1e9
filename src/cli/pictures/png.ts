import { convertIndexedToRgb, type DecodedPng, decode, encode } from 'fast-png';

/** An image in memory: four bytes a pixel, red, green, blue and opacity, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

const signature = '89504e470d0a1a0a';
/** The most pixels of a page: A4 at 600 dots per inch has 35 million. */
export const pixelLimit = 100_000_000;

/** The picture as a PNG file. */
export function writePng({ width, height, data }: Picture): Buffer {
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

/** Reads a PNG file, on white where it is transparent. Throws an Error that says what is wrong with it. */
export function readPng(file: Buffer): Picture {
  if (file.subarray(0, 8).toString('hex') !== signature) throw new Error('it is not a PNG file');
  if (file.length < 24) throw new Error('it is cut off');
  // The size is checked before unpacking: a small file may hold a picture larger than the memory.
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (width === 0 || height === 0 || width * height > pixelLimit) throw new Error(`it has ${width} × ${height} pixels`);
  try {
    return { width, height, data: paint(decode(file, { checkCrc: true })) };
  } catch (cause) {
    throw new Error('its pixels cannot be read', { cause });
  }
}

/** The pixels as red, green, blue and opacity, on white. */
function paint(png: DecodedPng): Uint8Array {
  const { values, channels } = spread(png);
  const pixels = png.width * png.height;
  if (values.length < pixels * channels) throw new Error('it is cut off');
  const colours = channels < 3 ? 1 : 3;
  const painted = new Uint8Array(pixels * 4).fill(255);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const opacity = channels > colours ? (values[pixel * channels + colours] ?? 255) : 255;
    for (let colour = 0; colour < 3; colour++) {
      const value = values[pixel * channels + (colours === 1 ? 0 : colour)] ?? 0;
      painted[pixel * 4 + colour] = 255 - Math.round(((255 - value) * opacity) / 255);
    }
  }
  return painted;
}

/** The values of all pixels, a byte each, and their number per pixel. */
function spread(png: DecodedPng): { values: Uint8Array; channels: number } {
  const { data, depth, channels } = png;
  if (data instanceof Uint16Array) return { values: Uint8Array.from(data, (value) => value >> 8), channels };
  if (png.palette === undefined && depth === 8) return { values: Uint8Array.from(data), channels };
  // Greys of fewer bits are packed like the indices of a palette.
  const greys = Array.from({ length: 2 ** depth }, (_, step) => Math.round((step * 255) / (2 ** depth - 1)));
  const palette = png.palette ?? greys.map((grey) => [grey, grey, grey] as [number, number, number]);
  return { values: convertIndexedToRgb({ ...png, palette }), channels: palette[0]?.length ?? 3 };
}
