import { expect, it } from 'vitest';
import { comparePages, type Pages } from '../../../src/cli/pictures/compare-pages.ts';
import type { Picture } from '../../../src/cli/pictures/png.ts';

/** A picture of rows of pixels, each as red, green and blue. */
function picture(...rows: [number, number, number][][]): Picture {
  const width = rows[0]?.length ?? 0;
  const data = Uint8Array.from(rows.flat().flatMap((pixel) => [...pixel, 255]));
  return { width, height: rows.length, data } as Picture;
}

/** Pages in order, which note when they are closed. */
async function* pages(closed: string[], ...pictures: Picture[]): Pages {
  try {
    yield* pictures;
  } finally {
    closed.push('closed');
  }
}
const compare = async (first: Picture[], second: Picture[], tolerance = 0) => {
  const closed: string[] = [];
  const found = await comparePages(pages(closed, ...first), pages(closed, ...second), tolerance);
  expect(closed).toEqual(['closed', 'closed']);
  return found.map(({ page, share }) => [page, share]);
};
const [white, black, red] = [
  [255, 255, 255],
  [0, 0, 0],
  [214, 39, 40],
] as [number, number, number][] as [[number, number, number], [number, number, number], [number, number, number]];
const grey = (value: number): [number, number, number] => [value, value, value];

it.each<[string, Picture[], Picture[], number[][]]>([
  ['equal ones', [picture([white, black])], [picture([white, black])], []],
  ['a pixel', [picture([white, black], [white, white])], [picture([white, white], [white, white])], [[1, 0.25]]],
  ['edges that wobble', [picture([grey(100)])], [picture([grey(148)])], []],
  ['pixels a little further apart', [picture([grey(100)])], [picture([grey(149)])], [[1, 1]]],
  ['one channel', [picture([white])], [picture([[255, 255, 200]])], [[1, 1]]],
  ['a wider page', [picture([white])], [picture([white, white])], [[1, 0.5]]],
  ['a shorter page', [picture([white], [white])], [picture([white])], [[1, 0.5]]],
  ['a page more', [picture([white])], [picture([white]), picture([white])], [[2, 1]]],
  ['a page less', [picture([white]), picture([black])], [picture([white])], [[2, 1]]],
  ['the second page', [picture([white]), picture([white])], [picture([white]), picture([black])], [[2, 1]]],
  ['nothing', [], [], []],
])('finds the pages that differ by %s', async (_what, first, second, expected) => {
  expect(await compare(first, second)).toEqual(expected);
});

it.each([
  [0.25, []],
  [0.24, [[1, 0.25]]],
])('lets a share of %d pixels differ', async (tolerance, expected) => {
  const [first, second] = [picture([white, white], [white, black]), picture([white, white], [white, white])];
  expect(await compare([first], [second], tolerance)).toEqual(expected);
});

it('shows the page before, pale, and what differs in red', async () => {
  const [difference] = await comparePages(
    pages([], picture([black, grey(200)], [white, white])),
    pages([], picture([black, black], [white, white], [white, white])),
    0,
  );
  expect(difference?.picture).toEqual(picture([grey(192), red], [white, white], [red, red]));
});
