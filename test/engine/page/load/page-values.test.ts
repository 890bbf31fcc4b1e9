import { describe, expect, it } from 'vitest';
import { isPageBox, isPageValue, namesOddPageRule } from '../../../../src/engine/page/load/page-values.ts';

describe('the size of a page', () => {
  it.each([
    ['auto', true],
    ['A4', true],
    ['a4 LANDSCAPE', true],
    ['landscape a5', true],
    ['portrait', true],
    ['JIS-B5', true],
    ['A6 portrait', true],
    ['b10', true],
    ['210mm', true],
    ['210mm 297mm', true],
    ['8.5in .5in', true],
    ['0 0', true],
    ['10Q 1e2px', true],
    ['50vw 50dvh', true],
    ['20rem 3lh', true],
    ['A4 /* upright */ portrait !important', true],
    ['A4!important', true],
    ['calc(1in + 2cm) 5in', true],
    ['var(--paper)', true],
    ['\\41 4', true],
    ['inherit', true],
    ['', false],
    ['A44', false],
    ['A11', false],
    ['C4', false],
    ['A4 landscpae', false],
    ['A4-landscape', false],
    ['A4 A5', false],
    ['landscape portrait', false],
    ['210', false],
    ['210 297', false],
    ['210mm 297', false],
    ['210 mm', false],
    ['210mm A4', false],
    ['210mm, 297mm', false],
    ['50%', false],
    ['1in 2in 3in', false],
    ['auto landscape', false],
    ['5inch', false],
    ['-5in', false],
    ['5in -5in', false],
    ['1.2.3in', false],
    ['1.in', false],
    ['constructor', false],
  ])('is kept as %j: %s', (value, isKept) => {
    expect(isPageValue('size', value)).toBe(isKept);
  });
});

describe('the margins of a page', () => {
  it.each([
    ['margin', '2cm', true],
    ['margin', '0', true],
    ['margin', '0.0', true],
    ['margin', '0.', false],
    ['margin', '1.%', false],
    ['margin', '1cqw', true],
    ['margin', '1cm auto 5% -3mm', true],
    ['margin', '+.5in 0', true],
    ['margin', 'max(1cm, 2em) 3pt', true],
    ['margin-top', '12.5%', true],
    ['margin-left', 'auto', true],
    ['margin', '20', false],
    ['margin', '2 cm', false],
    ['margin', '2cmm', false],
    ['margin', '1cm 1cm 1cm 1cm 1cm', false],
    ['margin', '1cm, 2cm', false],
    ['margin', 'none', false],
    ['margin-top', '1cm 2cm', false],
    ['margin-top', '', false],
  ])('are kept as %s: %s: %s', (property, value, isKept) => {
    expect(isPageValue(property, value)).toBe(isKept);
  });
});

it.each([
  ['@page { size: A44 }', true],
  ['@PAGE { MARGIN: 20 }', true],
  ['@page { margin-left: 2 }', true],
  ['p { margin: 20 } @page {}', true],
  ['@page { size: A4; margin: 2cm; margin-top: 0 }', false],
  ['p { margin: 20; size: huge }', false],
  ['@page {} p { font-size: big; --margin: x; scroll-margin: 3; margin-block: 3; background-size: cover }', false],
  ['.page { size: A44 }', false],
  ['@page { @top-centre { content: "" } }', true],
  ['@page { @bottom-middle { content: "" } }', true],
  ['@page { @TOP-center { content: "" } @left-middle {} }', false],
  ['@page :odd {}', true],
  ['@page toc:frist {}', true],
  ['@page :nth-child(2) {}', true],
  ['@page :FIRST {} @page a:left {} @page :right:blank {} @page :nth(2n) {}', false],
])('%s may have values that Chromium drops: %s', (css, mayBe) => {
  expect(namesOddPageRule(css)).toBe(mayBe);
});

it.each([
  ['@top-left-corner', true],
  ['@top-left', true],
  ['@top-center', true],
  ['@bottom-right-corner', true],
  ['@left-top', true],
  ['@right-middle', true],
  ['@left-bottom', true],
  ['@top', true],
  ['@footnote', true],
  ['@footnotes', true],
  ['@top-middle', false],
  ['@left-center', false],
  ['@left-top-corner', false],
  ['@top-center-corner', false],
  ['@media', false],
])('%s may be in a rule for pages: %s', (name, mayBe) => {
  expect(isPageBox(name)).toBe(mayBe);
});
