import { describe, expect, test } from 'vitest';
import type { PlacedDocument } from './place-notes.ts';
import { lines, note, readEnds, usePlacing } from './place-notes.ts';

const place = usePlacing();

/** The boxes of notes, or of their areas, in CSS pixels: left, top, width and height. */
async function readBoxes({ page }: PlacedDocument, selector = '[data-platen-note]') {
  const found = await page.read(`[...document.querySelectorAll('${selector}')].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [left, top, width, height].map((length) => Math.round(length * 4) / 4) })`);
  return found as number[][];
}

/** Where the notes are, in CSS pixels: left and top. */
const readPlaces = async (found: PlacedDocument) => (await readBoxes(found)).map((box) => box.slice(0, 2));

const anchorStyle = 'all: unset; display: inline-block; width: 1px; height: 1px; margin-right: -1px';

/** A text, and after it a float to a side of its page. */
const float = (side: 'top' | 'bottom', attributes = '', { text = '', content = 'Float.', name = 'div' } = {}) =>
  `<p id=p>text${text}<span id=anchor data-platen-call data-platen-anchor style="${anchorStyle}"></span></p><${name} id=float data-platen-note="${side} anchor" ${attributes}>${content}</${name}>`;

describe('the room of footnotes', () => {
  test.each([
    ['of one line', `call${note()}`, '', 190],
    ['of two', `call${note()} call${note()}`, '', 180],
    ['with margins', `call${note()}`, '[data-platen-note] { margin: 2px 3px 4px 5px }', 184],
    [
      'in an area with edges',
      `call${note()}`,
      '[data-platen-footnotes] { margin: 1px 2px 3px 4px; border: 5px solid; padding: 6px 7px 8px 9px }',
      162,
    ],
    ['that are higher', `call${note('Note.<br>Note.')}`, '', 180],
  ])('%s is free above the foot of the page', async (_what, html, css, limit) => {
    const { placed } = await place(`<p>${html}</p>`, {}, css);
    expect(placed[0]?.limit).toBe(limit);
  });

  test.each([
    ['', {}, [0, 190, 299.75, 10]],
    ['[data-platen-note] { margin: 2px 3px 4px 5px }', {}, [5, 186, 291.75, 10]],
    [
      '[data-platen-footnotes] { margin: 1px 2px 3px 4px; border: 5px solid; padding: 6px 7px 8px 9px }',
      {},
      [18, 174, 267.75, 10],
    ],
    ['', { shrink: 2 }, [0, 190, 150, 10]],
  ])('%s has them in it', async (css, how, box) => {
    const found = await place(`<p>call${note()}</p>`, how, css);
    const [[left, top, width, height] = []] = await readBoxes(found);
    expect([left, top, height]).toEqual([box[0], box[1], box[3]]);
    expect(Math.abs((width ?? 0) - (box[2] ?? 0))).toBeLessThan(0.3);
  });

  test('has the area behind the first of them', async () => {
    const css = '[data-platen-footnotes] { margin: 1px 2px 3px 4px; border: 5px solid; padding: 6px 7px 8px 9px }';
    const found = await place(`<p>a${note()} b${note()}</p>`, {}, css);
    expect(await readPlaces(found)).toEqual([
      [18, 164],
      [18, 174],
    ]);
    const [[left, top, width, height] = []] = await readBoxes(found, '[data-platen-footnotes]');
    // 200 without the margins, and 20 for the notes with 24 for the edges.
    expect([left, top, height]).toEqual([4, 153, 44]);
    expect(width).toBeCloseTo(300 - 2 - 4, 0);
    expect(await readBoxes(found, '#none')).toEqual([]);
  });

  test.each([
    ['on nothing', '', 'rgba(0, 0, 0, 0)', 'none'],
    ['on white', 'section { border: 1px solid }', 'white', 'white 0px -16px'],
    [
      'on the colour of the body',
      'section { background: red } body { background: rgb(1, 2, 3) }',
      'rgb(1, 2, 3)',
      'rgb(1, 2, 3) 0px -16px',
    ],
    [
      'on the colour of the root',
      'section { box-shadow: 0 0 1px } :root { background: rgb(4, 5, 6) }',
      'rgb(4, 5, 6)',
      'rgb(4, 5, 6) 0px -16px',
    ],
    [
      'on its own',
      'section { outline: 1px solid } [data-platen-footnotes] { background: rgb(7, 8, 9) }',
      'rgb(7, 8, 9)',
      'white',
    ],
  ])('is %s where a box continues behind it', async (_what, css, color, shadow) => {
    const { page } = await place(
      `<section><p>call${note()}</p>${lines(2, 14)}</section>`,
      {},
      `[data-platen-footnotes] { margin-top: 16px } ${css}`,
    );
    const style = await page.read(
      `(({ backgroundColor, boxShadow }, own) => [own.backgroundColor || backgroundColor, own.boxShadow || boxShadow])(...[document.querySelector('[data-platen-footnotes]')].flatMap((e) => [getComputedStyle(e), e.style]))`,
    );
    expect((style as string[])[0]).toBe(color);
    expect((style as string[])[1]).toContain(shadow);
  });
});

