import { expect, test } from 'vitest';
import { findCssReferences } from '../../../../src/cli/documents/assets/css-references.ts';

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
