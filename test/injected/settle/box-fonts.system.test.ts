import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const options = { fontLimit: 5000, mayDraw: false, rest: false, stepEvent: 'tick' };

/** The families that were requested in a document with these rules. No file of them is a font, so those that were have failed. */
async function requested(css: string, html = '<p>text'): Promise<unknown> {
  const faces = [
    'font-family: Box',
    'font-family: Other',
    'font-family: Bold; font-weight: bold',
    'font-family: Greek; unicode-range: U+370-3FF',
  ];
  const rules = faces.map((face) => `@font-face { ${face}; src: url(data:font/woff2,${face.length}) }`);
  const page = await open(`<!doctype html><style>${rules.join('')} ${css}</style>${html}`);
  await page.call('settleDocument', options);
  expect(await page.read('document.querySelectorAll("span").length')).toBe(0);
  return page.read(
    '[...document.fonts].filter(({ status }) => status !== "unloaded").map(({ family }) => family).join(" ")',
  );
}

describe('the fonts of margin boxes are requested', () => {
  test.each([
    ['@page { @top-left { content: "x"; font-family: Box } }', 'Box'],
    ['@page { font-family: Box; @top-left { content: counter(page) } }', 'Box'],
    ['@page :first { @bottom-right { content: "x"; font: bold 9pt Bold, serif } }', 'Bold'],
    ['@page { @top-left { font-family: Box } } @page cover { @top-left { content: "x" } }', 'Box'],
    ['@page { font-family: Box } @page cover { @top-left { content: "x" } }', 'Box'],
    ['@page :first { font-family: Box } @page cover { @top-left { content: "x" } }', 'Box'],
    [':root { --own: Box } @page { @top-left { content: "x"; font: 9pt var(--own) } }', 'Box'],
    [':root { --own: Box } @page { @top-left { content: "x"; font-family: var(--own) } }', 'Box'],
    ['* { font-family: Other !important } @page { @top-left { content: "x"; font-family: Box } }', 'Box Other'],
    ['@page { @top-left { content: "α"; font-family: Greek } }', 'Greek'],
    ['@page { @top-left { content: "\\3b1"; font-family: Greek } }', 'Greek'],
  ])('%s', async (css, families) => {
    expect(await requested(css)).toBe(families);
  });

  test('by the text of the document, if a counter style shows it', async () => {
    const css = '@page { @top-left { content: counter(page, titles); font-family: Greek } }';
    expect(await requested(css, '<h1>λόγος</h1>')).toBe('Greek');
    expect(await requested(css, '<h1>word</h1>')).toBe('');
  });

  test.each([
    '@page { @top-left { font-family: Box } }',
    '@page { @top-left { content: none; font-family: Box } }',
    '@page { @top-left { content: "x"; font-family: Greek } }',
    '@media (min-width: 99999px) { @page { @top-left { content: "x"; font-family: Box } } }',
    '@page { font-family: Box }',
  ])('and no others: %s', async (css) => {
    expect(await requested(css)).toBe('');
  });

  test.each([
    [
      '@page { @top-left { font-family: Two } } @page cover { @top-left { content: "x"; font-weight: bold } }',
      '400 700',
    ],
    ['@page { @top-left { font-family: Two } } @page cover { @top-right { content: "x"; font-weight: bold } }', '400'],
    ['@page a { @top-left { font-family: Two } } @page b { @top-left { content: "x"; font-weight: bold } }', '400'],
    ['@page { font-family: Two; @top-left { content: "x" } } @page cover { font-weight: bold }', '400 700'],
    ['@page a { font-family: Two; @top-left { content: "x" } } @page b { font-weight: bold }', '400'],
    ['@page { @top-left { content: "x"; font-family: Two; font-weight: bold } }', '700'],
    ['@page { @top-left { content: "x"; font-family: Two; font-style: italic } }', '400 italic'],
    ['@page { @top-left { content: "x"; font-family: Two; font-stretch: expanded } }', '400 125%'],
    ['@page { @top-left { content: "x"; font: italic 9pt Two } }', '400 italic'],
  ])('in the style that a box has, or all boxes of its name: %s', async (css, styles) => {
    const faces = ['font-weight: 400', 'font-weight: 700', 'font-style: italic', 'font-stretch: 125%'];
    const rules = faces.map((face) => `@font-face { font-family: Two; ${face}; src: url(data:font/woff2,x) }`);
    const page = await open(`<!doctype html><style>${rules.join('')} ${css}</style><p>text`);
    await page.call('settleDocument', options);
    const read = `[...document.fonts].filter(({ status }) => status !== 'unloaded').map(({ weight, style, stretch }) =>
      [weight, style, stretch].join(' ').replace(/^normal/, '400').replaceAll(' normal', '').replace(' 100%', '')).join(' ')`;
    expect(await page.read(read)).toBe(styles);
  });

  test('not by the text of the document, if it is no counter style that shows it', async () => {
    const css = (content: string) => `@page { @top-left { content: ${content}; font-family: Greek } }`;
    expect(await requested(css('counter(page)'), '<h1>λόγος</h1>')).toBe('');
    expect(await requested(css('"λ" counter(page)'), '<h1>word</h1>')).toBe('Greek');
    expect(await requested(css('counters(page, "λ")'), '<h1>word</h1>')).toBe('Greek');
    expect(await requested(css('normal'), '<h1>λόγος</h1>')).toBe('');
  });

  test('up to 200 pairs of the fonts of a page and of a box', async () => {
    const boxes = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `@page a${at} { @top-left { content: "x"; font-size: 9px; font-family: F${at} } }`,
      );
    const excess = async (count: number) => {
      const face = '@font-face { font-family: Box; src: url(data:font/woff2,x) }';
      const page = await open(`<!doctype html><style>${face} ${boxes(count).join(' ')}</style><p>text`);
      return (await page.call('settleDocument', options)).excess.filter(({ of }) => of === 'boxFontPairs');
    };
    expect(await excess(200)).toEqual([]);
    expect(await excess(201)).toEqual([{ of: 'boxFontPairs', limit: 200 }]);
  });
});
