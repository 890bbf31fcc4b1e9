import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

async function read(css: string, html = '<p>x</p>') {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  return { page, ...(await page.call('readPaged', pagedLimits)) };
}

const declaration = (property: string, value: string, selector: string) => ({
  kind: 'declaration',
  property,
  value,
  selector,
});

describe('rules for pages', () => {
  test.each([
    ['@page { counter-increment: a }', 'a 1 platen-page 1', 'a 1 platen-page 1'],
    ['@page { counter-increment: a 2 b !important }', 'a 2 b 1 platen-page 1', 'a 2 b 1 platen-page 1'],
    ['@page { counter-increment: none }', 'platen-page 1', 'platen-page 1'],
    ['@page { counter-increment: unset }', 'platen-page 1', 'platen-page 1'],
    ['@page :first { counter-increment: a }', 'platen-page', 'a 1 platen-page 1'],
    ['@page { color: red }', 'platen-page', ''],
  ])('%s count pages with %s', async (css, increment, written) => {
    const { page, increment: found } = await read(css);
    expect([found, await page.read('document.styleSheets[0].cssRules[0].style.counterIncrement')]).toEqual([
      increment,
      written,
    ]);
    expect(await page.read('document.styleSheets[0].cssRules[0].style.getPropertyPriority("counter-increment")')).toBe(
      css.includes('important') ? 'important' : '',
    );
  });

  test.each([
    ['@page { background: linear-gradient(red, blue) }', [declaration('background', 'linear-gradient()', '@page')]],
    [
      '@page :first { background-image: repeating-radial-gradient(red, blue) }',
      [declaration('background', 'repeating-radial-gradient()', '@page :first')],
    ],
    [
      '@page { background: var(--x) conic-gradient(red, blue) }',
      [declaration('background', 'conic-gradient()', '@page')],
    ],
    ['@page { background: red }', []],
    ['@page { @top-left { opacity: 0.5 } }', [declaration('opacity', '0.5', '@top-left')]],
    ['@page { @top-left { opacity: 1 } }', []],
  ])('%s', async (css, unsupported) => {
    expect((await read(css)).unsupported).toEqual(unsupported);
  });

  test.each([
    ['@page platen-blank { margin: 0 }', true, false],
    ['@page a { margin: 0 }', false, false],
    ['@page { counter-reset: footnote }', false, true],
    ['@page { counter-reset: x }', false, false],
  ])('%s: for blank pages %s, and footnotes by page %s', async (css, isBlank, isByPage) => {
    const { hasBlankRules, notes } = await read(css);
    expect([hasBlankRules, notes.countsByPage]).toEqual([isBlank, isByPage]);
  });
});

describe('declarations without effect', () => {
  const of = (property: string, value: string) => `p { --platen-unsupported-${property}: ${value} }`;

  test.each([
    ['footnote-policy', 'block', true],
    ['footnote-policy', 'line', false],
    ['footnote-policy', 'auto', false],
    ['footnote-display', 'block', false],
    ['footnote-display', 'inline', true],
    ['footnote-style-position', 'inside', false],
    ['footnote-style-position', 'outside', true],
    ['float-reference', 'page', false],
    ['float-reference', 'column', true],
  ])('%s: %s is reported: %s', async (property, value, isReported) => {
    const expected = isReported ? [declaration(property, value, 'p')] : [];
    expect((await read(of(property, value))).unsupported).toEqual(expected);
    const styled = isReported ? [declaration(property, value, 'style')] : [];
    expect((await read('', `<p style="--platen-unsupported-${property}: ${value}">x</p>`)).unsupported).toEqual(styled);
  });

  test('are not reported of elements that are not there, or on other media', async () => {
    expect((await read(of('a', 'b').replace('p', 'b'))).unsupported).toEqual([]);
    expect((await read(`@media (max-width: 1px) { ${of('a', 'b')} }`)).unsupported).toEqual([]);
    expect((await read(`@supports (color: no) { ${of('a', 'b')} }`)).unsupported).toEqual([]);
    expect((await read(`@media all { ${of('a', 'b')} }`)).unsupported).toEqual([declaration('a', 'b', 'p')]);
  });

  test('are reported once, with 500 characters, and 51 at most', async () => {
    expect((await read(of('a', 'b').repeat(2))).unsupported).toHaveLength(1);
    const [css] = (await read(of('a', 'b'.repeat(501)))).unsupported;
    expect(css?.value).toHaveLength(500);
    const many = Array.from({ length: 52 }, (_, index) => of(`a${index}`, 'b'));
    expect((await read(many.join(' '))).unsupported).toHaveLength(51);
  });
});
