import { expect, test } from 'vitest';
import {
  looksStatic,
  looksWhole,
  mayBreakHeading,
  mayNumberPages,
} from '../../../../src/engine/page/load/document-hints.ts';

test.each([
  '<script>x()</script>',
  '<SCRIPT src=x>',
  '<svg><script>x()</script></svg>',
  '<iframe srcdoc="x">',
  '<frameset><frame src=x>',
  '<object data=x>',
  '<embed src=x>',
  '<video autoplay>',
  '<audio autoplay>',
  '<template shadowrootmode=open><script>x()</script></template>',
  '<meta http-equiv=refresh content=0>',
  '<META HTTP-EQUIV="Set-Cookie">',
  '<body onload=x()>',
  '<img src=x\nonerror = "x()">',
  '<svg/onload=x()>',
  '<p title="a"onclick="x()">',
  '<a href="javascript:x()">',
])('%s may act', (html) => {
  expect(looksStatic(html)).toBe(false);
});

test.each(['<noscript>x</noscript>', '<style>@media (scripting: none) { p { display: none } }</style>'])(
  '%s reads otherwise where no script may run',
  (html) => {
    expect(looksStatic(html)).toBe(false);
  },
);

test.each([
  '<!doctype html><title>Invoice</title><style>@page { size: A4 }</style><h1>Invoice</h1><img src="data:,">',
  '<p>Based on the terms</p>',
  '<link rel=stylesheet href=style.css><table><tr><td>1</table>',
  '<svg><a href="#x"><text>x</text></a></svg>',
])('%s cannot act', (html) => {
  expect(looksStatic(html)).toBe(true);
});

test.each([
  '<style>@font-face { font-family: x; src: url(x.woff2) }</style>',
  '<style>@FONT-FACE{}</style>',
  '<style>@\\66ont-face{}</style>',
  '<style>@import "x.css";</style>',
  '<link rel=stylesheet href=style.css>',
  '<svg><style>&#64;font-face{}</style></svg>',
  '<svg><style>&#x0040;font-face{}</style></svg>',
  '<svg><style>&commat;font-face{}</style></svg>',
  '<svg><style>@&#102;ont-face{}</style></svg>',
  '<img src=x loading = lazy>',
  '<style>@-webkit-keyframes x { from { opacity: 0 } }</style>',
  '<style>@starting-style { p { opacity: 0 } }</style>',
  '<svg><rect><set attributeName=fill to=red begin=1s /></rect></svg>',
  '<svg><animateTransform /></svg>',
  '<marquee>x</marquee>',
])('of %s something may come after it has loaded', (html) => {
  expect(looksWhole(html)).toBe(false);
});

test.each([
  '<!doctype html><title>Invoice</title><style>@page { size: A4 }</style><h1>Invoice</h1><img src="data:,">',
  '<p>a@example.com &amp; b@example.com, &#8364; 20',
])('%s is whole once it has loaded', (html) => {
  expect(looksWhole(html)).toBe(true);
});

test.each([
  ['<h1>A<br>b</h1>', true],
  ['<H2 class="x">A <Span>b</Span></H2>', true],
  ['<h1>A</h1><p>b<br>c</p><h2>d</h2>', false],
  ['<header><br></header><hr><br>', false],
])('%s may break a heading: %s', (html, expected) => {
  expect(mayBreakHeading(html)).toBe(expected);
});

test.each<[html: string, isNumbered: boolean]>([
  ['<style>@page { @top-left { content: counter(page) } }</style>', true],
  ['<style>@PAGE { @top-left { content: COUNTERS(pages, ".") } }</style>', true],
  ['<style>@page { @top-left { content: c\\6funter(page) } }</style>', true],
  ['<svg><style>@page { @top-left { content: &#99;ounter(page) } }</style></svg>', true],
  ['<style>@page wide:left { margin: 0 }</style>', true],
  ['<style>@page :RIGHT { margin: 0 }</style>', true],
  ['<style>@page :first { margin: 0 }</style>', false],
  ['<style>@page { size: A4; margin: 0 } p { text-align:start }</style>', false],
  ['<style>p::before { content: counter(page) }</style>', false],
  ['<p>&#39;', false],
])('of %s, pages may have numbers: %s', (html, isNumbered) => {
  expect(mayNumberPages(html)).toBe(isNumbered);
});
