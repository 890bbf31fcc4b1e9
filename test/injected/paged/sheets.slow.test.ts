import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

describe('boxes beyond the upper or the lower edge of a page', () => {
  const find = async (css: string, html = '<p>x</p>') =>
    (await open(`<!doctype html><style>${css}</style>${html}`)).call('findBleedReach');

  test.each([
    ['margin-top: -1px', true],
    ['margin-bottom: -1px', true],
    ['margin-left: -1px', false],
    ['position: absolute; top: -1px', true],
    ['position: absolute; bottom: -1px', true],
    ['position: absolute; left: -1px', false],
    ['position: relative; top: -1px', false],
    ['margin-top: 0', false],
  ])('are there for %s: %s', async (css, reaches) => {
    expect(await find(`p { ${css} }`)).toEqual({ reaches, obstacle: null });
  });

  test.each([
    ['height: 100%', 'rootHeight'],
    ['height: 50px', 'rootHeight'],
    ['height: auto', null],
    ['min-height: 9px', null],
  ])('have no room if the root has %s: %s', async (css, obstacle) => {
    expect(await find(`p { margin-top: -1px } :root { ${css} }`)).toEqual({ reaches: true, obstacle });
  });

  test.each(['1vh', '2.5dvh', '3SVB', '4lvmin', '5vmax', '6vb'])('have no room with %s', async (length) => {
    const rule = 'p { margin-top: -1px }';
    expect(await find(`${rule} b { width: ${length} }`)).toEqual({ reaches: true, obstacle: 'units' });
    expect(await find(rule, `<p style="width: ${length}">x</p>`)).toEqual({ reaches: true, obstacle: 'units' });
  });

  test.each(['1vw', '2vi', '3em', '1px /* 2vh */'])('have room with %s', async (length) => {
    expect((await find(`p { margin-top: -1px } b { width: ${length} }`)).obstacle).toBeNull();
  });

  test('have no room beside fixed boxes', async () => {
    const css = 'p { margin-top: -1px } b { position: fixed }';
    expect((await find(css)).obstacle).toBe('fixed');
    expect((await find(`${css} i { width: 1vh }`)).obstacle).toBe('units');
    expect(await find('b { position: fixed; width: 1vh }')).toEqual({ reaches: false, obstacle: null });
  });
});

describe('a style sheet for sheets', () => {
  const write = async (padding: number) => {
    const page = await open(
      '<style>@page { size: A5 !important; margin-left: 1px !important; color: red !important; @top-left { margin-top: 2px !important; width: 3px !important } } p { margin-top: 1px !important }</style>',
    );
    await page.call('writeSheets', '@page { margin: 0 }', padding);
    return {
      rules: await page.read(
        '[...document.styleSheets[0].cssRules].map(({ cssText }) => cssText.match(/[a-z-]+: [^;]* !important/g))',
      ),
      sheet: await page.read('[...document.adoptedStyleSheets[0].cssRules].map(({ cssText }) => cssText)'),
    };
  };

  test('wins over important rules', async () => {
    const { rules, sheet } = await write(0);
    expect(rules).toEqual([['color: red !important', 'width: 3px !important'], ['margin-top: 1px !important']]);
    expect(sheet).toEqual(['@page { margin: 0px; }']);
  });

  test('keeps the ends of pages free', async () => {
    expect((await write(7)).sheet).toEqual([
      '@page { margin: 0px; }',
      expect.stringMatching(/^:root { padding-block: 7px !important; .*clone !important; }$/),
    ]);
  });
});

describe('blank pages', () => {
  const texts = { texts: [], css: '', leaders: [], areFinal: false };
  const blanks = (host: string) =>
    `[...document.querySelector('${host}').shadowRoot.children].map((each) => each.localName === 'slot'
      ? each.assignedNodes().map((node) => node.id).filter((id) => id !== '').join(' ') : each.getAttribute('part') + ' ' + each.style.page)`;

  test.each([
    [false, 'wide'],
    [true, 'platen-blank'],
  ])('are before their places, with their own rules: %s', async (hasBlankRules, name) => {
    const page = await open('<p id=a>a</p><p id=b style="page: wide">b</p><div id=d><p id=c>c</p></div>');
    await page.call('writePaged', { ...texts, blanks: ['b', 'none'], hasBlankRules });
    expect(await page.read(blanks('body'))).toEqual(['a', `platen-blank ${name}`, 'b d']);
    await page.call('writePaged', { ...texts, blanks: ['c'], hasBlankRules });
    expect(await page.read(blanks('body'))).toEqual(['a b d']);
    expect(await page.read(blanks('#d'))).toEqual(['', `platen-blank ${hasBlankRules ? name : 'auto'}`, 'c']);
  });

  test('stay before breaks that are read again', async () => {
    const page = await open('<style>h1 { break-before: left }</style><p>0</p><h1 id=b>b</h1>');
    await page.call('writePaged', { ...texts, blanks: ['b'], hasBlankRules: false });
    expect((await page.call('readPaged', pagedLimits)).breaks).toEqual([{ place: 'b', isOdd: false, isStart: false }]);
  });

  test('are not set again in a box that was removed', async () => {
    const page = await open('<div id=d><p id=a>a</p><p id=b>b</p></div><p id=c>c</p>');
    await page.call('writePaged', { ...texts, blanks: ['b'], hasBlankRules: false });
    await page.read('d.remove()');
    await page.call('writePaged', { ...texts, blanks: ['c'], hasBlankRules: false });
    expect(await page.read(blanks('body'))).toEqual(['', expect.stringMatching('platen-blank'), 'c']);
  });

  test('have counter styles, which are written in their place', async () => {
    const page = await open('<p>x');
    const style = (name: string) => `@counter-style ${name} { system: cyclic; symbols: "x"; }`;
    for (const css of ['', style('a'), '', style('b')])
      await page.call('writePaged', { ...texts, css, blanks: [], hasBlankRules: false });
    expect(
      await page.read(
        'document.adoptedStyleSheets.map(({ cssRules }) => [...cssRules].map(({ name }) => name).join())',
      ),
    ).toEqual(['b']);
  });
});
