import { describe, expect, test } from 'vitest';
import { type OpenDocument, useDocuments } from '../open-document.ts';

const open = useDocuments();

/** What `findFamilyTexts` finds, as the ids or the texts of elements. */
function find(page: OpenDocument, stacks: string[], boxed: { css: string; text: string }[] = []): Promise<unknown> {
  const found = `page.findFamilyTexts(${JSON.stringify(stacks)}, ${JSON.stringify(boxed)})`;
  return page.read(`${found}.map((element) => element && (element.id || element.textContent))`);
}

describe('the families of a page', () => {
  test('tells installed families from others', async () => {
    const page = await open('x');
    const names = ['No Such Family', 'Nor "This"'];
    expect(await page.call('listInstalledFamilies', names)).toEqual([]);
  });

  test('finds the first visible text of each list', async () => {
    const page = await open(`<style>p, b { font-family: One, serif } i { font-family: 'Two' }</style>
      <p style="visibility: hidden">hidden<p id=first>text<p id=second>text<i></i>`);
    expect(await find(page, ['One, serif', '"Two"', 'Three'])).toEqual(['first', null, null]);
  });

  test('finds text in shadow trees and frames, and running elements', async () => {
    const page = await open(`<div><template shadowrootmode=open><p id=shadow style="font-family: One">x</template></div>
      <iframe srcdoc="<p id=frame style='font-family: Two'>x"></iframe>
      <p data-platen-running=0 style="visibility: hidden"><b id=running style="font-family: Three">x</b>`);
    expect(await find(page, ['One', 'Two', 'Three'])).toEqual(['shadow', 'frame', 'running']);
    expect(await page.call('listInnerStacks')).toEqual({ stacks: ['One', 'Two'], excess: [] });
  });

  test('finds text that style sheets add, nested rules included', async () => {
    const page = await open(`<style>
      #before::before { content: "x"; font-family: One } section { & p::after { content: attr(id); font-family: Two } }
      #picture::before { content: url("data:,x"); font-family: Three }
    </style><div id=before></div><section><p id=nested></p></section><div id=picture></div>`);
    expect(await find(page, ['One', 'Two', 'Three'])).toEqual(['before', 'nested', null]);
  });

  test.each([
    ['texts', '<i>x</i>'.repeat(20_001)],
    ['texts of style sheets', `<style>u::before { content: "x" }</style>${'<u></u>'.repeat(20_001)}`],
  ])('says how many %s it reads, if a list has no text among these', async (_what, texts) => {
    const page = await open(`<style>b { font-family: One }</style><b id=first>x</b>${texts}`);
    await find(page, ['One']);
    expect(await page.call('endFamilyTexts')).toEqual([]);
    await find(page, ['One', 'Two']);
    expect(await page.call('endFamilyTexts')).toEqual([{ of: 'familyTexts', limit: 20_000 }]);
    expect(await page.call('endFamilyTexts')).toEqual([]);
  });

  test('says how many shadow trees, their texts and the characters of their lists it reads', async () => {
    const tree = (html: string) => `<div><template shadowrootmode=open>${html}</template></div>`;
    const trees = await open(tree('<p style="font-family: One">x').repeat(2000));
    expect((await trees.call('listInnerStacks')).excess).toEqual([{ of: 'familyTrees', limit: 2000 }]);
    const texts = await open(tree(`${'<i>x</i>'.repeat(20_000)}<p style="font-family: One">x`));
    expect((await texts.call('listInnerStacks')).excess).toEqual([{ of: 'familyTexts', limit: 20_000 }]);
    const list = await open(tree(`<p style="font-family: ${'F'.repeat(2000)}">x`));
    expect(await list.call('listInnerStacks')).toEqual({ stacks: [], excess: [{ of: 'family', limit: 2000 }] });
  });

  test('adds the text of margin boxes until it is removed', async () => {
    const page = await open('<p>text');
    expect(await find(page, ['One'], [{ css: 'One', text: 'margin' }])).toEqual(['margin']);
    expect(await page.read('document.body.textContent')).toBe('textmargin');
    await page.call('endFamilyTexts');
    expect(await page.read('document.body.textContent')).toBe('text');
  });
});

/** The id, or the text, of the first element with text in each list; null for none. */
async function findIn(html: string, stacks = ['One'], boxed: { css: string; text: string }[] = []) {
  const page = await open(html);
  const found = `page.findFamilyTexts(${JSON.stringify(stacks)}, ${JSON.stringify(boxed)})`;
  const names = await page.read(`${found}.map((element) => element ? element.id || element.textContent : null)`);
  return { page, names };
}

