import type { Picture } from './png.ts';

/** A page that looks different. */
export interface PageDifference {
  /** From 1. */
  page: number;
  /** The share of its pixels that differ, 0 to 1. */
  share: number;
  /** The page before, pale, with different pixels in red. */
  picture: Picture;
}

/** The difference of a channel, of 255, up to which two pixels look the same: edges of letters wobble. */
const faint = 48;

/** Pictures of pages, in order. */
export type Pages = AsyncGenerator<Picture | undefined, void>;

/**
 * Compares two documents pixel by pixel. A page that only one of them has differs as a whole. `tolerance` is the share of the
 * pixels of a page that may differ, 0 to 1.
 */
export async function comparePages(first: Pages, second: Pages, tolerance: number): Promise<PageDifference[]> {
  const found: PageDifference[] = [];
  try {
    for (let page = 1; ; page++) {
      const [before, now] = [await first.next(), await second.next()];
      if (before.done && now.done) return found;
      const difference = comparePictures(before.value || undefined, now.value || undefined);
      if (difference.share > tolerance) found.push({ page, ...difference });
    }
  } finally {
    await Promise.all([first.return(undefined), second.return(undefined)]);
  }
}

function comparePictures(before: Picture | undefined, now: Picture | undefined): Omit<PageDifference, 'page'> {
  const width = Math.max(before?.width ?? 0, now?.width ?? 0);
  const height = Math.max(before?.height ?? 0, now?.height ?? 0);
  const data = new Uint8Array(width * height * 4).fill(255);
  let different = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [a, b] = [offsetOf(before, x, y), offsetOf(now, x, y)];
      const at = (y * width + x) * 4;
      const same = before && now && a >= 0 && b >= 0 && looksSame(before.data, a, now.data, b);
      if (!same) different++;
      for (let channel = 0; channel < 3; channel++) {
        const pale = a < 0 ? 255 : 192 + ((before?.data[a + channel] ?? 255) >> 2);
        data[at + channel] = same ? pale : (red[channel] as number);
      }
    }
  }
  return { share: different / (width * height || 1), picture: { width, height, data } };
}

const red = [214, 39, 40];

/** The offset of a pixel in the data; -1 outside of the picture. */
function offsetOf(picture: Picture | undefined, x: number, y: number): number {
  return picture && x < picture.width && y < picture.height ? (y * picture.width + x) * 4 : -1;
}

function looksSame(before: Uint8Array, a: number, now: Uint8Array, b: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    if (Math.abs((before[a + channel] ?? 0) - (now[b + channel] ?? 0)) > faint) return false;
  }
  return true;
}
