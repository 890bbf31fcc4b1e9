import { expect, test } from 'vitest';
import { findHtmlReferences } from '../../../../src/cli/documents/assets/html-references.ts';
import { loadsNoFiles } from '../../../../src/cli/documents/assets/reference.ts';

test.each([
  '<p>nothing at all',
  '<!doctype html><style>th { background: #eee; color: red }</style><th style="background: none">&amp; &lt;',
  '<style>p { color: red }</style><p>&#8364; 20',
  '<a href="https://example.com/a">a link is not loaded</a><p data-source="x">',
])('no parser is needed for %s', (html) => {
  expect(loadsNoFiles(html)).toBe(true);
});

test.each([
  ['an image', '<IMG/SRC = a.png>'],
  ['sizes of an image', '<img srcset="a.png 2x">'],
  ['a document in a frame', '<iframe srcdoc="<img src=a.png>"></iframe>'],
  ['a poster', '<video poster\n=\na.png></video>'],
  ['an object', '<object data=a.png></object>'],
  ['the background of a table', '<table background=a.png>'],
  ['a style sheet', '<link rel=stylesheet href=a.png>'],
  ['an image of SVG', '<svg><image xlink:href=a.png /></svg>'],
  ['a filter of SVG', '<svg><filter><feImage href=a.png /></filter></svg>'],
  ['a symbol of SVG', '<svg><use href=a.png /></svg>'],
  ['a script of SVG', '<svg><script href=a.png /></svg>'],
  ['an address in CSS', '<style>p { background: URL(a.png) }</style>'],
  ['an import', '<style>@import "a.png";</style>'],
  ['an image set', '<style>p { background: -webkit-image-set("a.png" 1x) }</style>'],
  ['a source of CSS', '<style>p { background: src("a.png") }</style>'],
  ['an address spelt with a number', '<p style="background: u&#114;l(a.png)">'],
  ['an address spelt with a name', '<p style="background: url&lpar;a.png)">'],
  ['an import of SVG spelt with a name', '<svg><style>&commat;import "a.png";</style></svg>'],
])('%s is seen', async (_, html) => {
  expect(loadsNoFiles(html)).toBe(false);
  expect((await findHtmlReferences(html)).references).toMatchObject([{ address: 'a.png' }]);
});

test.each([
  ['an address spelt with a backslash', '<style>p { background: u\\72l(a.png) }</style>'],
  ['an import spelt with a backslash', '<style>@\\69mport "a.png";</style>'],
  ['a backslash spelt with a name', '<p style="background: u&bsol;72l(a.png)">'],
])('%s is left to the parser', (_, html) => {
  expect(loadsNoFiles(html)).toBe(false);
});
