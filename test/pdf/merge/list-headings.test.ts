import { describe, expect, it } from 'vitest';
import { type Heading, listHeadings } from '../../../src/pdf/merge/list-headings.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import { buildPages, firstMore } from '../build-pdf.ts';

type Item = [title: string, target: string, ...kids: Item[]];
const at = firstMore(2);

/** Two pages with an outline. */
function build(items: Item[]): Uint8Array {
  const more = [''];
  const add = (list: Item[]): number | undefined => {
    const numbers = list.map(() => at + more.push('') - 1);
    for (const [index, [title, target, ...kids]] of list.entries()) {
      const first = add(kids);
      const next = numbers[index + 1];
      more[(numbers[index] ?? 0) - at] =
        `<</Title (${title}) ${target} ${first ? `/First ${first} 0 R` : ''} ${next ? `/Next ${next} 0 R` : ''}>>`;
    }
    return numbers[0];
  };
  const first = add(items);
  more[0] = `<</Type /Outlines ${first ? `/First ${first} 0 R` : ''}>>`;
  return buildPages(2, { catalog: `/Outlines ${at} 0 R /Dests <</known [6 0 R /FitH 40]>>`, more });
}
const list = (items: Item[], depth = 9): Heading[] => listHeadings({ pdf: build(items), foreign: true }, depth, 10);

describe('the headings of a part', () => {
  it.each<[string, string, number, number | undefined]>([
    ['a place', '/Dest [4 0 R /XYZ 10 70 0]', 0, 70],
    ['a line', '/Dest [6 0 R /FitH 30]', 1, 30],
    ['a page', '/Dest [6 0 R /Fit]', 1, undefined],
    ['a rectangle', '/Dest [6 0 R /FitR 1 2 3 4]', 1, undefined],
    ['a name', '/Dest /known', 1, 40],
    ['an action', '/A <</S /GoTo /D [4 0 R /XYZ 10 60 0]>>', 0, 60],
  ])('lead to %s', (_, target, page, y) => {
    expect(list([[' One ', target]])).toEqual([{ title: 'One', page, y, kids: [] }]);
  });

  const here = '/Dest [4 0 R /Fit]';
  const titles = (headings: readonly Heading[]): unknown[] =>
    headings.map(({ title, kids }) => [title, ...titles(kids)]);

  it('are listed down to a depth', () => {
    const items: Item[] = [
      ['a', here, ['b', here, ['c', here]]],
      ['d', here],
    ];
    expect(titles(list(items, 1))).toEqual([['a'], ['d']]);
    expect(titles(list(items, 2))).toEqual([['a', ['b']], ['d']]);
    expect(titles(list(items, 3))).toEqual([['a', ['b', ['c']]], ['d']]);
    expect(list(items, 0)).toEqual([]);
  });

  it('take the place of one above them that leads nowhere or has no title', () => {
    expect(
      titles(
        list(
          [
            ['a', '', ['b', here]],
            [' ', here, ['c', here]],
          ],
          1,
        ),
      ),
    ).toEqual([['b'], ['c']]);
  });

  it('may be missing', () => {
    expect([list([]), listHeadings({ pdf: buildPages(1), foreign: true }, 3, 10)]).toEqual([[], []]);
  });

  it('are the bookmarks of a printed part', () => {
    const bookmarks = [{ level: 1, title: 'Own', place: 'known', isOpen: true }];
    const part = { pdf: build([['a', here]]), foreign: false, bookmarks };
    expect(listHeadings(part, 3, 10)).toEqual([{ title: 'Own', page: 1, y: 40, kids: [] }]);
  });

  it('are refused in a file that cannot be read', () => {
    const broken = () => listHeadings({ pdf: Buffer.from('%PDF-1.7 nothing'), foreign: true }, 3, 10);
    expect(broken).toThrow(MergeError);
    expect(broken).toThrow(expect.objectContaining({ code: 'pdf_invalid', part: 0 }));
  });
});
