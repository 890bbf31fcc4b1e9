import { describe, expect, it } from 'vitest';
import type { Pixels } from '../../../src/pdf/images/pixels.ts';
import { shrinkPixels } from '../../../src/pdf/images/shrink-pixels.ts';
import { randomFrom } from '../../helpers/seeded-random.ts';

/** The average of the area of each new pixel, from each old one that it touches. */
function average(
  { width, height, channels, data }: Pixels,
  across: number,
  down: number,
  alpha?: Uint8Array,
): number[] {
  const cover = (from: number, size: number, to: number, count: number) =>
    Math.max(0, Math.min((from + 1) / size, (to + 1) / count) - Math.max(from / size, to / count));
  const values: number[] = [];
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        let [sum, weight] = [0, 0];
        for (let row = 0; row < height; row += 1)
          for (let column = 0; column < width; column += 1) {
            const at = row * width + column;
            const share = cover(column, width, x, across) * cover(row, height, y, down) * ((alpha?.[at] ?? 255) / 255);
            sum += share * (data[at * channels + channel] ?? 0);
            weight += share;
          }
        values.push(weight > 0 ? sum / weight : 0);
      }
  return values;
}

describe.each([1, 3] as const)('an image of %d channels', (channels) => {
  it.each([
    [4, 4, 2, 2],
    [3, 3, 2, 2],
    [7, 5, 3, 4],
    [5, 7, 5, 7],
    [9, 2, 1, 1],
    [10, 10, 7, 3],
    [1, 1, 1, 1],
    [13, 11, 12, 10],
  ])('of %d by %d becomes the averages of %d by %d areas', (width, height, across, down) => {
    const random = randomFrom(width * 100 + across);
    const data = Uint8Array.from({ length: width * height * channels }, () => random() * 256);
    const alpha = Uint8Array.from({ length: width * height }, () => (random() < 0.3 ? 0 : random() * 256));
    for (const opacity of [undefined, alpha]) {
      const image = { width, height, channels, data };
      const shrunk = shrinkPixels(image, across, down, opacity);
      expect(shrunk).toMatchObject({ width: across, height: down, channels });
      const expected = average(image, across, down, opacity);
      expect(shrunk.data.length).toBe(expected.length);
      for (const [at, value] of expected.entries())
        expect(Math.abs((shrunk.data[at] ?? -1) - value)).toBeLessThan(0.51);
    }
  });
});

it('is black where all of an area is transparent', () => {
  const image: Pixels = { width: 2, height: 1, channels: 1, data: Uint8Array.of(200, 100) };
  expect([...shrinkPixels(image, 1, 1, Uint8Array.of(0, 0)).data]).toEqual([0]);
  expect([...shrinkPixels(image, 1, 1, Uint8Array.of(0, 255)).data]).toEqual([100]);
});
