import { describe, expect, test } from 'vitest';
import { lines, note, usePlacing } from './place-notes.ts';

const place = usePlacing();

/** Lines of a long text; every 40th calls a note. */
const long = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>line ${index}${index % 40 === 5 ? note(`N${index}`) : ''}</p>`).join(
    '',
  );

const names = (count: number) => Array.from({ length: count }, (_, index) => `N${index * 40 + 5}`);
const leftovers = '[data-platen-detached], [data-platen-flow], [data-platen-edge]';

describe('the notes of a long text', () => {
  test.each([
    ['in the body', long(240), ''],
    ['in boxes around one another', `<main><article>${long(240)}</article></main>`, ''],
    ['in a box with an upper edge', `<main style="padding-top: 30px; border-top: 5px solid">${long(240)}</main>`, ''],
    ['after a title', `<h1>Title</h1><main>${long(240)}</main><footer>end</footer>`, ''],
    ['with text outside of elements', `text ${long(240)}`, ''],
    ['after generated text', `<main>${long(240)}</main>`, 'main::before { content: "x" }'],
    ['in columns', `<main style="columns: 2">${long(240)}</main>`, ''],
    ['with margins', long(240), 'p { margin: 7px 0 !important }'],
    ['in a flexible box', `<main style="display: flex; flex-direction: column">${long(240)}</main>`, ''],
  ])('are the same, and nothing is left: %s', async (_what, html, css) => {
    const { page, placed, failed } = await place(html, {}, css);
    expect(failed).toEqual([]);
    expect(placed.map(({ text }) => text)).toEqual(names(6));
    expect(placed.map(({ later }) => later)).toEqual(Array(6).fill(0));
    expect(placed.map(({ limit }) => limit)).toEqual(Array(6).fill(190));
    expect(await page.read(`document.querySelectorAll('${leftovers}').length`)).toBe(0);
    expect(await page.read('document.body.textContent.match(/line 239/g).length')).toBe(1);
  });

  test('are as far from the top of their pages as if all of the text was laid out', async () => {
    const tops = async (html: string) => (await place(html)).placed.map(({ top }) => Math.round(top));
    // With text outside of elements, the whole text is laid out.
    const whole = await tops(`<main>${long(240)}text</main>`);
    expect(await tops(`<main>${long(240)}</main>`)).toEqual(whole);
    expect(new Set(whole).size).toBeGreaterThan(1);
  });
});

test('a document without notes is left as it is', async () => {
  const { page, placed, failed } = await place(lines(1, 30));
  expect([placed, failed]).toEqual([[], []]);
  expect(await page.read('document.querySelectorAll("p[style], p[id], [data-platen-page-end]").length')).toBe(0);
});
