import { expect, test } from 'vitest';
import { findCssReferences, placeCssReferences } from '../../../../src/cli/documents/assets/css-references.ts';

const cases: [css: string, addresses: string[]][] = [
  ['a { background: url(a.png) }', ['a.png']],
  ['a { background: url( "a b.png" ) }', ['a b.png']],
  ["@import 'x.css' screen; @import url(y.css) layer(base);", ['x.css', 'y.css']],
  ['@font-face { font-family: "F"; src: local("F"), url("f.woff2") format("woff2") }', ['f.woff2']],
  ['a { background: image-set("a.png" 1x, url(b.png) 2x) }', ['a.png', 'b.png']],
  ['a { background: -webkit-image-set(url(a.png) 1x) }', ['a.png']],
  ['a { --art: url(art.svg) }', ['art.svg']],
  ['a { background: url(a\\20 b.png) }', ['a b.png']],
  ['/* url(no.png) */ a { content: "url(no.png)" }', []],
  ['@namespace url("http://www.w3.org/1999/xhtml"); @namespace svg "x.svg";', []],
  ['@charset "utf-8"; a[href="b.png"] { quotes: "«" "»" }', []],
  ['a { width: calc((1px; } b { background: url("b.png") }', ['b.png']],
  ['a { background: url(broken "x) } b { background: url(b.png', ['b.png']],
];

test.each(cases)('%s', async (css, addresses) => {
  expect((await findCssReferences(css)).map(({ address }) => address)).toEqual(addresses);
});

test('a reference knows its line, counted from the line where the CSS starts', async () => {
  const css = 'a{}\r\n\nb { background: url(b.png) }\nc { background: url(c.png) }';
  expect(await findCssReferences(css, 10)).toEqual([
    { address: 'b.png', line: 12 },
    { address: 'c.png', line: 13 },
  ]);
});

test('a reference has its place in the text, and that of the rule that imports it', async () => {
  const css =
    '@import "x.css" screen;a{b:url(c.png)}@media print { d { e: image-set("f.png" 1x) } }\n@import url(g.css)';
  const at = (text: string) => ({ start: css.indexOf(text), end: css.indexOf(text) + text.length });
  expect(await placeCssReferences(css)).toEqual([
    { address: 'x.css', line: 1, ...at('"x.css"'), isString: true, rule: at('@import "x.css" screen;') },
    { address: 'c.png', line: 1, ...at('url(c.png)'), isString: false },
    { address: 'f.png', line: 1, ...at('"f.png"'), isString: true },
    { address: 'g.css', line: 2, ...at('url(g.css)'), isString: false, rule: at('@import url(g.css)') },
  ]);
});

test.each([
  ['@import "a.css"; b::after { content: "c.png" }', ['a.css']],
  ['@IMPORT "a.css";', ['a.css']],
  ['a { b: IMAGE-SET("a.png" 1x) }', ['a.png']],
  ['a { b: src("a.png") }', ['a.png']],
  ['a { b: image-set(("no.png") 1x); c: image-set(var(--d) "a.png") }', ['a.png']],
  ['a { b: format("no.png"); c: attr("no.png") }', []],
  ['@import url("a.css") supports("no.css");', ['a.css']],
  ['@media x { a { b: "no.png" } } @namespace url(no.html);', []],
])('%s has the addresses %j', async (css, addresses) => {
  expect((await findCssReferences(css)).map(({ address }) => address)).toEqual(addresses);
});
