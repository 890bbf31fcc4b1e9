import { expect, test } from 'vitest';
import { findHtmlReferences } from '../../../../src/cli/documents/assets/html-references.ts';

const cases: [html: string, addresses: string[]][] = [
  ['<img src=a.png srcset="b.png 1x, c.png 2x">', ['a.png', 'b.png', 'c.png']],
  ['<picture><source srcset="a.avif 100w,b.avif 200w"><img src=a.png></picture>', ['a.avif', 'b.avif', 'a.png']],
  [
    '<link rel="preload STYLESHEET" href=a.css><link rel=icon href=i.svg><link rel=next href=n.html>',
    ['a.css', 'i.svg'],
  ],
  ['<link rel=preload as=image imagesrcset="a.png 1x">', ['a.png']],
  ['<script src=a.js></script><script type=module src=b.mjs></script>', ['a.js', 'b.mjs']],
  ['<style>@import "a.css"; p { background: url(b.png) }</style>', ['a.css', 'b.png']],
  ['<p style="background: url(&quot;a.png&quot;)">', ['a.png']],
  [
    '<svg><use href="s.svg#i"/><image xlink:href="old.png" href="new.png"/><feImage xlink:href="f.png"/></svg>',
    ['s.svg#i', 'new.png', 'f.png'],
  ],
  ['<svg><style>a { fill: url(p.svg#x) }</style></svg>', ['p.svg#x']],
  ['<input type=IMAGE src=a.png><input type=text src=b.png>', ['a.png']],
  ['<video poster=p.png src=v.mp4><source src=v.webm><track src=t.vtt></video>', ['v.mp4', 'p.png', 'v.webm', 't.vtt']],
  ['<object data=o.svg></object><embed src=e.svg><iframe src=f.html></iframe>', ['o.svg', 'e.svg', 'f.html']],
  ['<iframe srcdoc="<img src=inner.png>"></iframe>', ['inner.png']],
  ['<a href=elsewhere.html>x</a><!-- <img src=no.png> --><p>&lt;img src=no.png></p>', []],
  ['<template><img src=no.png></template>', []],
  ['<textarea><img src=no.png></textarea>', []],
  ['<IMG SRC=A.PNG>', ['A.PNG']],
  ['<img src>', ['']],
  ['<constructor src=a.png></constructor><img src=b.png>', ['b.png']],
  ['<body BACKGROUND = a.png><table background\n=b.png><td/background=c.png>', ['a.png', 'b.png', 'c.png']],
  [
    '<table><thead background=a.png><tbody background=b.png><tr background=c.png><td>x<tfoot background=d.png>',
    ['a.png', 'b.png', 'c.png', 'd.png'],
  ],
  ['<table><colgroup background=a.png><col background=b.png>', ['a.png', 'b.png']],
  ['<video poster\n=\np.png></video><video/poster=q.png>', ['p.png', 'q.png']],
  ['<style>p { background: image-set("a.png" 1x) }</style>', ['a.png']],
  ['<p style="background: &#117;rl(a.png)"><p style="background: url&lpar;b.png)">', ['a.png', 'b.png']],
  ['<svg><style>&commat;import "a.css";</style></svg>', ['a.css']],
  ['<math><style>p { b: &#x75;rl(a.png) }</style></math>', ['a.png']],
  ['<img src="a&amp;b.png">', ['a&b.png']],
];

test.each(cases)('%s', async (html, addresses) => {
  expect((await findHtmlReferences(html)).references.map(({ address }) => address)).toEqual(addresses);
});

test('the first base with an address counts', async () => {
  const { base } = await findHtmlReferences('<base target=_top><base href="a/"><base href="b/">');
  expect(base).toBe('a/');
});

test('a reference knows its line, in attributes, style sheets and inner documents alike', async () => {
  const html = `<!doctype html>
<style>
  p { color: red }
  p { background: url(a.png) }
</style>
<img
  alt=""
  src=b.png>
<p style="
  background: url(c.png)">
<iframe
  srcdoc="<img src=d.png>"></iframe>`;
  expect((await findHtmlReferences(html)).references).toEqual([
    { address: 'a.png', line: 4 },
    { address: 'b.png', line: 8 },
    { address: 'c.png', line: 10 },
    { address: 'd.png', line: 12 },
  ]);
});

test('a document deeper than the call stack is read to its end', async () => {
  const html = `${'<div>'.repeat(20_000)}<img src=deep.png>`;
  expect((await findHtmlReferences(html)).references).toEqual([{ address: 'deep.png', line: 1 }]);
});
