import { describe, expect, test } from 'vitest';
import { lines, note, readEnds, usePlacing } from './place-notes.ts';

const place = usePlacing();

/** A call with a note of one line, and lines after it, up to a number. */
const begin = (to: number) => `<p>call${note()}</p>${lines(2, to)}`;

/** A paragraph of some lines. */
const paragraph = (count: number, style: string, text = 'x') =>
  `<p id=p style="${style}">${Array.from({ length: count }, (_, index) => `${text}${index + 1}`).join('<br>')}</p>`;

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `<tr><td>r${from + index}a<br>r${from + index}b</td></tr>`).join(
    '',
  );

describe('what begins the next page if footnotes need its room', () => {
  test.each([
    [
      'a row with all of its lines',
      `<table><tr><td>call${note()}<br>b</td></tr>${rows(2, 6)}</table>`,
      ['page-end 0: r5a r5b'],
    ],
    [
      'a table with its head',
      `${begin(8)}<table><thead><tr><td>head</td></tr></thead><tr><td>row</td></tr></table>`,
      ['page-end 0: head row'],
    ],
    [
      'a row after others, without the head',
      `${begin(7)}<table><thead><tr><td>head</td></tr></thead><tr><td>row 1</td></tr><tr><td>row 2</td></tr></table>`,
      ['page-end 0: row 2'],
    ],
    [
      'a heading in a box',
      `${begin(8)}<div><h2 style="font: inherit; margin: 0; break-after: avoid">head</h2></div><p>text</p>`,
      ['page-end 0: head'],
    ],
    [
      'two headings',
      `${begin(7)}<div style="break-after: avoid">one</div><div style="break-after: avoid-page">two</div><p>text</p>`,
      ['page-end 0: one'],
    ],
    [
      'what comes before a box that begins without a break',
      `${begin(8)}<p>pair</p><div><p style="break-before: avoid">text</p></div>`,
      ['page-end 0: pair'],
    ],
    ['a box with its first line', `${begin(9)}<div><section><p>text</p></section></div>`, ['page-end 0: text']],
    ['the second line of a box', `${begin(8)}<div><p>one</p><p>two</p></div>`, ['page-end 0: two']],
    ['a box after an empty one', `${begin(9)}<div><p></p><p>text</p></div>`, ['page-end 0: text']],
    [
      'a box after what is placed',
      `${begin(9)}<div><p style="position: absolute">up</p><p>text</p></div>`,
      ['page-end 0: up text'],
    ],
    [
      'an image',
      `${begin(8)}<img id=img style="display: block; width: 9px; height: 40px"><p>text</p>`,
      ['page-end 0: '],
    ],
    [
      'an item of a list',
      `<ul><li>call${note()}</li>${lines(2, 12).replaceAll('p>', 'li>')}</ul>`,
      ['page-end 0: line 10'],
    ],
    [
      'a box that must not be divided',
      `${begin(7)}<div style="break-inside: avoid-page"><p>1</p><p>2</p><p>3</p></div>`,
      ['page-end 0: 1 2 3'],
    ],
    [
      'the outermost of such boxes',
      `${begin(7)}<div style="break-inside: avoid">0<div style="break-inside: avoid"><p>1</p><p>2</p></div></div>`,
      ['page-end 0: 0 1 2'],
    ],
    [
      'a line of such a box if it is on the page alone',
      `<div style="break-inside: avoid">${begin(10)}</div>`,
      ['page-end 0: line 10'],
    ],
    [
      'the text of each item of a flexible box',
      `<div style="display: flex"><div style="width: 50%">${begin(12)}</div><div>${lines(21, 32)}</div></div>`,
      ['page-end 0: line 10', 'page-end 0: line 30'],
    ],
    [
      'the text of a float',
      `<div style="float: left; width: 50%">${begin(12)}</div>${lines(21, 32)}`,
      ['page-end 0: line 10', 'page-end 0: line 30'],
    ],
  ])('is %s', async (_what, html, ends) => {
    const { page, placed } = await place(html);
    expect([placed.map(({ text, limit }) => [text, limit]), await readEnds(page)]).toEqual([[['Note.', 190]], ends]);
  });

  test.each([
    ['the last of its lines', 6, 4, 'orphans: 2; widows: 1', 'x4', 20],
    ['two of its lines', 6, 4, 'orphans: 2; widows: 2', 'x3', 40],
    ['three of its lines', 5, 5, 'orphans: 2; widows: 3', 'x3', 60],
    ['all of it if too few would be left', 6, 4, 'orphans: 2; widows: 3', undefined, 0],
    ['all of it if too few would be before', 7, 6, 'orphans: 3; widows: 1', undefined, 0],
    ['all of it if it has to begin with all', 8, 2, 'orphans: 2; widows: 2', undefined, 0],
    ['what is on the next page too', 8, 9, 'orphans: 1; widows: 2', 'x2', 20],
  ])('is %s of a paragraph after %i lines', async (_what, before, count, style, first, height) => {
    const { page } = await place(`${begin(before)}${paragraph(count, style)}<p>end</p>`);
    if (first === undefined) {
      expect(await readEnds(page)).toEqual([expect.stringMatching(/^page-end 0: x1 x2/)]);
      return;
    }
    const room = 'document.querySelector("[data-platen-room]")';
    expect(await page.read(`${room}.nextSibling.nextSibling.data + ' ' + ${room}.offsetHeight`)).toBe(
      `${first} ${height}`,
    );
    expect(await readEnds(page)).toHaveLength(1);
  });

  test('is a word of a text', async () => {
    const words = Array.from({ length: 90 }, (_, index) => `w${String(index).padStart(2, '0')}`).join(' ');
    const { page } = await place(
      `<p style="orphans: 1; widows: 1">call${note()} ${words}</p>`,
      {},
      'body { width: 300px }',
    );
    const next = String(await page.read('document.querySelector("[data-platen-room]").nextSibling.nextSibling.data'));
    const last = String(await page.read('document.querySelector("[data-platen-room]").previousSibling.data'));
    expect(next).toMatch(/^w\d\d/);
    expect(last).toMatch(/w\d\d ?$/);
    const top = await page.read('document.querySelector("[data-platen-room]").getBoundingClientRect().top');
    expect(top).toBeCloseTo(180, 0);
  });

  test('has no margin there, as after any break', async () => {
    const { page } = await place(
      `${begin(8)}<div id=a><div id=b style="margin-top: 15px"><p id=c>text</p></div></div>`,
    );
    const tops =
      '[...document.querySelectorAll("[data-platen-page-top]")].map((e) => e.id + e.getAttribute("data-platen-page-top")).join()';
    expect(await page.read(tops)).toBe('a0,b0,c0');
    expect(await page.read('getComputedStyle(b).marginTop')).toBe('0px');
    const edged = await place(`${begin(8)}<div id=a><div id=b style="padding-top: 15px"><p id=c>text</p></div></div>`);
    expect(await edged.page.read(tops)).toBe('a0,b0');
  });
});

