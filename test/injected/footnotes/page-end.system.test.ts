import { describe, expect, test } from 'vitest';
import { lines, note, readEnds, usePlacing } from './place-notes.ts';

const place = usePlacing();

/** A call with a note of one line, and lines after it, up to a number. */
const begin = (to: number) => `<p>call${note()}</p>${lines(2, to)}`;

describe('what begins the next page if footnotes need its room', () => {
  test.each([
    ['a box after a text beside it', '<div>words<p>text</p><p>more</p></div>', ['page-end 0: text']],
    ['all of a box that begins with spaces', '<i></i><p>x</p><div> \n <p>text</p></div>', ['page-end 0: text']],
    [
      'all of a box that begins with what is not displayed',
      '<p>x</p><div><p style="display: none">no</p><p>text</p><p>more</p></div>',
      ['page-end 0: text more'],
    ],
  ])('is %s', async (_what, html, ends) => {
    const { page } = await place(`${begin(8)}${html}`);
    expect(await readEnds(page)).toEqual(ends);
  });

  test.each([
    [100, 100, ['page-end 0: line 6']],
    [102, 98, ['page-end 0: line 5 Note.', 'page-end 1: line 9']],
  ])('is the line of a call if its note has no room below it: %i', async (height, limit, ends) => {
    const called = note(`<i style="display: inline-block; vertical-align: top; height: ${height}px"></i>Note.`);
    const { page, placed } = await place(`${lines(1, 4)}<p>line 5${called}</p>${lines(6, 10)}`);
    expect([placed.map((each) => each.limit), await readEnds(page)]).toEqual([[limit], ends]);
  });
});
