import { describe, expect, test } from 'vitest';
import { boxes, lines, note, readEnds, usePlacing } from './place-notes.ts';

const place = usePlacing();

describe('the end of a page with footnotes', () => {
  test('stays where it is if there is room for them', async () => {
    const { page, placed, failed } = await place(`<p>call${note()}</p>${lines(2, 9)}`);
    expect(failed).toEqual([]);
    expect(placed).toMatchObject([{ text: 'Note.', limit: 190 }]);
    expect(await readEnds(page)).toEqual([]);
  });

  test('comes before the first line that is in their way', async () => {
    const { page, placed } = await place(`<p>call${note()}</p>${lines(2, 12)}`);
    expect(await readEnds(page)).toEqual(['page-end 0: line 10']);
    expect(placed[0]?.beyond.length).toBeGreaterThan(0);
  });

  test('divides a paragraph before a line, and fills the rest of the page', async () => {
    const { page } = await place(`<p>call${note()}</p><p>${'word '.repeat(120)}</p>`);
    expect(await readEnds(page)).toEqual(['room 0: word word wo']);
    const height = await page.read(`document.querySelector('[data-platen-room]').offsetHeight`);
    expect(height).toBeGreaterThanOrEqual(10);
  });

  test('leaves no line alone where orphans and widows forbid it', async () => {
    const three = 'x'.repeat(30);
    const { page } = await place(
      `<p>call${note()}</p>${lines(2, 7)}<p style="orphans: 2; widows: 2">${`${three} `.repeat(3)}</p>`,
    );
    expect(await readEnds(page)).toEqual(['page-end 0: xxxxxxxxxxxx']);
  });

  test.each([
    [
      'a heading goes with the text after it',
      '<h2 style="font: inherit; margin: 0; break-after: avoid">head</h2>',
      'head',
    ],
    [
      'a box that must not be divided goes whole',
      '<div style="break-inside: avoid"><p>box 1</p><p>box 2</p></div>',
      'box 1 box 2',
    ],
    [
      'what avoids a break before it takes the line before along',
      '<p>pair</p><p style="break-before: avoid">pair</p>',
      'pair',
    ],
  ])('keeps together: %s', async (_what, box, first) => {
    const { page } = await place(`<p>call${note()}</p>${lines(2, 8)}${box}<p>after</p>`);
    expect(await readEnds(page)).toEqual([`page-end 0: ${first}`]);
  });

  test('is for each cell of a row by itself', async () => {
    const cell = (name: string) =>
      `<td>${Array.from({ length: 12 }, (_, row) => `<p>${name} ${row + 1}</p>`).join('')}</td>`;
    const { page } = await place(`<table><tr><td><p>call${note()}</p>${lines(2, 12)}</td>${cell('b')}</tr></table>`);
    expect(await readEnds(page)).toEqual(['page-end 0: line 10', 'page-end 0: b 10']);
  });

  test('is the same in all columns of a text', async () => {
    const { page, placed } = await place(
      `<div style="columns: 2; column-fill: auto; height: 400px"><p>call${note()}</p>${lines(2, 30)}</div>`,
    );
    expect(placed).toHaveLength(1);
    expect(await readEnds(page)).toEqual(['column-end 0: line 10', 'column-end 0: line 19']);
  });

  test('is looked for beside a float and in lists', async () => {
    const { page } = await place(
      `<div style="float: right; width: 60px">float</div><ul><li>call${note()}</li>${lines(2, 12).replaceAll('p>', 'li>')}</ul>`,
    );
    expect(await readEnds(page)).toEqual(['page-end 0: line 10']);
  });
});

