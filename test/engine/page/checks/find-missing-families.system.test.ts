import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const file = (type: string, text: string) => ({ type, base64: Buffer.from(text).toString('base64') });
const assets = {
  'bad.woff2': file('font/woff2', 'no font'),
  'inner.html': file('text/html', '<style>p { font-family: "Acme Sans", sans-serif }</style><p>text'),
};
const warn = async (html: string, sent: object = { assets }) => {
  const { warnings } = await renderParts(engine, { html, ...sent }, { fonts: 'bundled' });
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const missing = (name: string, used: string) =>
  `font_missing: The font "${name}" is not there: its text is printed in ${used}.`;

describe('a font that is nowhere is reported, with the one that takes its place', () => {
  test.each([
    ['in a still document', ''],
    ['beside a script', '<script>1</script>'],
  ])('however it is named, %s', async (_where, script) => {
    const html = `<style>p { font-family: Sheet, sans-serif } body { font-family: Inherited, sans-serif }
      :root { --own: Variable, sans-serif } i { font-family: var(--own) }</style><p>text<div><b>text</b></div><i>text</i>
      <b style="font: 12px Attribute, sans-serif">text</b><font face="Element, sans-serif">text</font>`;
    const names = ['Attribute', 'Element', 'Inherited', 'Sheet', 'Variable'];
    expect(await warn(html + script)).toEqual(names.map((name) => missing(name, 'Arimo')));
  });

  test('though its rule looks for it on the machine', async () => {
    const html =
      '<style>@font-face { font-family: "Acme Sans"; src: local("Acme") } p { font-family: "Acme Sans", sans-serif }</style><p>text';
    expect(await warn(html)).toEqual([missing('Acme Sans', 'Arimo')]);
  });

  test.each([
    [
      'a margin box',
      '<style>@page { @top-left { content: "Page " counter(page); font-family: "Acme Sans", sans-serif } }</style><p>text',
    ],
    [
      'the margin boxes of a page',
      '<style>@page { font-family: "Acme Sans", sans-serif; @top-left { content: "x" } }</style><p>text',
    ],
    [
      'a shadow tree',
      '<div><template shadowrootmode=open><style>p { font-family: "Acme Sans", sans-serif }</style><p>text</template></div>',
    ],
    ['a frame', `<iframe srcdoc="<p style='font-family: Acme Sans, sans-serif'>text"></iframe>`],
    ['a frame with its own file', '<iframe src=inner.html></iframe>'],
    [
      'the text of a style sheet',
      '<style>i::before { font-family: "Acme Sans", sans-serif; content: "x" }</style><i></i>',
    ],
    [
      'the text of a style sheet after the body',
      '<style>body::after { font-family: "Acme Sans", sans-serif; content: "x" }</style>',
    ],
    [
      'the text of a nested rule',
      '<style>p { @media print { i { &::before { font-family: "Acme Sans", sans-serif; content: "x" } } } }</style><p><i></i>',
    ],
    [
      'the text of what stands in a rule',
      '<style>i::before { font-family: "Acme Sans", sans-serif; @media print { content: "x" } }</style><i></i>',
    ],
    [
      'the text of a rule for children',
      '<style>p { > i::before { font-family: "Acme Sans", sans-serif; content: "x" } }</style><p><i></i>',
    ],
    [
      'the text of an attribute',
      '<style>i::after { font-family: "Acme Sans", sans-serif; content: attr(title) }</style><i title=x></i>',
    ],
    [
      'the sign of an item',
      '<style>li::marker { font-family: "Acme Sans", sans-serif; content: "x " }</style><ul><li></ul>',
    ],
    [
      'a running element',
      '<style>@page { @top-left { content: element(h) } } i { position: running(h); font-family: "Acme Sans", sans-serif }</style><i>x</i><p>text',
    ],
  ])('in %s', async (_where, html) => {
    expect(await warn(html)).toEqual([missing('Acme Sans', 'Arimo')]);
  });

  test('in headers and footers, unless their part brings it along', async () => {
    const header = '<p style="font-family: Acme Sans, sans-serif">text</p>';
    const footer = '<style>b { font-family: Brand }</style><b>text</b>';
    const parts = {
      html: '<style>@font-face { font-family: Brand; src: local("Arimo Regular"), local("Arimo-Regular") }</style><p>text',
    };
    const { warnings } = await renderParts(engine, parts, { header, footer, fonts: 'bundled', margin: '30mm' });
    expect(warnings.map(({ code, detail }) => `${code}: ${detail}`)).toEqual([missing('Acme Sans', 'Arimo')]);
  });

  test('without a generic family behind it, or alone before one', async () => {
    expect(await warn('<p style="font-family: Acme">text')).toEqual([missing('Acme', 'Tinos')]);
    expect(await warn('<p style="font-family: Georgia, serif">text')).toEqual([missing('Georgia', 'Tinos')]);
  });

  test('once for each, however often it is named', async () => {
    const html = '<p style="font-family: Acme">a<p style="font-family: Acme, serif">b<p style="font-family: Brand">c';
    expect(await warn(html)).toEqual([missing('Acme', 'Tinos'), missing('Brand', 'Tinos')]);
  });
});

test('nothing is reported where another font is asked for as well, or no text is printed in it', async () => {
  const html = `<p style="font-family: Later, Arial, sans-serif">a later one of the list is there
    <p style="font-family: Helvetica">a<p style="font-family: Noto Naskh Arabic">ابجد<p style="font-family: Noto Color Emoji">😀
    <p style="font-family: -apple-system, BlinkMacSystemFont, Segoe UI, Roboto, sans-serif">the system may choose
    <style>.none { font-family: Unused } b { font-family: Hidden; display: none }</style><b>x</b>
    <p style="font-family: Textless"><img alt=""></p>
    <style>body { font-family: Outer } i { font-family: Arial }</style><i>all of its text is in another</i>`;
  expect(await warn(html)).toEqual([]);
});

test.each([
  [
    'what a style sheet adds is no text',
    '<style>i::before { font-family: Acme; content: "" } i::after { font-family: Acme; content: " " url("data:,x") }</style><i></i>',
  ],
  [
    'its margin box shows nothing',
    '<style>@page { @top-left { content: none; font-family: Acme } @top-right { font-family: Acme } @top-center { content: ""; font-family: Acme } }</style><p>text',
  ],
  [
    'another rule for pages has another',
    '<style>@page { font-family: Acme; @top-left { content: "x" } } @page { font-family: Arial }</style><p>text',
  ],
])('nothing is told where %s', async (_why, html) => {
  expect(await warn(html)).toEqual([]);
});

test('a font whose file cannot be read is reported once, as that file', async () => {
  const html = '<style>@font-face { font-family: Acme; src: url(bad.woff2) } p { font-family: Acme }</style><p>text';
  expect(await warn(html)).toEqual(['resource_failed: bad.woff2 arrived, but the browser cannot read it']);
});

describe('a document that is sent alone', () => {
  test('has its families looked for on its pages, and reported where they are not', async () => {
    const html = `<p style="font-family: Acme, Tinos, serif">a<b style="font-family: Cousine">b</b>
      <i style="font-family: Acme Sans, sans-serif">c</i><u style="font-family: Tino, serif">d</u>`;
    expect(await warn(html, {})).toEqual([missing('Acme Sans', 'Arimo'), missing('Tino', 'Tinos')]);
  });

  test('that brings a font under another name has not the family of that font', async () => {
    const font = readFileSync(
      new URL('../../../../examples/assets/source-serif-regular.woff2', import.meta.url),
      'base64',
    );
    const html = `<style>@font-face { font-family: Brought; src: url(data:font/woff2;base64,${font}) }
      p { font-family: Brought, serif } b { font-family: "Source Serif 4", serif }</style><p>text</p><b>text</b>`;
    expect(await warn(html, {})).toEqual([missing('Source Serif 4', 'Tinos')]);
  });
});