describe('a page with footnotes', () => {
  const high = (height: number) =>
    note(`<i style="display: inline-block; vertical-align: top; height: ${height}px"></i>Note.`);

  test.each([
    ['two notes below two calls', [1, 9], [10, 10], [180, 180], ['page-end 0: line 10']],
    ['the note of a call that is left', [1, 10], [10, 10], [190, 190], ['page-end 0: line 10 Note']],
    ['a note that just fits', [5], [100], [100], ['page-end 0: line 6']],
    ['no call without room for its note', [5], [120], [80], ['page-end 0: line 5 Note.', 'page-end 1: line 9']],
    ['the first of several', [2, 3, 4], [60, 60, 60], [80, 80, 140], ['page-end 0: line 4 Note.']],
  ])('has %s', async (_what, calls, heights, limits, ends) => {
    const html = Array.from({ length: 10 }, (_, index) => {
      const at = calls.indexOf(index + 1);
      return `<p>line ${index + 1}${at < 0 ? '' : high(heights[at] ?? 0)}</p>`;
    });
    const { page, placed, failed } = await place(html.join(''));
    expect([placed.map(({ limit }) => limit), failed, await readEnds(page)]).toEqual([limits, [], ends]);
  });

  test('ends where it did if its note has no room', async () => {
    const { page, failed } = await place(
      `${lines(1, 3)}<div style="break-before: page">a${high(190)}<br>${'b<br>'.repeat(9)}</div>`,
    );
    expect(failed.map(({ fault }) => fault)).toEqual(['noRoom']);
    expect(await readEnds(page)).toEqual([]);
    expect(await page.read('document.querySelectorAll("[data-platen-widows], [data-platen-page-top]").length')).toBe(0);
  });

  test('leaves a note without room below the first line in the text', async () => {
    const { placed, failed } = await place(`<p>a${high(190)}</p><p>b${high(20)}</p>`);
    expect(failed.map(({ fault }) => fault)).toEqual(['noRoom']);
    expect(placed.map(({ limit }) => limit)).toEqual([180]);
  });

  test.each([
    [10, []],
    [12, ['page-end 0: line 9']],
  ])('has the lower edge of a box of %i CSS pixels above its notes', async (edge, ends) => {
    const html = `${begin(8)}<div style="padding-bottom: ${edge - 2}px; border-bottom: 2px solid"><p>line 9</p></div>`;
    const { page } = await place(html);
    expect(await readEnds(page)).toEqual(ends);
  });

  test('has the notes of columns below all of them', async () => {
    const { page, placed } = await place(
      `<div style="columns: 2; column-fill: auto; height: 200px">${lines(1, 12)}<p>call${high(30)}</p>${lines(14, 20)}</div>`,
    );
    expect(placed.map(({ limit }) => limit)).toEqual([170]);
    expect(await readEnds(page)).toEqual(['column-end 0: line 9', expect.stringMatching(/^column-end 0: line 1[67]/)]);
  });
});

