import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PdfRef, PdfStream, resolve } from '../objects/objects.ts';
import { codeJpeg } from './code-jpeg.ts';
import { findImageUses, type PrintedSize } from './find-image-uses.ts';
import { isJpeg, type JpegCodec, type Pixels, readPixels } from './pixels.ts';
import { shrinkPixels } from './shrink-pixels.ts';

/** How images are stored that have more pixels than they need. */
export interface ImageRecoding {
  /** Pixels for an inch of paper. */
  dpi: number;
  /** The quality of JPEG, 1 to 100. */
  quality: number;
  jpeg: JpegCodec;
}

/** An image with at most this many times the pixels that it needs, in both directions, stays. */
const slack = 1.1;
/** A photo without JPEG becomes one below this part of its size without loss. */
const photoRatio = 0.5;

/** What of an image changes. */
interface Recoded {
  width: number;
  height: number;
  filter: string;
  data: Uint8Array;
}

/**
 * Stores images of the pages with fewer pixels, if they have more than `dpi` at their largest use. The colour space stays. JPEG stays
 * JPEG, and photos without it become JPEG; other images and soft masks are stored without loss. What would not become smaller stays
 * unchanged.
 */
export function recodeImages(pages: readonly PdfRef[], recoding: ImageRecoding): void {
  const uses = findImageUses(pages);
  if (uses === undefined) return;
  /** Results by the image and its size: parts of a document often have the same one. */
  const known = new Map<string, Recoded | undefined>();
  const masks = new Map<PdfStream, PrintedSize>();
  for (const [image, size] of uses) {
    const mask = resolve(image.dict.get('SMask'));
    const softMask = mask instanceof PdfStream ? mask : undefined;
    if (softMask && !softMask.dict.has('Matte')) {
      const { width, height } = masks.get(softMask) ?? size;
      masks.set(softMask, { width: Math.max(width, size.width), height: Math.max(height, size.height) });
    }
    const target = chooseSize(image, size, recoding.dpi);
    if (target === undefined) continue;
    const key = [image, softMask].map((stream) => (stream ? hash('sha256', stream.data) : '')).join();
    const name = `${key} ${target.width} ${target.height}`;
    if (!known.has(name)) known.set(name, recode(image, softMask, target, recoding));
    replace(image, known.get(name));
  }
  // After the images, which need the opacity of all their pixels.
  for (const [mask, size] of masks) {
    const target = chooseSize(mask, size, recoding.dpi);
    if (target) replace(mask, recodeMask(mask, target, recoding));
  }
}

/** The pixels that an image needs; undefined if it has no more than those. */
function chooseSize({ dict }: PdfStream, size: PrintedSize, dpi: number): PrintedSize | undefined {
  const [width, height] = [dict.get('Width'), dict.get('Height')].map(resolve);
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  const target = { width: countPixels(width, size.width, dpi), height: countPixels(height, size.height, dpi) };
  return width > target.width * slack || height > target.height * slack ? target : undefined;
}

function countPixels(pixels: number, points: number, dpi: number): number {
  return Math.max(1, Math.min(pixels, Math.ceil((points / 72) * dpi)));
}

function recode(
  image: PdfStream,
  mask: PdfStream | undefined,
  { width, height }: PrintedSize,
  { quality, jpeg }: ImageRecoding,
): Recoded | undefined {
  const pixels = readPixels(image, jpeg);
  if (pixels === undefined) return undefined;
  const alpha = mask && readPixels(mask, jpeg);
  const isAligned = alpha?.channels === 1 && alpha.width === pixels.width && alpha.height === pixels.height;
  const small = shrinkPixels(pixels, width, height, isAligned ? alpha.data : undefined);
  const coded = isJpeg(image) ? toJpeg(small, quality, jpeg) : chooseCoding(small, quality, jpeg);
  return coded.data.length < image.data.length ? coded : undefined;
}

function recodeMask(mask: PdfStream, { width, height }: PrintedSize, { jpeg }: ImageRecoding): Recoded | undefined {
  const pixels = readPixels(mask, jpeg);
  return pixels && deflate(shrinkPixels(pixels, width, height));
}

function chooseCoding(small: Pixels, quality: number, jpeg: JpegCodec): Recoded {
  const exact = deflate(small);
  const photo = toJpeg(small, quality, jpeg);
  return photo.data.length < exact.data.length * photoRatio ? photo : exact;
}

function toJpeg(small: Pixels, quality: number, jpeg: JpegCodec): Recoded {
  return { width: small.width, height: small.height, filter: 'DCTDecode', data: codeJpeg(small, quality, jpeg) };
}

function deflate({ width, height, data }: Pixels): Recoded {
  return { width, height, filter: 'FlateDecode', data: deflateSync(data, { level: 9 }) };
}

function replace(image: PdfStream, recoded: Recoded | undefined): void {
  if (recoded === undefined) return;
  image.data = recoded.data;
  image.dict.set('Width', recoded.width).set('Height', recoded.height).set('Filter', recoded.filter);
  image.dict.delete('DecodeParms');
}
