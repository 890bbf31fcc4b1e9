import { describe, expect } from 'vitest';
import { placeBlanks } from '../../../../src/engine/page/paged/sided-breaks.ts';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const render = async (parts: unknown, options: object = {}) => {
  const { pdf, warnings } = await renderParts(engine, parts, options);
  return { pages: (await readPdf(pdf)).pages, warnings: warnings.map(({ detail }) => detail) };
};

const style = (css: string) => `<!doctype html><style>@page { size: A6 } ${css}</style>`;

describe('the side of the sheet', () => {
  test.each([
    ['break-before: right', ['x', '', 'y']],
    ['break-before: recto', ['x', '', 'y']],
    ['break-before: left', ['x', 'y']],
    ['break-before: verso', ['x', 'y']],
    ['page-break-before: right', ['x', '', 'y']],
  ])('%s is heeded, with a blank page where one is needed', async (declaration, pages) => {
    expect(await render({ html: `${style(`h1 { ${declaration} }`)}x<h1>y</h1>` })).toEqual({ pages, warnings: [] });
  });

  test.each(['break-before: right', 'page-break-before: right'])(
    '%s is heeded in the style of an element',
    async (declaration) => {
      const { pages } = await render({ html: `${style('')}x<h1 style="${declaration}">y</h1>` });
      expect(pages).toEqual(['x', '', 'y']);
    },
  );

  test('is heeded after a box, and where the last of several that meet asks for another', async () => {
    expect((await render({ html: `${style('.a { break-after: right }')}<div><p class=a>x</div><p>y` })).pages).toEqual([
      'x',
      '',
      'y',
    ]);
    const css = style('.a { break-after: right } .b { break-before: left }');
    expect((await render({ html: `${css}<p class=a>x<p class=b>y` })).pages).toEqual(['x', 'y']);
  });

  test('moves all that follows, and the numbers in a table of contents with it', async () => {
    const css = style(`h1 { break-before: right } a::after { content: target-counter(attr(href), page) }
      @page { @bottom-center { content: counter(page) } }`);
    const html = `${css}<a href="#b">Two </a><h1>One</h1>x<h1 id=b>Two</h1>y<div style="break-before: page">z`;
    const { pages, warnings } = await render({ html });
    expect(pages).toEqual(['1 Two 5', '2', '3 One x', '4', '5 Two y', '6 z']);
    expect(warnings).toEqual([]);
  });

  test('is that in the whole document, whose pages on the left and on the right have their own rules', async () => {
    const css =
      style(`h1 { break-before: right } @page :left { @top-left { content: "L" } } @page :right { @top-left { content: "R" } }
      @page :blank { @top-left { content: "blank" } }`);
    const part = { html: `${css}<h1>y</h1><p style="break-before: page">z` };
    expect((await render([{ html: 'x' }, part])).pages).toEqual(['x', 'blank', 'R y', 'L z']);
    expect((await render(part)).pages).toEqual(['R y', 'L z']);
    const plain = { html: part.html.replace('h1 { break-before: right }', '') };
    expect((await render([{ html: 'x' }, plain])).pages).toEqual(['x', 'L y', 'R z']);
  });

  test('is the other one where pages turn from left to right', async () => {
    const html = `<html dir=rtl>${style('h1 { break-before: right }')}x<h1>y</h1>`;
    expect((await render({ html })).pages).toEqual(['x', 'y']);
    expect((await render({ html: html.replace('right', 'left') })).pages).toEqual(['x', '', 'y']);
  });

  test('changes nothing that selectors see', async () => {
    const css = style(`section + section { break-before: right } section:nth-child(3)::before { content: "third " }
      section:last-child::after { content: " last" } section:empty { display: none }`);
    const html = `${css}<body><section>x</section><section>y</section><section>z</section>`;
    expect((await render({ html })).pages).toEqual(['x', '', 'y', '', 'third z last']);
  });

  test('starts the outermost box that begins there', async () => {
    const css = style('article { border-top: 1px solid; padding: 9px } h1 { break-before: right }');
    const { pages } = await render({ html: `${css}x<article><div><h1>y</h1>z</div></article>` });
    expect(pages).toEqual(['x', '', 'y z']);
  });

  test('cannot be chosen in columns, tables and flexible boxes, which is reported', async () => {
    const names = ['h1', 'h2', 'h3'];
    const rules = names.map((name) => `${name} { break-before: right }`).join(' ');
    const css = style(`.c { columns: 2 } .f { display: flex } ${rules}`);
    const html = '<div class=c>x<h1>y</h1></div><div class=f><h2>y</h2></div><table><td>x<h3>y</h3></table>';
    expect((await render({ html: `${css}a${html}` })).warnings).toEqual(
      names.map((name) => `break-before: right (${name}) starts the next page, whichever side it is on.`),
    );
  });

  test('cannot be chosen for the second of two elements of one name, which is reported', async () => {
    const html = `${style('h1 { break-before: right }')}<p>x<h1 id=a>y</h1><h1 id=a>z</h1>`;
    const { pages, warnings } = await render({ html });
    expect(pages).toEqual(['x', '', 'y', 'z']);
    expect(warnings).toEqual(['break-before: right (h1) starts the next page, whichever side it is on.']);
  });

  test('is ignored for inline elements', async () => {
    const css = style('b { break-before: left } i { break-after: left }');
    const html = `${css}<div>x <b>y</b> <i>z</i></div><div><b>u</b> v</div>`;
    expect(await render({ html })).toEqual({ pages: ['x y z u v'], warnings: [] });
  });

  test('asks for nothing where it is not on this paper', async () => {
    const css = style('.none { display: none; break-before: right } @media screen { p { break-before: right } }');
    expect(await render({ html: `${css}<p>x<p class=none>y<p>z` })).toEqual({ pages: ['x z'], warnings: [] });
  });
});

describe('blank pages', () => {
  const at = (...indexes: number[]) => {
    const breaks = indexes.map((_, place) => ({ place: `${place}`, isOdd: true, isStart: false }));
    return { breaks, find: (place: string) => indexes[Number(place)] };
  };

  test('come before each place that would be on the wrong side, and count for those after it', () => {
    const { breaks, find } = at(1, 2, 3);
    expect([...placeBlanks(breaks, find, new Set(), 0)]).toEqual(['0', '1', '2']);
    expect([...placeBlanks(breaks, find, new Set(), 1)]).toEqual(['1', '2']);
  });

  test('stay while they are needed, and go with what made them necessary', () => {
    const { breaks, find } = at(2, 4);
    expect([...placeBlanks(breaks, find, new Set(['0', '1']), 0)]).toEqual(['0', '1']);
    const later = at(3, 5);
    expect([...placeBlanks(later.breaks, later.find, new Set(['0', '1']), 0)]).toEqual(['1']);
  });

  test('are not added before a place that is missing, or at the start of a document', () => {
    expect(placeBlanks(at(1).breaks, () => undefined, new Set(), 0).size).toBe(0);
    const start = [{ place: 'a', isOdd: false, isStart: true }];
    expect(placeBlanks(start, () => 0, new Set(), 0).size).toBe(0);
    expect(placeBlanks(start, () => 0, new Set(), 2).size).toBe(1);
  });
});
