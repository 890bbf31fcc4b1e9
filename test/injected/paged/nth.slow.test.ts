import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

async function read(css: string, html = 'x', root = '') {
  const page = await open(`<!doctype html><html ${root}><style>${css}</style>${html}`);
  const { nth, unsupported } = await page.call('readPaged', pagedLimits);
  const texts = (await page.read('[...document.styleSheets[0].cssRules].map(({ cssText }) => cssText)')) as string[];
  return { page, nth, unsupported, texts };
}

describe('a rule for some pages', () => {
  test.each([
    ['--platen-nth-3n1', ':nth(3n+1)'],
    ['--platen-nth-2n0', ':nth(2n)'],
    ['--platen-nth-0n5', ':nth(5)'],
    ['--platen-nth-m1n2', ':nth(-1n+2)'],
    ['--platen-nth-2nm3', ':nth(2n-3)'],
    ['a--platen-nth-0n1', 'a:nth(1)'],
    ['--platen-nth-0n1-of-chapter', ':nth(1 of chapter)'],
    ['a--platen-nth-3n2-of-b:left', 'a:nth(3n+2 of b):left'],
  ])('%s is called %s, and keeps its decoration', async (selector, shown) => {
    const { nth, unsupported, texts } = await read(`@page ${selector} { size: A5; color: red }`);
    expect(nth).toEqual([selector.replace(/:.*/, '')]);
    expect(unsupported).toEqual([{ kind: 'declaration', property: 'size', value: 'a5', selector: `@page ${shown}` }]);
    expect(texts).toEqual([`@page ${selector} { color: red; }`]);
  });

  test.each([
    ['margin: 1px 2px', ['margin: 1px 2px']],
    ['margin-top: 3px', ['margin-top: 3px']],
    ['margin-top: 3px; margin-left: 4px', ['margin-top: 3px', 'margin-left: 4px']],
    ['padding: 1px', ['padding: 1px']],
    ['border-top-width: 2px', ['border-top-width: 2px']],
    ['page-orientation: rotate-left', ['page-orientation: rotate-left']],
    ['counter-reset: page 3', ['counter-reset: page 3']],
    ['counter-set: a 1', ['counter-set: a 1']],
    ['scroll-padding-top: 3mm', ['bleed: 3mm']],
    ['container-name: crop', ['marks: crop']],
    ['border-top-color: red; border-top-left-radius: 1px; border-image-source: none', []],
    ['background-color: red; outline: 1px solid; font-size: 3px', []],
    ['--size: 1px', []],
  ])('with %s has no effect by %j', async (css, found) => {
    const { unsupported, texts } = await read(`@page --platen-nth-0n1 { ${css} }`);
    expect(unsupported.map(({ property, value }) => `${property}: ${value}`)).toEqual(found);
    if (found.length > 0) expect(texts).toEqual(['@page --platen-nth-0n1 { }']);
  });

  test('styles all pages of a pseudo-class once it is known to be for them, and none else', async () => {
    const { page } = await read(`@page --platen-nth-0n1 { color: red } @page a--platen-nth-2n0:left { color: red }
      @page b--platen-nth-0n1-of-c { color: red } @page plain { color: red }`);
    const selectors = () => page.read('[...document.styleSheets[0].cssRules].map(({ selectorText }) => selectorText)');
    await page.call('applyNth', ['--platen-nth-0n1', 'a--platen-nth-2n0'], 'first');
    expect(await selectors()).toEqual([':first', 'a:left', 'b--platen-nth-0n1-of-c', 'plain']);
    await page.call('applyNth', ['b--platen-nth-0n1-of-c'], 'right');
    expect(await selectors()).toEqual(['--platen-nth-0n1', 'a--platen-nth-2n0:left', 'b:right', 'plain']);
  });

  test('has the other side of the sheet once the sides are swapped', async () => {
    const { page } = await read('@page a--platen-nth-2n0:left { color: red }');
    await page.call('applyPageNumbers', { before: 1, number: 1 });
    await page.call('applyNth', ['a--platen-nth-2n0'], 'first');
    expect(await page.read('document.styleSheets[0].cssRules[0].selectorText')).toBe('a:right');
  });

  test.each([
    ['', ':right', ':left'],
    ['dir=rtl', ':left', ':right'],
  ])('that is odd or even is for a side: %s', async (root, odd, even) => {
    const { nth, texts } = await read(
      '@page --platen-nth-odd { margin: 1px } @page a--platen-nth-even { margin: 2px }',
      'x',
      root,
    );
    expect(nth).toEqual([]);
    expect(texts).toEqual([`@page ${odd} { margin: 1px; }`, `@page a${even} { margin: 2px; }`]);
  });
});
