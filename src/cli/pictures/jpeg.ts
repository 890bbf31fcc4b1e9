import jpeg from 'jpeg-js';
import type { Picture } from './png.ts';

const quality = 90;

/** The picture as a JPEG file, without its opacity. */
export function writeJpeg(picture: Picture): Buffer {
  return jpeg.encode(picture, quality).data;
}