describe('a footnote', () => {
  test('is on the page of its call, and the next page has its own', async () => {
    const { page, placed } = await place(
      `<p>a${note('First.')}</p>${lines(2, 9)}<p>b${note('Second.')}</p>${lines(11, 14)}`,
    );
    expect(placed.map(({ text, top }) => [text, Math.round(top) < 20])).toEqual([
      ['First.', true],
      ['Second.', true],
    ]);
    expect(await readEnds(page)).toEqual(['page-end 0: b Second.']);
  });

  test('takes its call to the next page if it has no room below it', async () => {
    const { page, placed } = await place(`${lines(1, 9)}<p>call${note('Long. '.repeat(60))}</p>`);
    expect(placed).toHaveLength(1);
    expect(await readEnds(page)).toEqual(['page-end 0: call Long. L']);
  });

  test('stays in the text if it is longer than a page', async () => {
    const { failed, placed } = await place(`<p>call${note('Long. '.repeat(2000))}</p>`);
    expect(placed).toEqual([]);
    expect(failed).toMatchObject([{ fault: 'noRoom' }]);
  });

  test.each([
    ['cut', '<div style="position: relative; overflow: hidden">', '</div>'],
    ['cut', '<div style="transform: rotate(1deg); clip-path: inset(0)">', '</div>'],
    ['outside', '<div style="position: absolute; top: 0">', '</div>'],
  ])('stays in the text as %s in %s', async (fault, before, after) => {
    const { failed, placed } = await place(`<p>text</p>${before}<p>call${note()}</p>${after}`);
    const found = [...failed.map((one) => one.fault), ...placed.map(() => 'placed')];
    expect(found).toEqual([fault === 'outside' ? 'placed' : fault]);
  });

  test('stays in the text if lines go downwards, or if a script has removed its call', async () => {
    const downwards = await place(`<p>call${note()}</p>`, {}, 'html { writing-mode: vertical-rl }');
    expect(downwards.failed).toMatchObject([{ fault: 'downwards' }]);
    const uncalled = await place(`<p>call${note().replace(' data-platen-call', '')}</p>`);
    expect(uncalled.failed).toMatchObject([{ fault: 'uncalled' }]);
  });

  test('is placed again as if nothing had been placed before', async () => {
    const { page, given, placed, failed } = await place(
      `<p>call${note()}</p><p>${'word '.repeat(120)}</p>${lines(1, 30)}`,
    );
    const before = await page.read('document.body.textContent');
    const again = await page.call('placeNotes', given);
    expect(again).toEqual({ placed, failed });
    expect(await page.read('document.body.textContent')).toBe(before);
    expect(await page.read(`document.querySelectorAll('[data-platen-room]').length`)).toBe(1);
  });

  test('is left in the text by its place', async () => {
    const body = `<p>a${note('First.')}</p><p>b${note('Second.')}</p>`;
    const { placed } = await place(body, { inText: [/id=(note-\d+)/.exec(body)?.[1] ?? ''] });
    expect(placed.map(({ text }) => text)).toEqual(['Second.']);
  });

  test('is counted from 1 on each page if asked for', async () => {
    const { page } = await place(`<p>a${note()}</p><p>b${note()}</p>${lines(3, 12)}<p>c${note()}</p>`, {
      countsByPage: true,
    });
    expect(
      await page.read(`[...document.querySelectorAll('[data-platen-call]')].map((call) => call.style.counterSet)`),
    ).toEqual(['footnote 1', 'footnote 2', 'footnote 1']);
  });

  test('is as wide as its page if that is wider than others', async () => {
    const wide = { width: 500, height: 200 };
    const { page } = await place(`<p>text</p><p style="page: wide">call${note('Note. '.repeat(40))}</p>`, {
      boxes: { ...boxes, 'wide:first': wide, 'wide:left': wide, 'wide:right': wide },
    });
    expect(
      await page.read(`Math.round(document.querySelector('[data-platen-note]').getBoundingClientRect().width)`),
    ).toBe(500);
  });

  test('is found in a long text, of which only the part around a page is laid out', async () => {
    const body = Array.from(
      { length: 400 },
      (_, index) => `<p>line ${index}${index % 40 === 5 ? note(`N${index}`) : ''}</p>`,
    );
    const { page, placed, failed } = await place(body.join(''));
    expect(failed).toEqual([]);
    expect(placed.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => `N${index * 40 + 5}`));
    expect(await page.read(`document.querySelectorAll('[data-platen-detached], [data-platen-flow]').length`)).toBe(0);
  });
});