describe('a float', () => {
  test.each([
    ['as wide as its page', '', 299.875],
    ['with its margins', 'style="margin: 0 10px"', 279.875],
    ['as wide as it says', 'style="width: 100px; padding: 0 5px; border: 1px solid"', 112],
    ['as wide as its border says', 'style="width: 100px; padding: 0 5px; box-sizing: border-box"', 100],
    ['with a share of its page', 'style="width: 50%"', 149.9375],
    ['with a share, beside automatic margins', 'style="width: 50%; margin: 0 auto"', 149.9375],
  ])('is %s', async (_what, attributes, width) => {
    const { page, placed } = await place(float('top', attributes));
    expect(placed.map(({ text, side }) => [text, side])).toEqual([['Float.', 'top']]);
    expect(
      Number.parseFloat(String(await page.read("float.style.getPropertyValue('--platen-note-width')"))),
    ).toBeCloseTo(width, 3);
  });

  test.each(['table', 'canvas', 'img', 'video', 'object'])('that is a %s has its own width', async (name) => {
    const { page } = await place(float('top', '', { content: '', name }));
    expect(await page.read("float.style.getPropertyValue('--platen-note-width')")).toBe('auto');
  });

  test.each([
    ['at the start', 'width: 100px', 0],
    ['at the end', 'width: 100px; margin-left: auto', 200],
    ['in the middle', 'width: 100px; margin: 0 auto', 100],
    ['after its margin', 'width: 100px; margin-left: 7px', 7],
  ])('is %s of its page', async (_what, style, left) => {
    const found = await place(float('top', `style="${style}"`));
    const [[at = -1] = []] = await readBoxes(found);
    expect(Math.abs(at - left)).toBeLessThan(0.3);
  });

  test('at the head of its page is above the text, which begins below', async () => {
    const found = await place(`${float('top')}<p>after</p>`);
    expect(await readPlaces(found)).toEqual([[0, 0]]);
    expect(found.placed[0]).toMatchObject({ later: 0, limit: 200 });
    expect(
      await found.page.read('p.getAttribute("data-platen-page-head") + p.style.getPropertyValue("--platen-page-head")'),
    ).toBe('010px');
  });

  test('at the foot of its page is above the footnotes', async () => {
    const found = await place(`${float('bottom', '', { text: note() })}<p>after</p>`);
    expect(await readPlaces(found)).toEqual([
      [0, 190],
      [0, 180],
    ]);
    expect(found.placed.map(({ text, limit }) => [text, limit])).toEqual([
      ['Float.', 180],
      ['Note.', 180],
    ]);
  });

  test.each([
    ['as tall as most of a page', 160, 0],
    ['that is taller', 161, 1],
  ])('%s', async (_what, height, count) => {
    const { failed } = await place(float('top', `style="height: ${height}px"`));
    expect(failed.map(({ fault, side }) => [fault, side])).toEqual(Array(count).fill(['noRoom', 'top']));
  });

  test('takes the lines at the foot of its page to the next', async () => {
    const { page, placed } = await place(`${float('bottom', 'style="height: 50px"')}${lines(2, 12)}`);
    expect(placed[0]).toMatchObject({ later: 0, limit: 150 });
    expect(await readEnds(page)).toEqual(['page-end 0: line 8']);
  });
});
