import { describe, expect } from 'vitest';
import { openPdf, readTexts } from '../../../pdf/read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const base = `@page { size: 300px 240px; margin: 20px } body { margin: 0; font: 16px/20px sans-serif } .f { float: left }
  .b { break-before: page } .e { page-break-after: always } p { margin: 0 }`;
const print = async (html: string) => {
  const page = `<!doctype html><title>t</title><style>${base}</style>${html}`;
  const { pdf, warnings } = await renderParts(engine, { html: page }, { prefer_css_page_size: true });
  return { texts: await readTexts(await openPdf(pdf)), warnings: warnings.map(({ detail }) => detail) };
};
const labels = (css: string) =>
  `<style>.l { width: 120px; height: 20px; float: left } ${css}</style>${[1, 2, 3, 4, 5].map((n) => `<div class=l>${n}</div>`).join(' ')}`;

describe('a forced break of a float', () => {
  test.each([
    ['before it', '<div class=f>a</div><div class="f b">b</div>c', ['a', 'b c']],
    ['after it', '<div class="f e">a</div><div class=f>b</div>c', ['a', 'b c']],
    ['between labels', labels('.l:nth-child(2n + 3) { break-before: page }'), ['1 2', '3 4', '5']],
    ['between text', 'a <div class="f b">b</div> c', ['a', 'b c']],
    ['by its own style', 'a <div class=f style="break-before: page">b</div>', ['a', 'b']],
    ['in a box', '<p>a</p><section><div class="f b">b</div></section>', ['a', 'b']],
    ['after the last of a box', '<section><div class="f e">a</div></section><p>b</p>', ['a', 'b']],
  ])('starts a page: %s', async (_of, html, pages) => {
    for (const body of [html, `${html}<script></script>`]) {
      const { texts, warnings } = await print(body);
      expect(warnings).toEqual([]);
      expect(texts).toEqual(pages);
    }
  });

  test.each([
    ['at the start of the document', '<div class="f b">a</div>', ['a']],
    ['at its end', '<p>a</p><div class="f e">b</div>', ['b a']],
    [
      'of an element that does not float, because it is in a flexible box',
      '<div style="display: flex">a<div class="f b">b</div></div>',
      ['a b'],
    ],
    ['of a hidden one', 'a<div class="f b" hidden>b</div>', ['a']],
  ])('starts none %s', async (_of, html, pages) => {
    expect(await print(html)).toEqual({ texts: pages, warnings: [] });
  });

  test('is a warning if it cannot', async () => {
    const { texts, warnings } = await print('<table><tr><td>a<div class="f b">b</div></table>');
    expect(texts).toEqual(['b a']);
    expect(warnings).toEqual(['break-before: page (div.f) has no effect.']);
  });
});

describe('a box that avoids breaks', () => {
  const filler = '<div style="height: 140px">x</div>';
  const lines = [1, 2, 3, 4].map((n) => `<div>${n}</div>`).join('');
  const rows = [1, 2, 3, 4].map((n) => `<tr><td>${n}`).join('');
  test.each([
    ['a float', `<div style="float: left; break-inside: avoid">${lines}</div>`],
    [
      'a float in a float',
      `<div style="float: left"><div style="float: left; break-inside: avoid">${lines}</div></div>`,
    ],
    [
      'a float in a box as high as the page',
      `<style>html, body { height: 100% }</style><div style="float: left; break-inside: avoid">${lines}</div>`,
    ],
    ['a table', `<table style="break-inside: avoid">${rows}</table>`],
    ['a table that floats', `<table style="float: left; break-inside: avoid">${rows}</table>`],
    ['the body of a table', `<table><tbody style="break-inside: avoid">${rows}</table>`],
  ])('moves to the next page: %s', async (_of, html) => {
    expect((await print(filler + html)).texts).toEqual(['x', '1 2 3 4']);
  });
});
