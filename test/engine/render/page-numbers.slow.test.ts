import { beforeAll, describe, expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { readWritten } from '../read-written.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

let foreign: string;

beforeAll(async () => {
  const { pdf } = await renderParts(engine, { html: '<style>@page { size: A5 landscape }</style>foreign' });
  foreign = Buffer.from(pdf).toString('base64');
});

const twoPages = 'one<p style="break-before: page">two';
const textOf = async (parts: unknown, options: object = {}) =>
  (await readPdf((await renderParts(engine, parts, options)).pdf)).pages;

const counting = (content: string) =>
  `<style>@media print { @page { @bottom-left { content: ${content} } } }</style>${twoPages}`;
const footer = '<span class="pageNumber">?</span> of <span class="totalPages"></span>';

test('counters and footers keep the numbers of the whole document where only some of its pages are kept', async () => {
  const counted = { html: counting('counter(page) "/" counter(pages)') };
  const parts = [counted, { pdf: foreign }, { html: twoPages }];
  const pages = await textOf(parts, { footer, page_ranges: '2-3, 5' });
  expect(pages).toEqual(['2/5 two 2 of 5', 'foreign 3 of 5', 'two 5 of 5']);
  expect(await textOf(counted, { footer, page_ranges: '2' })).toEqual(['2/2 two 2 of 2']);
  const own = { html: twoPages, options: { page_ranges: '2' } };
  const whole = await textOf([own, { pdf: foreign }, { markdown: '# heading' }], { footer });
  expect(whole).toEqual(['two 1 of 3', 'foreign 2 of 3', 'heading 3 of 3']);
});

describe('page counters in margin boxes', () => {
  // More parts than are kept open until the total is known.
  test('count through all parts, in the numerals of their style', async () => {
    const [short, count] = ['<style>@page { @bottom-left { content: counter(page) "/" counter(pages) } }</style>x', 7];
    const parts = [
      { html: counting('counter(page) " of " counter(pages)') },
      { pdf: foreign },
      { html: 'no numbers' },
      ...Array.from({ length: count }, () => ({ html: short })),
      { html: counting('counter(page, upper-roman) " of " counter(pages, lower-roman)') },
    ];
    const pages = await textOf(parts);
    const between = Array.from({ length: count }, (_, index) => `${index + 5}/13 x`);
    const whole = ['1 of 13 one', '2 of 13 two', 'foreign', 'no numbers', ...between];
    expect(pages).toEqual([...whole, 'XII of xiii one', 'XIII of xiii two']);
  });

  test('of a single part are left to the browser', async () => {
    expect(await textOf({ html: counting('counter(page) "/" counter(pages)') })).toEqual(['1/2 one', '2/2 two']);
  });
});

describe('headers and footers', () => {
  const header = '<b class="title"></b> <i class="date"></i>';

  test('name the document, and its date only where one is given', async () => {
    const html = '<title>A title</title>text';
    expect(await textOf({ html }, { header })).toEqual(['text A title']);
    const dated = {
      parts: { html },
      options: { header },
      metadata: { title: 'Given', created: '2026-01-02T03:04:05Z' },
    };
    const { pdf } = await engine.render(dated, { account: 'a' });
    expect((await readPdf(pdf)).pages).toEqual(['text Given 2026-01-02']);
  });

  test('are reported where they are printed over what the document shows there itself', async () => {
    const html = '<style>@page { @bottom-center { content: counter(page) } @top-left { content: none } }</style>x';
    const both = { header, footer };
    const parts = [
      { html, options: both },
      { html, options: { header } },
      { html: 'y', options: both },
    ];
    const { warnings } = await renderParts(engine, parts);
    const detail = 'The footer is printed over what the document shows there itself: @page @bottom-center.';
    expect(warnings).toEqual([{ part: 0, code: 'footer_overlaps', detail }]);
  });

  test('may differ by page and by part', async () => {
    const marked =
      '<style>html:not([data-first]) .first, html:not([data-last]) .last, html:not([data-part-first]) .part { display: none }</style><span class="first">FIRST</span> <span class="last">LAST</span> <span class="part">PART</span>';
    const parts = [{ html: twoPages }, { html: twoPages }, { html: 'own', options: { header: 'OWN', footer: '' } }];
    const pages = await textOf(parts, { header: marked });
    expect(pages).toEqual(['one FIRST PART', 'two', 'one PART', 'two', 'own OWN']);
  });

  test('have their own styles, which reach nothing else, and the assets of their part', async () => {
    const styled = '<link rel="stylesheet" href="h.css"><style>body::after { content: " mine" }</style><p>head</p>';
    const css = Buffer.from('p::before { content: "styled " }').toString('base64');
    const parts = [
      { html: '<p>bare</p>', options: { header: '', footer: '' } },
      { html: '<p>text</p>', assets: { 'h.css': { type: 'text/css', base64: css } } },
    ];
    const pages = await textOf(parts, { header: styled, footer: '<p>foot</p>' });
    expect(pages).toEqual(['bare', 'text styled head mine foot']);
  });

  test('run no scripts', async () => {
    expect(
      await textOf(
        { html: 'text' },
        { header: '<img src="x" onerror="alert(1)"><script>document.write("BAD")</script>head' },
      ),
    ).toEqual(['text head']);
  });

  test('that are too tall are reported for the part they stand on, and lose nothing at the edge of the paper', async () => {
    const header = [1, 2, 3, 4].map((line) => `<div style="line-height: 20pt">line ${line}</div>`).join('');
    const low = { html: twoPages, options: { margin: '1cm' } };
    const { pdf, warnings } = await renderParts(engine, [{ html: 'x', options: { margin: '5cm' } }, low], {
      header,
      footer: header,
    });
    expect(warnings.map(({ part, code, detail }) => [part, code, /on page 1 and 1 more, and/.test(detail)])).toEqual([
      [1, 'header_too_tall', true],
      [1, 'footer_too_tall', true],
    ]);
    const lines = (await readWritten(pdf))[1]?.filter(({ text }) => text.startsWith('line')) ?? [];
    expect(lines).toHaveLength(8);
    for (const { y } of lines) expect([y > 0, y < 842]).toEqual([true, true]);
  });

  test('that are too tall or miss a file are reported', async () => {
    const { warnings } = await renderParts(engine, [
      { html: 'x' },
      { html: 'y', options: { footer: '<img src="no.png"><div style="height: 5in">' } },
    ]);
    expect(warnings.map(({ part, code }) => [part, code])).toEqual([
      [1, 'footer_too_tall'],
      [1, 'resource_missing'],
    ]);
    const [tall] = warnings;
    expect(tall?.detail).toMatch(/^The footer is \d+ px tall on page 1, and its margin \d+ px: the rest covers/);
    const strict = [{ html: 'x' }, { html: 'y', options: { footer: '<img src="no.png">', on_resource_error: 'fail' } }];
    await expect(renderParts(engine, strict)).rejects.toMatchObject({ code: 'resource_failed', part: 1 });
  });
});
