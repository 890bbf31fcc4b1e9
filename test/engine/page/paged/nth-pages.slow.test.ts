import { describe, expect } from 'vitest';
import { openPdf, readAnnotations, readTexts } from '../../../pdf/read-pdf.ts';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const render = async (parts: unknown) => {
  const { pdf, warnings } = await renderParts(engine, parts);
  return { pages: (await readPdf(pdf)).pages, warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`), pdf };
};

const breaks = 'h1 { break-before: page }';

describe('pages by their index', () => {
  const show = async (selector: string, start = '<html>') => {
    const css = `${breaks} h1 { page: x } @page { @top-left { content: "-" } } @page ${selector} { @top-left { content: "*" } }`;
    const { pages, warnings } = await render({ html: `${start}<style>${css}</style>a<h1>b</h1><h1>c</h1><h1>d</h1>` });
    return [pages.map((text) => (text.includes('*') ? '*' : '-')).join(''), ...warnings];
  };

  test.each([
    [':nth(1)', '*---'],
    [':nth(-n + 1)', '*---'],
    [':nth(odd)', '*-*-'],
    [':nth(2n+1)', '*-*-'],
    [':nth( EVEN )', '-*-*'],
    [':nth(2n)', '-*-*'],
    ['x:nth(2n + 1)', '--*-'],
    [':nth(n)', '****'],
    ['x:nth(n + 0)', '-***'],
  ])('%s are %s', async (selector, pages) => {
    expect(await show(selector)).toEqual([pages]);
  });

  test('are the same in a document that runs from right to left', async () => {
    expect(await show(':nth(odd)', '<html dir=rtl>')).toEqual(['*-*-']);
    expect(await show(':nth(even)', '<html dir=rtl>')).toEqual(['-*-*']);
  });

  test.each([
    [':nth(3)', '--*-'],
    [':nth(3n+1)', '*--*'],
    [':nth(-n+2)', '**--'],
    [':nth(0)', '----'],
    [':nth(2n+5)', '----'],
    ['x:nth(-2n+3)', '--*-'],
    [':nth(3):left', '----'],
    [':nth(3):right', '--*-'],
    [':nth(n of y)', '----'],
  ])('in the middle, %s are %s', async (selector, pages) => {
    expect(await show(selector)).toEqual([pages]);
  });

  test.each([
    ['1 of x', '-*-*-'],
    ['even of x', '--*-*'],
    ['n + 2 of x', '--*-*'],
  ])('are counted from each element that starts a group of pages: %s', async (index, selected) => {
    const css = `.x { page: x; break-before: page } @page { size: A6 } @page :nth(${index}) { @top-left { content: "*" } } p { break-after: page }`;
    const chapter = '<section class=x><h1>1</h1><p>a<p>b</section>';
    const { pages, warnings } = await render({ html: `<style>${css}</style><p>0${chapter}${chapter}` });
    expect(pages.map((text) => (text.includes('*') ? '*' : '-')).join('')).toBe(selected);
    expect(warnings).toEqual([]);
  });

  test('have all that margin boxes and backgrounds can show, with tags, links and page ranges', async () => {
    const css = `${breaks} h1 { string-set: title content() } .r { position: running(r) }
      @page { size: A6; @top-left { content: "-" } @bottom-left { content: none } }
      @page :nth(3) { background: red; @top-left { content: "*" counter(page) string(title) } @bottom-left { content: element(r) } }`;
    const html = `<html lang=en><title>t</title><style>${css}</style><div class=r>run</div><p>a <a href="#c">c</a><h1>b</h1><h1 id=c>c <a href="https://example.com/">x</a></h1><h1>d</h1>`;
    const { pdf, warnings } = await renderParts(engine, { html, options: { page_ranges: '3-' } });
    expect(warnings).toEqual([]);
    const document = await openPdf(pdf);
    expect(await readTexts(document)).toEqual(['*3c x c x run', '- d']);
    expect((await readAnnotations(document, 1)).map(({ url }) => url)).toEqual(['https://example.com/']);
    const whole = await engine.render({ parts: { html }, pdf: { conformance: ['pdf/ua-1'] } } as never, {
      account: 'test',
    });
    expect(whole.warnings).toEqual([]);
  });

  test('have no other size, edges or numbers, with a warning', async () => {
    const css = `${breaks} @page :nth(3) { size: A5; margin: 1mm; padding-left: 1mm; border: 1px solid; counter-increment: page 4; bleed: 3mm; @top-left { content: "*" } }`;
    const { pages, warnings } = await render({ html: `<style>${css}</style>a<h1>b</h1><h1>c</h1>` });
    expect(pages.map((text) => text.includes('*'))).toEqual([false, false, true]);
    expect(warnings.map((text) => text.replace(/^css_ignored: | \(@page :nth\(3\)\) has no effect\.$/g, ''))).toEqual([
      'bleed: 3mm',
      'border: 1px solid',
      'counter-increment: page 4',
      'margin: 1mm',
      'padding-left: 1mm',
      'size: a5',
    ]);
  });

  test.each([':first:nth(3)', ':nth(3x)'])('%s are not selected, with a warning', async (selector) => {
    expect(await show(selector)).toEqual(['----', `css_ignored: @page ${selector} has no effect.`]);
  });
});
