import type { Pixels } from './pixels.ts';

/**
 * Shrinks an image: each new pixel is the average of the area that it covers. With `alpha`, the opacity of each pixel, transparent pixels
 * have no part in the average, so that the colour behind a soft mask does not show at its edges. Never enlarges.
 */
export function shrinkPixels(image: Pixels, width: number, height: number, alpha?: Uint8Array): Pixels {
  const { channels } = image;
  const data = new Uint8Array(width * height * channels);
  const row = new Float64Array(width * (channels + 1));
  let sums = new Float64Array(row.length);
  let next = new Float64Array(row.length);
  let line = 0;
  for (let y = 0; y < image.height; y++) {
    sumRow(image, y, width, alpha, row);
    const bottom = ((y + 1) * height) / image.height;
    const below = Math.max(0, bottom - (line + 1));
    const share = height / image.height - below;
    for (let at = 0; at < row.length; at++) {
      const value = row[at] as number;
      sums[at] = (sums[at] as number) + value * share;
      if (below > 0) next[at] = (next[at] as number) + value * below;
    }
    // The last row ends a line whatever rounding does.
    if (bottom < line + 1 - 1e-9 && y < image.height - 1) continue;
    writeLine(sums, data.subarray(line * width * channels), width, channels);
    line += 1;
    [sums, next] = [next, sums.fill(0)];
    if (line === height) break;
  }
  return { width, height, channels, data };
}

/** Sums a row into as many fields as the new one has, each with its weight behind its channels. */
function sumRow(image: Pixels, y: number, width: number, alpha: Uint8Array | undefined, row: Float64Array): void {
  const { channels, data } = image;
  const step = width / image.width;
  row.fill(0);
  let field = 0;
  for (let x = 0; x < image.width; x++) {
    const from = y * image.width + x;
    const opacity = alpha === undefined ? 1 : (alpha[from] as number) / 255;
    const right = (x + 1) * step;
    const over = field + 1 < width ? Math.max(0, right - (field + 1)) : 0;
    add(row, field, channels, data, from, (step - over) * opacity);
    if (over > 0) add(row, field + 1, channels, data, from, over * opacity);
    if (right >= field + 1 - 1e-9 && field + 1 < width) field += 1;
  }
}

function add(row: Float64Array, field: number, channels: number, data: Uint8Array, from: number, weight: number): void {
  const at = field * (channels + 1);
  for (let channel = 0; channel < channels; channel++)
    row[at + channel] = (row[at + channel] as number) + (data[from * channels + channel] as number) * weight;
  row[at + channels] = (row[at + channels] as number) + weight;
}

function writeLine(sums: Float64Array, line: Uint8Array, width: number, channels: number): void {
  for (let x = 0; x < width; x++) {
    const weight = sums[x * (channels + 1) + channels] as number;
    for (let channel = 0; channel < channels; channel++) {
      const sum = sums[x * (channels + 1) + channel] as number;
      line[x * channels + channel] = weight > 0 ? Math.round(sum / weight) : 0;
    }
  }
}
