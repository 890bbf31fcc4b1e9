import { toInches } from '../../page/open/page-settings.ts';
import { type Exif, readExif } from './read-exif.ts';

/** The size of an image as it is shown. */
interface ImageFacts {
  /** Pixels. */
  width: number;
  height: number;
  /** Dots per inch, across and down. Default 96. */
  density?: readonly [number, number] | undefined;
}

/** Densities that are believed. Others are mistakes of the program that wrote the file. */
const [least, most] = [10, 10_000];
const pixelsPerInch = 96;

/** The size of an image in inches, by its header; undefined if that does not say. */
export function measureImage(bytes: Uint8Array, type: string): { width: number; height: number } | undefined {
  let facts: ImageFacts | undefined;
  try {
    facts = readers[type]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    // The header ends too early.
    if (!(error instanceof RangeError)) throw error;
  }
  if (facts === undefined || !(facts.width > 0 && facts.height > 0)) return undefined;
  const { density = [pixelsPerInch, pixelsPerInch] } = facts;
  const isBelieved = density.every((dots) => dots >= least && dots <= most);
  const [across, down] = isBelieved ? density : [pixelsPerInch, pixelsPerInch];
  return { width: facts.width / across, height: facts.height / down };
}

const readers: Readonly<Record<string, (file: Buffer) => ImageFacts | undefined>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/avif': readAvif,
  'image/gif': (file) => ({ width: file.readUInt16LE(6), height: file.readUInt16LE(8) }),
  'image/svg+xml': readSvg,
};

/** PNG (third edition), sections 11.2.1 and 11.3.4.3. */
function readPng(file: Buffer): ImageFacts {
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const kind = file.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') break;
    if (kind !== 'pHYs' || file[at + 16] !== 1) continue;
    return { ...size, density: [file.readUInt32BE(at + 8) * 0.0254, file.readUInt32BE(at + 12) * 0.0254] };
  }
  return size;
}

/** JPEG (ISO 10918-1, annex B) with JFIF (ISO 10918-5) or EXIF, which wins. */
function readJpeg(file: Buffer): ImageFacts | undefined {
  let density: ImageFacts['density'];
  let exif: Exif = { isTurned: false };
  for (let at = 2; file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0;
    const segment = file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2));
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0') exif = readExif(segment.subarray(6));
    if (marker === 0xe0 && segment.toString('latin1', 0, 5) === 'JFIF\0') {
      const perUnit = { 1: 1, 2: 2.54 }[segment[7] ?? 0];
      if (perUnit) density = [segment.readUInt16BE(8) * perUnit, segment.readUInt16BE(10) * perUnit];
    }
    // Frames (SOF), and not tables (DHT, DAC) and extensions (JPG).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return turn({ width: segment.readUInt16BE(3), height: segment.readUInt16BE(1), density }, exif);
  }
  return undefined;
}

/** WebP (RFC 9649, section 2). */
function readWebp(file: Buffer): ImageFacts | undefined {
  let size: ImageFacts | undefined;
  let exif: Exif = { isTurned: false };
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const kind = file.toString('latin1', at, at + 4);
    const body = file.subarray(at + 8, at + 8 + length);
    if (kind === 'VP8X') size = { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
    if (kind === 'VP8 ') size ??= { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
    if (kind === 'VP8L') {
      const bits = body.readUInt32LE(1);
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    if (kind === 'EXIF') exif = readExif(body);
    at += 8 + length + (length % 2);
  }
  return size && turn(size, exif);
}

/** AVIF: the largest extent among its image properties (ISO 23008-12, section 6.5.3), and whether it is rotated (6.5.10). */
function readAvif(file: Buffer): ImageFacts | undefined {
  let size: ImageFacts | undefined;
  for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 4)) {
    const found = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) };
    if (size === undefined || found.width * found.height > size.width * size.height) size = found;
  }
  const rotated = file.indexOf('irot');
  return size && turn(size, { isTurned: rotated >= 0 && ((file[rotated + 4] ?? 0) & 1) === 1 });
}

/** SVG 2, section 8.2: its width and height, else those of its view box. */
function readSvg(file: Buffer): ImageFacts | undefined {
  const root = /<svg\b[^>]*>/.exec(file.toString('utf8', 0, 65_536))?.[0] ?? '';
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]?.trim() ?? '';
  const pixels = (length: string) =>
    toInches(/^[\d.]+$/.test(length) ? `${length}px` : length) * pixelsPerInch || undefined;
  const [, , across = 0, down = 0] = attribute('viewBox')
    .split(/[\s,]+/)
    .map(Number);
  const ratio = across > 0 && down > 0 ? across / down : undefined;
  const [width, height] = [pixels(attribute('width')), pixels(attribute('height'))];
  if (width && height) return { width, height };
  if (ratio === undefined) return undefined;
  if (width) return { width, height: width / ratio };
  return height ? { width: height * ratio, height } : { width: across, height: down };
}

function turn({ width, height, density }: ImageFacts, exif: Exif): ImageFacts {
  const found = exif.density ?? density;
  return exif.isTurned
    ? { width: height, height: width, density: found && [found[1], found[0]] }
    : { width, height, density: found };
}
