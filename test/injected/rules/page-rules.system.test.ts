import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** The rules for pages of a style sheet, in a document whose font has 20 pixels. */
async function readRules(css: string) {
  const page = await open(`<!doctype html><style>:root { font-size: 20px; --m: 3px; --b: 2px solid } ${css}</style>`);
  return page.call('readPageRules');
}

const usual = { isImportant: false };

describe('a rule for pages', () => {
  test('has its lengths in pixels or as shares', async () => {
    const [rule] = await readRules(`@page { margin: 1in 10% 2rem 1em !important; padding: 1pt 0 0.5lh var(--m);
      border: 2px solid; border-top-style: none; border-right-style: hidden; border-bottom-width: thick; border-left-width: 0.5em }`);
    const important = { isImportant: true };
    expect(rule?.margin).toEqual({
      top: { px: 96, ...important },
      right: { share: 0.1, ...important },
      bottom: { px: 40, ...important },
      left: { px: 20, ...important },
    });
    expect(rule?.border).toEqual({
      top: { px: 0, ...usual },
      right: { px: 0, ...usual },
      bottom: { px: 5, ...usual },
      left: { px: 10, ...usual },
    });
    expect(rule?.padding).toMatchObject({ top: { px: expect.closeTo(4 / 3) }, right: { px: 0 }, left: { px: 3 } });
  });

  test('converts lengths with the font size of the rule, also in a shorthand with a variable', async () => {
    const [rule] = await readRules('@page { font-size: 10px; margin: 2em; padding: var(--m) 7px; border: var(--b) }');
    expect(rule?.margin.top).toEqual({ px: 20, ...usual });
    expect(rule?.padding).toEqual({
      top: { px: 3, ...usual },
      right: { px: 7, ...usual },
      bottom: { px: 3, ...usual },
      left: { px: 7, ...usual },
    });
    expect(rule?.border?.left).toEqual({ px: 2, ...usual });
  });

  test('says nothing of what it does not name', async () => {
    expect(await readRules('@page { margin-top: auto } @page :first { size: A5 landscape }')).toEqual([
      expect.objectContaining({ selector: '', size: '', margin: {}, padding: {}, border: {}, counters: {}, boxes: {} }),
      expect.objectContaining({ selector: ':first', size: 'a5 landscape', margin: {} }),
    ]);
    expect(Object.keys((await readRules('@page { size: A4 }'))[0] ?? {})).not.toContain('bleed');
  });

  test('has its counters, its margin boxes, its bleed and its marks', async () => {
    const [rule] =
      await readRules(`@page { counter-reset: page 3; counter-increment: a !important; scroll-padding-top: 1em; container-name: crop cross;
      @top-left { content: "x"; width: 10% } @top-left { width: 5px !important } }`);
    expect(rule?.counters).toEqual({
      'counter-reset': { text: 'page 3', isImportant: false },
      'counter-increment': { text: 'a 1', isImportant: true },
    });
    expect(rule?.boxes?.['top-left']).toEqual({
      content: { text: '"x"', ...usual },
      width: { text: '5px', px: 5, isImportant: true },
    });
    expect(rule?.bleed).toEqual({ text: '20px', px: 20, ...usual });
    expect(rule?.marks).toEqual({ text: 'crop cross', ...usual });
  });

  test('counts if it applies to paper as it is', async () => {
    const rules =
      await readRules(`@media (max-width: 1px) { @page a { margin: 0 } } @media (min-width: 1px) { @page b { margin: 0 } }
      @supports (color: no) { @page c { margin: 0 } } @supports (color: red) { @page d { margin: 0 } } @layer { @page e { margin: 0 } }`);
    expect(rules.map(({ selector }) => selector)).toEqual(['b', 'd', 'e']);
    const page = await open(
      '<style media="(max-width: 1px)">@page { margin: 0 }</style><style media=all>@page a { margin: 0 }</style>',
    );
    expect((await page.call('readPageRules')).map(({ selector }) => selector)).toEqual(['a']);
  });
});

describe('the background of a rule for pages', () => {
  test('has a text for each layer, with absolute addresses and places as shares', async () => {
    const [rule] =
      await readRules(`@page { background: url(https://a.example/a.png) right 1em top / cover no-repeat content-box, url(https://a.example/b.png) 5px 6px;
      background-size: 50% !important }`);
    expect(rule?.background).toEqual({
      'background-image': { layers: ['url("https://a.example/a.png")', 'url("https://a.example/b.png")'], ...usual },
      'background-size': { layers: ['50% auto'], isImportant: true },
      'background-position': { layers: ['calc(100% - 20px) 0%', '5px 6px'], ...usual },
      'background-repeat': { layers: ['no-repeat', 'repeat'], ...usual },
      'background-origin': { layers: ['content-box', 'padding-box'], ...usual },
    });
  });

  test('may be one declaration with a variable, and is empty if the rule names none', async () => {
    const [one, none] = await readRules(
      ':root { --u: url("https://a.example/a.png") } @page { background: var(--u) center } @page { color: red }',
    );
    expect(one?.background?.['background-position']).toEqual({ layers: ['50% 50%'], ...usual });
    expect(one?.background?.['background-image']?.layers).toEqual(['url("https://a.example/a.png")']);
    expect(none?.background).toEqual({});
  });

  test('takes images by their addresses, if they can be loaded', async () => {
    const page = await open('');
    const image = (size: string) =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${size}/>`)}`;
    const [good, empty] = [image('width="30" height="20"'), image('width="0" height="0"')];
    expect(await page.call('measureImages', [good, 'data:,x', empty])).toEqual({ [good]: [30, 20] });
  });

  test('wins over important rules once it is written', async () => {
    const page = await open('<style>@page { background-size: 1px !important; background-position: 2px; }</style>');
    await page.call('writePageBackgrounds', '@page :first { background-size: 9px !important }');
    const text = (sheet: string) => page.read(`${sheet}.cssRules[0].cssText`);
    expect(await text('document.styleSheets[0]')).not.toContain('important');
    expect(await text('document.adoptedStyleSheets[0]')).toContain('background-size: 9px auto !important');
  });
});

describe('what a request names', () => {
  const read = async (css: string, override: object) => {
    const page = await open(`<style>${css}</style>`);
    const isChanged = await page.call('writePageOverride', { sizes: [], ...override } as never);
    return [
      isChanged,
      await page.read('document.styleSheets[0].cssRules[0].cssText'),
      await page.read('document.adoptedStyleSheets[0].cssRules[0].cssText'),
    ];
  };

  test.each([
    ['@page { margin-top: 1in }', { margin: { top: '96px' } }, false],
    ['@page { margin-top: 1in }', { margin: { top: '96.04px' } }, false],
    ['@page { margin-top: 1in }', { margin: { top: '96.06px' } }, true],
    ['@page { margin-left: 1in }', { margin: { top: '2in' } }, false],
    ['@page { size: A5 }', { size: '1in 2in' }, false],
  ])('in place of %s: %j, changes a margin: %s', async (css, override, isChanged) => {
    expect((await read(css, override))[0]).toBe(isChanged);
  });

  test('is in the rules of the document, and in one more for those that cannot be read', async () => {
    const override = { sizes: [['a5', '1in 2in']], size: '3in 4in', margin: { top: '2in' } };
    expect(await read('@page { size: A5; margin-top: 1px; margin-left: 1px }', override)).toEqual([
      true,
      '@page { size: 1in 2in; margin-top: 2in; margin-left: 1px; }',
      '@page { margin-top: 2in !important; size: 3in 4in !important; }',
    ]);
  });
});
