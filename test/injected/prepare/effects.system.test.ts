import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** Whether each of these texts, in one document, is named with an effect. The names say what it is. */
async function list(bodies: Record<string, string>, { css = '', isReadAloud = false, around = '' } = {}) {
  const parts = Object.values(bodies).map((html, at) => html.replace(/ /, ` id=at${at} `));
  const page = await open(`<!doctype html><style>${css}</style>${around}${parts.join('\n')}`);
  const found = (await page.call('keepText', isReadAloud)).map(({ name }) => name.replace(/^.*#at/, ''));
  return Object.fromEntries(Object.keys(bodies).map((name, at) => [name, found.includes(String(at))]));
}

/** A box with a filter around an element. */
const blurred = (html: string) => `<div style="filter: blur(1px)">${html}</div>`;

describe('a filter', () => {
  test('counts on what shows text or is a field with an area', async () => {
    const field = (size: string) => blurred(`<input style="all: unset; display: block; ${size}">`);
    const bodies = {
      field: field('width: 9px; height: 9px'),
      'field of a pixel': field('width: 1px; height: 1px'),
      'field without a height': field('width: 9px; height: 0'),
      'field without a width': field('width: 0; height: 9px'),
      'text without a size': blurred('<p style="font-size: 0">x</p>'),
      'text before': blurred('<i class=before></i>'),
      'text after': blurred('<i class=after></i>'),
      'image after': blurred('<i class=image></i>'),
    };
    const css =
      '.before::before { content: "x" } .after::after { content: "1" } .image::after { content: url(data:,x) }';
    expect(await list(bodies, { css })).toEqual({
      field: true,
      'field of a pixel': true,
      'field without a height': false,
      'field without a width': false,
      'text without a size': false,
      'text before': true,
      'text after': true,
      'image after': false,
    });
  });

  test('counts on images with a text if these are read aloud', async () => {
    const bodies = {
      image: blurred('<img alt=x>'),
      'image without a text': blurred('<img alt="">'),
      role: blurred('<i role=img></i>'),
      'another role': blurred('<i role=note></i>'),
      link: blurred('<a href=x></a>'),
      anchor: blurred('<a name=x></a>'),
    };
    const css = 'img, i, a { display: block; width: 9px; height: 9px }';
    const expected = { image: false, 'image without a text': false, role: false, 'another role': false };
    const links = { link: true, anchor: false };
    expect(await list(bodies, { css })).toEqual({ ...expected, ...links });
    expect(await list(bodies, { css, isReadAloud: true })).toEqual({ ...expected, image: true, role: true, ...links });
  });

  test('counts unless it changes nothing', async () => {
    const filters = {
      'drop-shadow(1px 1px rgb(1 2 3 / 0))': false,
      'drop-shadow(1px 1px rgb(1 2 3 / 0.5))': true,
      'drop-shadow(1px 1px oklch(0.5 0.1 100 / 0))': false,
      'drop-shadow(1px 1px oklch(0.5 0.1 100 / 0.1))': true,
      'hue-rotate(-720deg)': false,
      'hue-rotate(180deg)': true,
      'opacity(0.5) blur(1px)': true,
      'url("data:,x#real")': true,
    };
    const bodies = Object.keys(filters).map((filter) => [filter, `<p style='filter: ${filter}'>x</p>`]);
    expect(await list(Object.fromEntries(bodies))).toEqual(filters);
  });

  test('of the root element gets no will-change, which would change what is placed in it', async () => {
    const page = await open('<!doctype html><html style="filter: blur(0); opacity: 0.5"><p>x');
    expect(await page.call('keepText', false)).toEqual([]);
    expect(await page.read('document.documentElement.style.cssText')).toMatch(
      /^filter: none !important; opacity: 0.5; transition: none/,
    );
  });
});

test('elements in perspective are those that leave their plane', async () => {
  const styles = {
    'rotate: y 10deg': true,
    'rotate: 1 1 0 10deg': true,
    'rotate: z 10deg': false,
    'transform: matrix(1, 0, 0, 1, 5, 5)': false,
    'transform: translateZ(5px) rotateZ(10deg)': false,
    'transform: rotateX(180deg)': false,
  };
  const bodies = Object.keys(styles).map((style) => [style, `<p style="${style}">x</p>`]);
  expect(await list(Object.fromEntries(bodies), { around: '<div style="perspective: 100px">' })).toEqual(styles);
});

test('51 elements are named at most, in the order of the document', async () => {
  const many = Array.from({ length: 52 }, (_, at) => `<p id=a${at} style="filter: blur(1px)">x`);
  const page = await open(`<!doctype html>${many.join('')}`);
  expect((await page.call('keepText', false)).map(({ name }) => name)).toEqual(
    Array.from({ length: 51 }, (_, at) => `p#a${at}`),
  );
});
