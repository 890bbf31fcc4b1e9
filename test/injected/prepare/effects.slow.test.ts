import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** The effects of a document, each as its element, its words and what becomes of it. */
async function list(body: string, isReadAloud = false) {
  const page = await open(`<!doctype html><style>svg { display: none }</style>${body}`);
  const effects = await page.call('keepText', isReadAloud);
  const filters = await page.read(
    '[...document.querySelectorAll("[id]")].map((each) => [each.style.filter, each.style.opacity, each.style.willChange].join())',
  );
  return { effects: effects.map(({ css, name, becomes }) => `${name}: ${css} -> ${becomes}`), filters };
}

describe('a filter', () => {
  test.each([
    ['blur(0px)', true],
    ['blur(1px)', false],
    ['brightness(100%)', true],
    ['brightness(0)', false],
    ['contrast(1)', true],
    ['contrast(0.5)', false],
    ['saturate(1)', true],
    ['saturate(2)', false],
    ['grayscale(0)', true],
    ['grayscale(1)', false],
    ['sepia(0%)', true],
    ['sepia(50%)', false],
    ['invert(0)', true],
    ['invert(1)', false],
    ['hue-rotate(360deg)', true],
    ['hue-rotate(90deg)', false],
    ['drop-shadow(1px 1px transparent)', true],
    ['drop-shadow(1px 1px red)', false],
    ['url(#none)', true],
    ['url(#box)', true],
    ['url(#real)', false],
    ['blur(0) sepia(0)', true],
    ['blur(0) sepia(1)', false],
  ])('of %s changes nothing: %s', async (filter, isIdle) => {
    const { effects, filters } = await list(
      `<svg><filter id=real></filter></svg><b id=box style="filter: ${filter}">x</b>`,
    );
    expect(effects).toHaveLength(isIdle ? 0 : 1);
    expect((filters as string[])[1]).toMatch(isIdle ? /^none,,filter$/ : /\),,$/);
  });

  test('of opacity becomes opacity, beside what else the box says', async () => {
    const { effects, filters } =
      await list(`<b id=a style="filter: opacity(50%)">x</b><b id=b style="filter: opacity(0.5) opacity(2); opacity: 0.5; will-change: top">x</b>
      <b id=c style="filter: opacity(1)">x</b>`);
    expect(effects).toEqual([]);
    expect(filters).toEqual(['none,0.5,filter', 'none,0.25,top, filter', 'none,,filter']);
  });

  test('is named with the outermost element that shows text', async () => {
    const { effects } = await list(`<p class=a style="filter: blur(1px)"><b style="filter: blur(2px)">x</b></p>
      <p class=b style="filter: blur(3px)"><i style="filter: blur(4px)"></i></p>`);
    expect(effects).toEqual(['p.a: filter: blur(1px) -> picture']);
  });

  test.each([
    ['text', 'x', true],
    ['no letter', '\u2192 \u00b7', false],
    ['a link', '<a href=x>\u2192</a>', true],
    ['a link without a box', '<a href=x></a>', false],
    ['a field', '<input>', true],
    ['a hidden field', '<input type=hidden>', false],
    ['hidden text', '<i style="visibility: hidden">x</i>', false],
    ['text that is not there', '<i style="display: none">x</i>', false],
    ['text in an element', '<i><u>x</u></i>', true],
    [
      'visible text in a hidden element',
      '<i style="visibility: hidden"><u style="visibility: visible">x</u></i>',
      true,
    ],
    ['text of a style', '<style>.m::after { content: "x" }</style><i class=m></i>', true],
    [
      'text of a style that is not there',
      '<style>.m::after { content: "x" } .m { display: none }</style><i class=m></i>',
      false,
    ],
    ['a sign of a style', '<style>.m::after { content: "\u2192" }</style><i class=m></i>', false],
    ['text in a shadow tree', '<div><template shadowrootmode=open><u>x</u></template></div>', true],
  ])('counts on what shows %s: %s', async (_, html, counts) => {
    expect((await list(`<div class=a style="filter: blur(1px)">${html}</div>`)).effects).toHaveLength(Number(counts));
  });

  test('counts on images with a text if that is read out', async () => {
    const body = '<div style="filter: blur(1px)"><img alt=x style="display: block; width: 9px; height: 9px"></div>';
    expect((await list(body)).effects).toEqual([]);
    expect((await list(body, true)).effects).toEqual(['div: filter: blur(1px) -> picture']);
  });

  test('counts on what a style makes', async () => {
    const { effects } =
      await list(`<style>.a::before { content: "x"; filter: blur(1px) } .b::after { content: "\u2192"; filter: blur(1px) }
      .c::after { content: "x" }</style><p class=a></p><p class=b></p><p class=c></p>`);
    expect(effects).toEqual(['p.a::before: filter: blur(1px) -> picture']);
  });
});

test('a reflection is named, in 150 characters', async () => {
  const image = `linear-gradient(${Array(50).fill('red').join(', ')})`;
  const { effects } = await list(
    `<p style="-webkit-box-reflect: below 0px ${image}">x</p><p style="-webkit-box-reflect: none">x</p>`,
  );
  expect(effects).toHaveLength(1);
  expect(effects[0]).toMatch(/^p: -webkit-box-reflect: below 0px linear-gradient\(rgb.* -> picture$/);
  expect(effects[0]).toHaveLength('p: '.length + 150 + ' -> picture'.length);
});

describe('perspective', () => {
  const outlines = ['b: perspective with a 3D transform -> outlines'];

  test.each([
    ['of the element', '<b style="transform: perspective(100px) rotateX(10deg)">x</b>', outlines],
    ['of the element, to the side', '<b style="transform: perspective(100px) rotateY(10deg)">x</b>', outlines],
    [
      'around a turned element',
      '<p style="perspective: 100px"><b style="transform: rotateX(10deg)">x</b></p>',
      outlines,
    ],
    [
      'around one that is turned to the side',
      '<p style="perspective: 100px"><b style="transform: rotateY(10deg)">x</b></p>',
      outlines,
    ],
    ['around an element with rotate', '<p style="perspective: 100px"><b style="rotate: x 10deg">x</b></p>', outlines],
    [
      'around the space that it is in',
      '<p style="perspective: 100px"><i style="transform-style: preserve-3d"><b style="transform: rotateX(10deg)">x</b></i></p>',
      outlines,
    ],
    ['around another space', '<p style="perspective: 100px"><i><b style="transform: rotateX(10deg)">x</b></i></p>', []],
    [
      'around an element in its plane',
      '<p style="perspective: 100px"><b style="transform: translateZ(1px)">x</b></p>',
      [],
    ],
    ['around an element that is turned flat', '<p style="perspective: 100px"><b style="rotate: 10deg">x</b></p>', []],
    ['nowhere', '<p><b style="transform: rotateX(10deg)">x</b></p>', []],
  ])('turns text into outlines: %s', async (_, html, wanted) => {
    expect((await list(`<style>b, i { display: block }</style>${html}`)).effects).toEqual(wanted);
  });
});