describe('text that a rule adds', () => {
  const make = (content: string, selector = '#a::before') =>
    `<style>${selector} { content: ${content}; font-family: One }</style><p id=a title=x></p>`;

  test.each([
    ['"x"', 'a'],
    ['"  x"', 'a'],
    ['"  "', null],
    ['""', null],
    ['attr(title)', 'a'],
    ['counter(n)', 'a'],
    ['counters(n, "")', 'a'],
    ['url("data:,x")', null],
    ['url("data:,x") "y"', 'a'],
    ['none', null],
  ])('has a font with the content %s: %j', async (content, id) => {
    expect((await findIn(make(content))).names).toEqual([id]);
  });

  test.each([
    '#a::before',
    '#a::after',
    '#a:after',
    'p:first-of-type::before',
    'p { &::before',
    '@media all { #a::before',
  ])('is found by %s', async (selector) => {
    const closing = selector.includes('{') ? '}' : '';
    const html = `<style>${selector} { content: "x"; font-family: One }${closing}</style><p id=a></p>`;
    expect((await findIn(html)).names).toEqual(['a']);
  });

  test('is found before a list item', async () => {
    const html = '<style>li::marker { content: "x"; font-family: One }</style><ul><li id=a></li></ul>';
    expect((await findIn(html)).names).toEqual(['a']);
  });

  test('of a margin box, or of what is not displayed, is not found', async () => {
    expect((await findIn('<style>@page { @top-left { content: "x"; font-family: One } }</style><p>')).names).toEqual([
      null,
    ]);
    expect((await findIn(make('"x"').replace('<p', '<p hidden'))).names).toEqual([null]);
  });

  test('is found in a shadow tree', async () => {
    const tree =
      '<template shadowrootmode=open><style>b::after { content: "x"; font-family: One }</style><b id=a></b></template>';
    expect((await findIn(`<div>${tree}</div>`)).names).toEqual(['a']);
  });
});

describe('text of a list of families', () => {
  test.each([
    ['in other letters and quotes', '<p id=a style=\'font-family: "ONE",serif\'>x', ['one, "Serif"'], ['a']],
    ['that is hidden', '<p id=a style="font-family: One; visibility: hidden">x', ['One'], [null]],
    [
      'in a running element',
      '<p id=a data-platen-running=0 style="font-family: One; visibility: hidden">x',
      ['One'],
      ['a'],
    ],
    ['that is not displayed', '<p id=a style="font-family: One; display: none">x', ['One'], [null]],
    ['of spaces', '<p id=a style="font-family: One"> \n ', ['One'], [null]],
    ['that comes first', '<p id=b style="font-family: One">x<p id=a style="font-family: One">x', ['One'], ['b']],
    ['that is asked for twice', '<p id=a style="font-family: One">x', ['One', 'Two', 'One'], ['a', null, 'a']],
    [
      'after hidden text',
      '<p style="font-family: One; visibility: hidden">x<p id=a style="font-family: One">x',
      ['One'],
      ['a'],
    ],
  ])('%s', async (_what, html, stacks, ids) => {
    expect((await findIn(html, stacks)).names).toEqual(ids);
  });

  test('of a margin box is added once for each list without text', async () => {
    const boxed = [
      { css: 'One', text: 'first' },
      { css: 'one', text: 'second' },
      { css: 'Two', text: 'third' },
    ];
    const { page, names } = await findIn('<p id=a style="font-family: Two">x</p>', ['One', 'Two'], boxed);
    expect(names).toEqual(['first', 'a']);
    expect(await page.read('document.body.textContent')).toBe('xfirst');
    expect(await page.read('getComputedStyle(document.body.lastChild).fontFamily')).toBe('One');
    expect(await page.call('endFamilyTexts')).toEqual([]);
    expect(await page.read('document.body.textContent')).toBe('x');
  });
});

describe('families of inner documents', () => {
  const tree = (html: string) => `<div><template shadowrootmode=open>${html}</template></div>`;
  const families = (count: number) =>
    Array.from({ length: count }, (_, index) => `<p style="font-family: F${index}">x`).join('');

  test.each([
    [
      'of text',
      tree('<p style="font-family: One">x<p style="font-family: Two">x<p style="font-family: One">x'),
      ['One', 'Two'],
      [],
    ],
    ['of no text', tree('<p style="font-family: One"> '), [], []],
    ['of a tree in a tree', tree(tree('<p style="font-family: One">x')), ['One'], []],
    ['of the document', '<p style="font-family: One">x', [], []],
    [
      'with a font of the document',
      `<style>@font-face { font-family: Own; src: url("data:,x"); unicode-range: U+5000 }</style>${tree('<p style="font-family: A, own">x')}`,
      [],
      [],
    ],
    ['of 1,999 characters', tree(`<p style="font-family: ${'F'.repeat(1999)}">x`), ['F'.repeat(1999)], []],
  ])('are those %s', async (_what, html, stacks, excess) => {
    expect(await (await open(html)).call('listInnerStacks')).toEqual({ stacks, excess });
  });

  test.each([
    [100, []],
    [101, [{ of: 'innerFamilies', limit: 100 }]],
  ])('are 100 of %i', async (count, excess) => {
    const found = await (await open(tree(families(count) + families(1)))).call('listInnerStacks');
    expect([found.stacks.length, found.excess]).toEqual([100, excess]);
  });
});
