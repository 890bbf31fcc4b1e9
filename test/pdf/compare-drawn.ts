import type { Drawn } from './readers.ts';

/** A part of a picture, in pixels. */
export interface Cell {
  name: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much two pictures differ in a cell: the mean of all bands of its pixels, which reach to 255. */
export function differ(one: Drawn, other: Drawn, { left, top, width, height }: Cell): number {
  let sum = 0;
  for (let row = top; row < top + height; row++) {
    for (let at = left * 3; at < (left + width) * 3; at++) {
      sum += Math.abs((one.data[row * one.width * 3 + at] ?? 0) - (other.data[row * other.width * 3 + at] ?? 0));
    }
  }
  return sum / (width * height * 3);
}

/** The picture whose bands are each the median of those of all pictures. It is as large as they all are. */
export function findMedian(pictures: readonly Drawn[]): Drawn {
  const width = Math.min(...pictures.map((picture) => picture.width));
  const height = Math.min(...pictures.map((picture) => picture.height));
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let at = 0; at < width * 3; at++) {
      const bands = pictures.map((picture) => picture.data[row * picture.width * 3 + at] ?? 0).sort((a, b) => a - b);
      data[row * width * 3 + at] = bands[bands.length >> 1] ?? 0;
    }
  }
  return { width, height, data };
}
