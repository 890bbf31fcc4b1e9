import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function mark(body: string, css = '') {
  const page = await open(`<!doctype html><style>body { margin: 0 } ${css}</style>${body}`);
  return { page, marked: await page.call('markControls', 'https://field.invalid/') };
}

const rect = (selector: string) =>
  `(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join())(document.querySelector('${selector}').getBoundingClientRect())`;

describe('the link over a control', () => {
  test.each([
    ['in a line', 'text <input>'],
    ['that is placed', '<input style="position: absolute; left: 70px; top: 30px">'],
    ['that is moved', '<input style="position: relative; left: 30px; top: 20px">'],
  ])('is where it is: %s', async (_what, html) => {
    const { page } = await mark(html);
    expect(await page.read(rect('platen-control'))).toBe(await page.read(rect('input')));
  });

  test.each(['transform: rotate(0deg)', 'translate: 5px', 'rotate: 0deg', 'scale: 2'])(
    'has the place of the control in a box with %s',
    async (style) => {
      const { page } = await mark(
        `<div style="position: relative; ${style}"><input style="margin: 3px 0 0 7px"></div>`,
      );
      expect(
        await page.read(
          '(({ left, top, width, height }, input) => [left, top, width, height].join() === [input.offsetLeft, input.offsetTop, input.offsetWidth, input.offsetHeight].map((px) => px + "px").join())(document.querySelector("platen-control").style, document.querySelector("input"))',
        ),
      ).toBe(true);
      expect(await page.read('document.querySelector("input").style.getPropertyValue("anchor-name")')).toBe('');
    },
  );

  test('leaves the names of anchors that a control has', async () => {
    const { page } = await mark('<input style="anchor-name: --own"><input>');
    const names = '[...document.querySelectorAll("input")].map(({ style }) => style.getPropertyValue("anchor-name"))';
    expect(await page.read(names)).toEqual(['--own, --platen-control-0', '--platen-control-1']);
  });

  test.each([
    ['input + b { color: red }', true],
    ['input ~ b { color: red }', true],
    ['b:nth-child(2) { color: red }', true],
    ['b:last-child { color: red }', true],
    ['b:first-of-type { color: red }', true],
    ['b:only-child { color: red }', true],
    ['p:empty { color: red }', true],
    ['p:has(b) { color: red }', true],
    ['p b { color: red }', false],
    ['b:not(.x) { color: red }', false],
  ])('comes last in its parent for %s: %s', async (css, isLast) => {
    const { page } = await mark('<p><input><b>x</b></p>', css);
    const order = await page.read('[...document.querySelector("p").children].map(({ localName }) => localName).join()');
    expect(order).toBe(isLast ? 'input,b,platen-control' : 'input,platen-control,b');
  });
});

describe('a control that is read', () => {
  test.each([
    ['a check box', '<input type=checkbox checked>', 'checked', false],
    ['a radio button', '<input type=radio checked>', 'checked', false],
    ['a line', '<input value=x placeholder=y>', 'value', ''],
    ['several lines', '<textarea placeholder=y>x</textarea>', 'placeholder', ''],
    ['a choice', '<select><option>x</select>', 'selectedIndex', -1],
    ['a list', '<select multiple><option selected>x</select>', 'selectedIndex', -1],
  ])('shows nothing: %s', async (_what, html, property, value) => {
    const { page } = await mark(html);
    expect(await page.read(`document.querySelector('input, textarea, select').${property}`)).toBe(value);
  });

  test.each([
    ['<select size=3><option>x</select>', 'hidden'],
    ['<select multiple><option>x</select>', 'hidden'],
    ['<select><option>x</select>', ''],
  ])('hides its options if it shows them: %s', async (html, visibility) => {
    const { page } = await mark(html);
    expect(await page.read('document.querySelector("option").style.visibility')).toBe(visibility);
  });

  test('is not undecided any more', async () => {
    const page = await open('<input type=checkbox id=box>');
    await page.read('box.indeterminate = true');
    await page.call('markControls', 'https://field.invalid/');
    expect(await page.read('box.indeterminate')).toBe(false);
  });

  test.each([
    ['field-sizing: content', true],
    ['field-sizing: fixed', false],
  ])('with %s keeps its size by its style: %s', async (css, isKept) => {
    const { page } = await mark(`<input style="${css}" value="some text">`);
    expect(await page.read('document.querySelector("input").style.width !== ""')).toBe(isKept);
  });

  test('counts its form', async () => {
    const { marked } = await mark(
      '<form><input name=a></form><form id=f><input name=b></form><input name=c><input name=d form=f>',
    );
    expect(marked.controls.map(({ name, form }) => [name, form])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', -1],
      ['d', 1],
    ]);
  });

  test.each([
    ['<input type=date>', 1],
    ['<button>x</button><input type=hidden>', 0],
  ])('hides the parts of a date: %s', async (html, sheets) => {
    expect(await (await mark(html)).page.read('document.adoptedStyleSheets.length')).toBe(sheets);
  });

  test.each(['submit', 'reset', 'button', 'image', 'hidden'])('is no %s', async (type) => {
    expect((await mark(`<input type=${type} name=a>`)).marked).toEqual({ controls: [], unnamed: [], unsupported: [] });
  });

  test.each(['file', 'color', 'range'])('is like none in a PDF if it is a %s', async (type) => {
    expect((await mark(`<input type=${type} id=a>`)).marked).toEqual({
      controls: [],
      unnamed: [],
      unsupported: ['input#a'],
    });
  });
});