describe('a page of the layout', () => {
  test.each([
    ['page', '<p>a</p><p style="break-before: page">'],
    ['left', '<p>a</p><p style="break-before: left">'],
    ['recto', '<p>a</p><p style="break-before: recto">'],
    ['after', '<p style="break-after: page">a</p><p>'],
    ['a name', '<p>a</p><p style="page: x">'],
    ['the end of a name', '<p style="page: x">a</p><p>'],
    ['another name', '<p style="page: x">a</p><p style="page: y">'],
  ])('begins with a break: %s', async (_what, html) => {
    const { placed, page } = await place(`${html}call${note()}</p>`);
    expect(placed.map(({ later }) => later)).toEqual([0]);
    expect(placed[0]?.top).toBeLessThan(20);
    const top = await page.read(
      "document.querySelector('[data-platen-note]').style.getPropertyValue('--platen-note-top')",
    );
    expect(Number.parseFloat(String(top))).toBeGreaterThan(160);
  });

  test.each([
    ['the same name', '<div style="page: x"><p>a</p><p style="page: x">'],
    ['an avoided break', '<p>a</p><p style="break-before: avoid">'],
    ['a name around both', '<div style="page: x"><p>a</p><p>'],
  ])('goes on with %s', async (_what, html) => {
    const { placed } = await place(`${html}call${note()}</p>`);
    expect(placed[0]?.top).toBeGreaterThanOrEqual(18);
  });

  test('has its text from right to left', async () => {
    const { page, placed } = await place(
      `<p>call${note()}</p>${lines(2, 12)}<p>last${note('Last.')}</p>`,
      {},
      ':root { direction: rtl }',
    );
    expect(placed.map(({ text, limit }) => [text, limit])).toEqual([
      ['Note.', 190],
      ['Last.', 190],
    ]);
    expect(await readEnds(page)).toEqual(['page-end 0: line 10']);
  });

  test('has the height of its side and its name', async () => {
    const size = (height: number) => ({ width: 300, height });
    const boxes = { ':first': size(100), ':left': size(140), ':right': size(160), 'x:left': size(120) };
    const call = (text: string, style = '') => `<p style="break-before: page; ${style}">x${note(text)}</p>`;
    const { placed } = await place(
      `${call('1')}${call('2')}${call('3')}${call('4')}${call('5')}${call('6', 'page: x')}`,
      { boxes },
    );
    expect(placed.map(({ text, limit }) => [text, limit])).toEqual([
      ['1', 90],
      ['2', 130],
      ['3', 150],
      ['4', 130],
      ['5', 150],
      ['6', 110],
    ]);
  });
});
