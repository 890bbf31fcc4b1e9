import { describe, expect, onTestFinished, test } from 'vitest';
import { namesPagedCss } from '../../../../src/engine/page/load/paged-words.ts';
import { translateCss } from '../../../../src/engine/page/paged/translate-css.ts';

const translate = async (css: string) => (await translateCss(css)).text;

describe('what Chromium keeps', () => {
  test('named strings become a property and a counter of pages', async () => {
    expect(await translate('h1 { string-set: chapter content() }')).toBe(
      'h1 { --platen-string-set: chapter content() }',
    );
    expect(await translate('h1{color:red;STRING-SET:a "b"}')).toBe('h1{color:red;--platen-string-set:a "b"}');
    expect(await translate('@top-left { content: "x" string(chapter) }')).toBe(
      '@top-left { content: "x" counter(platen-page, platen-first-string-chapter) }',
    );
    expect(await translate('content: string( kapitel-ü , first-except )')).toBe(
      'content: counter(platen-page, platen-first-except-string-kapitel-ü)',
    );
  });

  test('generated content is valid with a leader', async () => {
    expect(await translate(`a::after { content: leader('.') "x" }`)).toBe(
      `a::after { content: attr(data-platen-none, "") leader('.') "x" }`,
    );
  });

  test.each([
    'content: "; " leader(".") "x"',
    'content: "{ " leader(".") "x"',
    `content: "${'x'.repeat(108)}" leader(".")`,
    'content: /* ; } */ leader(".")',
    'content: "(" target-text(url(#a;b))',
  ])('generated content is valid whatever is before its leader: %s', async (css) => {
    const [, value] = css.split('content:', 2);
    expect(await translate(`a::after { ${css} }`)).toBe(`a::after { content: attr(data-platen-none, "")${value} }`);
  });

  test.each([
    ['a { string-set: x ";" }', 'a { --platen-string-set: x ";" }'],
    ['a { color: red; /**/string-set: x }', 'a { color: red; /**/--platen-string-set: x }'],
    ['@media print { b { c: d } string-set: x }', '@media print { b { c: d } --platen-string-set: x }'],
    ['@page { size: A0 landscape }', '@page { size: 46.811023622047244in 33.110236220472444in }'],
    ['@page{size:tabloid!important}', '@page{size:11in 17in!important}'],
    [
      'b { content: string(a) string(b, last) }',
      'b { content: counter(platen-page, platen-first-string-a) counter(platen-page, platen-last-string-b) }',
    ],
    ['a { color: device-cmyk(0 1 1 0 / 50%', 'a { color: device-cmyk(0 1 1 0 / 50%'],
    [
      '@page { @footnote { color: device-cmyk(0 1 1 0); content: "}" } margin: 0 }',
      '@page {  margin: 0 }\n[data-platen-footnotes] { color: rgb(255 0 0); content: "}" }',
    ],
    [
      '@page { bleed: 3mm; marks: crop cross !important }',
      '@page { scroll-padding-top: 3mm; container-name: crop cross !important }',
    ],
    [`@page ${'x'.repeat(120)}:blank, y:blank {}`, '@page  platen-blank {}\n@page  platen-blank {}\n'],
  ])('%s is read by its tokens', async (css, translated) => {
    expect(await translate(css)).toBe(translated);
  });

  test('a long style sheet is translated to its end', async () => {
    const rule = 'h1 { /* a comment */ string-set: chapter content(); color: "; string-set" } ';
    const translated = rule.replace('string-set', '--platen-string-set');
    expect(await translate(rule.repeat(5000))).toBe(translated.repeat(5000));
    const comment = `/*${'x'.repeat(200_000)}*/`;
    expect(await translate(`${comment} ${rule}`)).toBe(`${comment} ${translated}`);
  });

  test.each([
    ['h1 { break-before: always }', 'h1 { break-before: page }'],
    ['h1{Break-After:ALL!important}', 'h1{Break-After:page!important}'],
    ['h1 { page-break-before: always }', 'h1 { page-break-before: always }'],
    [
      '@page { @top { color: red } @left{} @top-left {} }',
      '@page { @top-center { color: red } @left-middle{} @top-left {} }',
    ],
  ])('what other programs write in %s is what Chromium knows', async (css, translated) => {
    expect(await translate(css)).toBe(translated);
    expect(namesPagedCss(css)).toBe(css !== translated);
  });

  test.each([
    ['@page :blank { }', '@page  platen-blank { }'],
    ['@page:blank{}', '@page platen-blank{}'],
    ['@page kapitel-ü:blank, :first {}', '@page  platen-blank {}\n@page :first {}\n'],
    ['@page :first, :blank{}', '@page :first {}\n@page  platen-blank {}\n'],
    ['a:blank {}', 'a:blank {}'],
  ])('blank pages of %s get a name', async (css, translated) => {
    expect(await translate(css)).toBe(translated);
  });

  test.each([
    ['a { float: footnote }', 'a { --platen-float: footnote }'],
    ['a { float :footnote !important }', 'a { --platen-float :footnote !important }'],
    ['@supports (float: footnote) { a { color: red } }', '@supports (--platen-float: footnote) { a { color: red } }'],
    ['a::footnote-call { color: red }', 'a::part(platen-footnote-call) { color: red }'],
    ['::footnote-marker{content:"x"}', '::part(platen-footnote-marker){content:"x"}'],
    [
      '@page { margin: 1cm; @footnote { border-top: 1px solid } }',
      '@page { margin: 1cm;  }\n[data-platen-footnotes] { border-top: 1px solid }',
    ],
    ['@page{@footnotes{color:red}}', '@page{}\n[data-platen-footnotes] {color:red}'],
  ])('%s becomes what Chromium keeps of footnotes', async (css, translated) => {
    expect(await translate(css)).toBe(translated);
  });

  test.each([
    ['float: page', '--platen-unsupported-float: page'],
    ['float: top', '--platen-float: top'],
    ['float: bottom page !important', '--platen-float: bottom page !important'],
    ['position: running(head)', '--platen-running: running(head)'],
    ['content: element(head)', 'content: counter(platen-page, platen-first-element-head)'],
    ['content: element( head , last )', 'content: counter(platen-page, platen-last-element-head)'],
    ['flow: static(head)', '--platen-running: static(head)'],
    ['-prince-flow: static(head)', '--platen-running: static(head)'],
    ['content: flow(head)', 'content: counter(platen-page, platen-first-element-head)'],
    ['flex-flow: row; -prince-flow: x', 'flex-flow: row; --platen-unsupported--prince-flow: x'],
    ['image-resolution: 300dpi', '--platen-unsupported-image-resolution: 300dpi'],
    ['-weasy-bookmark-level: 2', '--platen-bookmark-level: 2'],
    ['content: element(head, middle)', 'content: ""'],
    ['background: -moz-element(#head)', 'background: -moz-element(#head)'],
    ['bookmark-level: 2', '--platen-bookmark-level: 2'],
    ['-prince-bookmark-label: "x"', '--platen-bookmark-label: "x"'],
    ['prince-bookmark-label: "x"', '--platen-bookmark-label: "x"'],
    ['prince-pdf-page-label: "x"', '--platen-unsupported-prince-pdf-page-label: "x"'],
    ['-ro-bookmark-state:closed', '--platen-bookmark-state:closed'],
    ['-prince-bookmark-target: self', '--platen-unsupported--prince-bookmark-target: self'],
    ['-prince-pdf-page-label: "x"', '--platen-unsupported--prince-pdf-page-label: "x"'],
  ])('%s becomes a property that is found again', async (css, translated) => {
    expect(await translate(`a { ${css} }`)).toBe(`a { ${translated} }`);
  });

  test.each([
    'a { float: left; position: absolute; content: "x" }',
    'a::after { content: leader(".") target-counter(attr(href), page) }',
    '/* a { string-set: x } */ b { c: "string(x)" }',
    "a { content: 'float: footnote'; background: url(x;string-set:y) }",
    'a { x-string-set: y; --string-set: z; background: substring(x) }',
    '/* string-set: x',
  ])('%s stays as it is', async (css) => {
    expect(await translateCss(css)).toEqual({ text: css, unsupported: [], isInRgb: false, hasTrim: false });
  });

  test.each([
    ['@page { size: A44; margin: 20 }', ['size: A44', 'margin: 20']],
    ['@page { margin-top: 2  cm !important }', ['margin-top: 2 cm !important']],
    ['@page { size: }', ['size:']],
    ['@page { size: A0 auto }', ['size: A0 auto']],
    ['@page { size: B6 upright }', ['size: B6 upright']],
    ['@page { size: constructor }', ['size: constructor']],
    ['@page { @top-centre { content: "a" } @top-center { margin: 0 } }', ['@top-centre (@page)']],
    ['@page { @top-center { margin: 3 } }', ['margin: 3']],
    ['@page :odd { margin: 3 }', ['@page :odd', 'margin: 3']],
    ['@page a:frist:left {}', ['@page a:frist']],
    ['@page a:nth-child( 2 ) {}', ['@page a:nth-child( 2 )']],
    ['@page :first {} @page a:left { } p:odd { margin: 3; size: A44 }', []],
  ])('%s has parts without effect', async (css, unsupported) => {
    expect((await translateCss(css)).unsupported).toEqual(unsupported);
  });

  test('colours in CMYK become colours in RGB', async () => {
    expect(
      await translateCss('a { color: device-cmyk(0 1 1 0); border: 1px solid DEVICE-CMYK(0% 0% 0% 50%) }'),
    ).toEqual({
      text: 'a { color: rgb(255 0 0); border: 1px solid rgb(128 128 128) }',
      unsupported: [],
      isInRgb: true,
      hasTrim: false,
    });
    expect(await translateCss('a { color: device-cmyk(var(--c) 0 0 0); b: -device-cmyk(0 0 0 0) }')).toEqual({
      text: 'a { color: device-cmyk(var(--c) 0 0 0); b: -device-cmyk(0 0 0 0) }',
      unsupported: ['device-cmyk(var(--c) 0 0 0)'],
      isInRgb: false,
      hasTrim: false,
    });
  });

  test.each([
    ['@page a:nth(3) {}', '@page  a--platen-nth-0n3 {}'],
    ['@page :nth(3), :nth(2n){}', '@page  --platen-nth-0n3 {}\n@page  --platen-nth-even {}\n'],
    ['@page a :nth(2){}', '@page a  --platen-nth-0n2{}'],
    ['@page :nth(2', '@page :nth(2'],
    ['@page a :blank{}', '@page a  platen-blank{}'],
    ['@page; a { b: c }', '@page; a { b: c }'],
    ['a:nth(3) { b: c }', 'a:nth(3) { b: c }'],
    [
      '@page { @footnote { a: b } } @page { @footnote { float: top; c: d } g: h }',
      '@page {  } @page {  g: h }\n[data-platen-footnotes] { a: b }\n[data-platen-footnotes] { --platen-float: top; c: d }',
    ],
    [
      '@page{ @footnote { a: b } } c { float: top }',
      '@page{  } c { --platen-float: top }\n[data-platen-footnotes] { a: b }',
    ],
    ['@footnote;', '@footnote;'],
    ['@footnote { @footnotes { a: b } c: d }', '\n[data-platen-footnotes] { @footnotes { a: b } c: d }'],
    ['string-set: a', '--platen-string-set: a'],
    ['<!-- string-set: a', '<!-- --platen-string-set: a'],
    ['--> string-set: a', '--> --platen-string-set: a'],
    ['a { color: red string-set: x }', 'a { color: red string-set: x }'],
    ['(string-set: x)', '(string-set: x)'],
    ['a { string-set', 'a { string-set'],
    ['@top;', '@top;'],
    ['@BOTTOM {}', '@BOTTOM-center {}'],
    ['a:footnote-call {}', 'a:footnote-call {}'],
    ['a::footnote {}', 'a::footnote {}'],
    ['a { content: string(x', 'a { content: string(x'],
    ['a { content: string(1) string(a b) string(a, ) }', 'a { content: string(1) string(a b) string(a, ) }'],
    ['a { content: string(a, first, b) string(a b c) }', 'a { content: string(a, first, b) string(a b c) }'],
    ['a { content: string(a / last) string("a", last) }', 'a { content: string(a / last) string("a", last) }'],
    [
      'a { content: prince-flow(x) -prince-flow(y, start) }',
      'a { content: counter(platen-page, platen-first-element-x) counter(platen-page, platen-start-element-y) }',
    ],
    ['a { -ro-flow: static(x) }', 'a { --platen-unsupported--ro-flow: static(x) }'],
    [
      'a { prince-flow: static(x); prince-flow: y }',
      'a { --platen-running: static(x); --platen-unsupported-prince-flow: y }',
    ],
    ['a { -prince-flow-from: static(x) }', 'a { --platen-unsupported--prince-flow-from: static(x) }'],
    ['a { content: leader(".") attr(x) }', 'a { content: leader(".") attr(x) }'],
    ['@page { size: a0 portrait }', '@page { size: 33.110236220472444in 46.811023622047244in }'],
    ['@page { size: landscape B6 }', '@page { size: 176mm 125mm }'],
    ['@page { size: portrait A10 }', '@page { size: 26mm 37mm }'],
    ['@page { size: B3; margin: 0 }', '@page { size: 353mm 500mm; margin: 0 }'],
    ['a { float: } b { float: top }', 'a { float: } b { --platen-float: top }'],
    [
      'a { float: bottom left; float: top  page }',
      'a { --platen-unsupported-float: bottom left; --platen-float: top  page }',
    ],
    ['a { break-before: always all; break-after: allx }', 'a { break-before: page all; break-after: allx }'],
    ['@page { marks: none; bleed: auto }', '@page { container-name: none; scroll-padding-top: auto }'],
  ])('%s is translated to %s', async (css, translated) => {
    expect(await translateCss(css)).toEqual({ text: translated, unsupported: [], isInRgb: false, hasTrim: false });
  });

  test.each([
    ['@page a:first:nth(3) {}', ['@page a:first:nth(3)']],
    ['@page :first:blank {}', ['@page :first:blank']],
    ['@page :nth(x), b:nth(y) {}', ['@page :nth(x)', '@page b:nth(y)']],
    ['@page a:nth(x):nth(y) {}', ['@page a:nth(x)']],
    ['@page { marks: ; bleed: -1mm }', ['marks:', 'bleed: -1mm']],
    ['a { bleed: 1mm } @page { bleed: 1mm', ['bleed: 1mm']],
  ])('%s is reported as %j', async (css, unsupported) => {
    expect((await translateCss(css)).unsupported).toEqual(unsupported);
  });

  test('what no element can show is reported by its own words', async () => {
    expect((await translateCss('@page a:nth( 3m+1 ) { color: red }')).unsupported).toEqual(['@page a:nth( 3m+1 )']);
    expect((await translateCss('@page { marks: crop  corner } p { marks: crop; bleed: 3mm }')).unsupported).toEqual([
      'marks: crop corner',
      'marks: crop',
      'bleed: 3mm',
    ]);
    const others = ['bleed-left: 3mm', '-prince-trim: 1mm', '-weasy-hyphens: auto'];
    expect((await translateCss(`@page { -prince-bleed: 3mm; ${others.join(';')} }`)).unsupported).toEqual(others);
    expect(await translateCss('@top-left { content: string(x, middle) }')).toEqual({
      text: '@top-left { content: "" }',
      unsupported: ['string(x, middle)'],
      isInRgb: false,
      hasTrim: false,
    });
  });

  test.each([':nth(1)', ':nth(odd)', ':nth(3)', ':nth(n)', ':nth(2 of a)', ':blank'])(
    '@page%s needs no space between',
    async (selector) => {
      const translate = async (css: string) => (await translateCss(css)).text.replace(/\s+/g, ' ');
      expect(await translate(`@page${selector} {}`)).toBe(await translate(`@page ${selector} {}`));
    },
  );
});

test.each([
  ['<style>h1 { string-set: a content() }</style>', true],
  ['a::after { content: target-counter(attr(href), page) }', true],
  ['.fn { float: footnote }', true],
  ['@page :nth(2) { }', true],
  ['.n::footnote-call { color: red }', true],
  ['@page { @footnote { border: 0 } }', true],
  ['.data-footnote-backref { display: none } [data-footnote-ref] { padding: 0 }', false],
  ['<section class="footnotes"><script>document.createElement("a")</script>', false],
  ['@page { size: A4 } a { float: left; position: fixed }', false],
  ['@page { size: landscape B6 }', true],
  ['@page { size: a10 }', true],
  ['@page { size: A44 }', true],
  ['@page { margin: 20 }', true],
])('%s may name CSS for paged media: %s', async (text, may) => {
  expect(namesPagedCss(text)).toBe(may);
});

test('lets others use the event loop meanwhile', async () => {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  count();
  onTestFinished(() => clearImmediate(next));
  const css = '/**/'.repeat(500_000);
  expect((await translateCss(css)).text).toBe(css);
  expect(turns).toBeGreaterThan(3);
});
