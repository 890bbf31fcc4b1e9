import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

/** Breaks for a side of the sheet, each with its place, its side and whether it starts the document, and those that cannot be. */
async function read(html: string, css = '') {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  const { breaks, unsided } = await page.call('readPaged', pagedLimits);
  return [
    breaks.map(({ place, isOdd, isStart }) => `${place} ${isOdd ? 'odd' : 'even'}${isStart ? ' start' : ''}`),
    unsided.map(({ property, value, selector }) => `${property}: ${value} of ${selector}`),
  ];
}

describe('a break for a side', () => {
  test.each([
    ['right', 'odd'],
    ['left', 'even'],
    ['recto', 'odd'],
    ['verso', 'even'],
  ])('%s is for a page with an %s number', async (side, number) => {
    expect(await read(`<p>0<p id=a>1`, `#a { break-before: ${side} }`)).toEqual([[`a ${number}`], []]);
    expect(await read(`<p id=z style="break-after: ${side}">0<p id=a>1`)).toEqual([[`a ${number}`], []]);
  });

  test.each([
    ['right', 'even'],
    ['left', 'odd'],
    ['recto', 'odd'],
  ])('%s is for a page with an %s number if text runs from right to left', async (side, number) => {
    expect(await read(`<p>0<p id=a>1`, `body { direction: rtl } #a { break-before: ${side} }`)).toEqual([
      [`a ${number}`],
      [],
    ]);
  });

  const section = (start: string, css = '') =>
    `<p>0</p><section id=s style="${css}">${start}<h1 id=h style="break-before: recto">1</h1></section>`;

  test.each([
    ['the box that it begins', section(''), 's odd'],
    ['that box in another', `<p>0</p><div id=d>${section('').slice(8)}</div>`, 'd odd'],
    ['its element after text', section('text'), 'h odd'],
    ['its element after another', section('<p>x</p>'), 'h odd'],
    ['the box that it begins after spaces and comments', section(' <!-- x --> \n'), 's odd'],
    ['the box that it begins after what is hidden', section('<p style="display: none">x</p>'), 's odd'],
    ['the box that it begins after a float', section('<p style="float: left">x</p>'), 's odd'],
    ['the box that it begins after what is placed', section('<p style="position: absolute">x</p>'), 's odd'],
    ['the box that it begins in a list', section('', 'display: list-item'), 's odd'],
    ['the box that it begins if it shows what is beyond', section('', 'overflow: clip'), 's odd'],
    ['the start of the document', '<h1 id=h style="break-before: recto">1</h1>', 'h odd start'],
    ['the start of the document in a box', section('').slice(8), 's odd start'],
    ['its element after text of the document', 'text<h1 id=h style="break-before: recto">1</h1>', 'h odd'],
  ])('counts at %s', async (_what, html, found) => {
    expect(await read(html)).toEqual([[found], []]);
  });

  test('counts at its element after generated text', async () => {
    expect(await read(section(''), 'section::before { content: "x" }')).toEqual([['h odd'], []]);
    expect(await read('<h1 id=h>1</h1>', 'h1 { break-before: recto } body::before { content: "x" }')).toEqual([
      ['h odd'],
      [],
    ]);
  });

  test.each([
    ['in a line', '<b>x</b>', 'b { break-before: left }'],
    ['of the body', '', 'body { break-before: left }'],
    ['of the root', '', ':root { break-before: left }'],
    ['that is hidden', '<b>x</b>', 'b { break-before: left; display: none }'],
    ['that floats', '<b>x</b>', 'b { break-before: left; float: left }'],
    ['that is placed', '<b>x</b>', 'b { break-before: left; position: absolute }'],
    ['after the last', '<p>0<p>x', 'p:last-child { break-after: left }'],
    ['for any side', '<p>0<p>x', 'p { break-before: page }'],
  ])('of an element %s says nothing', async (_what, html, css) => {
    expect(await read(html, css)).toEqual([[], []]);
  });

  test.each([
    ['in columns', '<main style="columns: 2"><p>0</p><h1>1</h1></main>'],
    ['in columns of a width', '<main style="columns: 50px"><p>0</p><h1>1</h1></main>'],
    ['in a flexible box', '<main style="display: flex"><p>0</p><h1>1</h1></main>'],
    ['in a grid', '<main style="display: grid"><p>0</p><h1>1</h1></main>'],
    ['in a float', '<main style="float: left"><p>0</p><h1>1</h1></main>'],
    ['in a box that scrolls', '<main style="overflow: auto; height: 9px"><p>0</p><h1>1</h1></main>'],
    ['in such a box around another', '<main style="columns: 2"><div><p>0</p><h1>1</h1></div></main>'],
    ['in an element without a shadow tree', '<ul><li>0</li><h1>1</h1></ul>'],
    ['with the id of another', '<p id=h>0</p><h1 id=h>1</h1>'],
  ])('%s cannot be', async (_what, html) => {
    expect(await read(html, 'h1 { break-before: left }')).toEqual([[], ['break-before: left of h1']]);
  });

  test('after an element counts at the next one, in or after its boxes', async () => {
    const last = '<h1 style="break-after: left">0</h1>';
    expect(await read(`${last}<p id=a>1`)).toEqual([['a even'], []]);
    expect(await read(`<div>${last}</div><p id=a>1`)).toEqual([['a even'], []]);
    expect(await read(`<div>${last}</div><p style="float: left">f</p><p id=a>1`)).toEqual([['a even'], []]);
    expect(await read(`${last}text`)).toEqual([[], ['break-after: left of style']]);
    expect(await read(`<div>${last}</div>`, 'div::after { content: "x" }')).toEqual([
      [],
      ['break-after: left of style'],
    ]);
  });

  test('that cannot be is named once for each rule, up to 51 times', async () => {
    const rules = Array.from({ length: 52 }, (_, index) => `#a${index} { break-before: left }`);
    const items = rules.map((_, index) => `<li id=a${index}>x</li>`);
    expect((await read(`<ul><li>0</li>${items.join('')}</ul>`, rules.join(' ')))[1]).toHaveLength(51);
    expect((await read('<ul><li>0<li>1<li>2</ul>', 'li { break-before: left }'))[1]).toEqual([
      'break-before: left of li',
    ]);
  });

  test('has a place by its number', async () => {
    expect((await read('<p>0<h1>1</h1><p>2<h1>3</h1>', 'h1 { break-before: left }'))[0]).toEqual([
      'platen-place-side-0 even',
      'platen-place-side-1 even',
    ]);
  });
});
