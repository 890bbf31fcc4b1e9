import { decodeStream, hasTextFilters, listFilters } from '../objects/decode-stream.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  PdfDamage,
  type PdfDict,
  type PdfStream,
  resolve,
} from '../objects/objects.ts';

/** An image of 8 bits for each channel: grey, or red, green and blue. */
export interface Pixels {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array;
}

/** What codes JPEG. Handed in, because only few documents need it. */
export interface JpegCodec {
  decode(
    bytes: Uint8Array,
    options: {
      useTArray: true;
      formatAsRGBA: false;
      tolerantDecoding: false;
      maxResolutionInMP: number;
      maxMemoryUsageInMB: number;
    },
  ): { width: number; height: number; data: Uint8Array };
  encode(image: { width: number; height: number; data: Uint8Array }, quality: number): { data: Uint8Array };
}

/** Larger images stay unchanged: they would take too much memory. */
const pixelLimit = 40_000_000;
const jpegMemoryMegabytes = 640;

/** Whether the file has the image as JPEG, and with no other filter. */
export function isJpeg({ dict }: PdfStream): boolean {
  const [filter, ...others] = listFilters(dict);
  return (filter === 'DCTDecode' || filter === 'DCT') && others.length === 0;
}

/**
 * The pixels of an image in grey or RGB, calibrated or not, with 8 bits for each channel. Undefined for any other: CMYK, palettes,
 * stencils, fewer or more bits, JPEG 2000, and images with inverted or transparent colours (ISO 32000-2, 8.9.5).
 */
export function readPixels(image: PdfStream, jpeg: JpegCodec): Pixels | undefined {
  const { dict } = image;
  const width = asNumber(dict.get('Width')) ?? 0;
  const height = asNumber(dict.get('Height')) ?? 0;
  const channels = countChannels(dict);
  const isPlain = ['Decode', 'Alternates', 'OPI'].every((key) => dict.get(key) == null) && isUnmasked(dict);
  if (!isPlain || channels === undefined || width < 1 || height < 1 || width * height > pixelLimit) return undefined;
  try {
    const data = isJpeg(image) ? decodeJpeg(image, width, height, channels, jpeg) : decodeRaw(image);
    const size = width * height * channels;
    return data && data.length >= size ? { width, height, channels, data: data.subarray(0, size) } : undefined;
  } catch (error) {
    // Damaged images stay for the reader to judge; of others the codec throws plain errors.
    if (error instanceof PdfDamage || isJpeg(image)) return undefined;
    throw error;
  }
}

/** Whether it has no mask but a soft one, whose colours are those of the image. */
function isUnmasked(dict: PdfDict): boolean {
  const mask = asDict(dict.get('SMask'));
  return resolve(dict.get('Mask')) === null && !mask?.has('Matte') && asNumber(dict.get('SMaskInData')) === undefined;
}

function countChannels(dict: PdfDict): 1 | 3 | undefined {
  if (resolve(dict.get('ImageMask')) === true || asNumber(dict.get('BitsPerComponent')) !== 8) return undefined;
  const space = resolve(dict.get('ColorSpace'));
  const [kind, profile] = asArray(space);
  const name = asName(space) ?? asName(kind);
  if (name === 'ICCBased') {
    const count = asNumber(asDict(profile)?.get('N'));
    return count === 1 || count === 3 ? count : undefined;
  }
  if (name === 'DeviceGray' || name === 'CalGray') return 1;
  return name === 'DeviceRGB' || name === 'CalRGB' ? 3 : undefined;
}

function decodeRaw(image: PdfStream): Uint8Array | undefined {
  return hasTextFilters(image.dict) ? decodeStream(image, { bytes: pixelLimit * 4 }) : undefined;
}

function decodeJpeg(
  image: PdfStream,
  width: number,
  height: number,
  channels: 1 | 3,
  jpeg: JpegCodec,
): Uint8Array | undefined {
  // A transform that the dictionary sets overrides that of the file.
  if (image.dict.get('DecodeParms') != null || countComponents(image.data) !== channels) return undefined;
  const decoded = jpeg.decode(image.data, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: pixelLimit / 1e6,
    maxMemoryUsageInMB: jpegMemoryMegabytes,
  });
  if (decoded.width !== width || decoded.height !== height) return undefined;
  if (channels === 3) return decoded.data;
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) grey[at] = decoded.data[at * 3] as number;
  return grey;
}

/** The components of a JPEG file with 8 bits, from the header of its frame (ITU-T T.81, B.2.2); 0 for any other file. */
function countComponents(bytes: Uint8Array): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < view.length && view[at] === 0xff; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view[at + 4] === 8 ? (view[at + 9] as number) : 0;
  }
  return 0;
}
