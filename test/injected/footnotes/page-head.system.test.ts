import { expect, test } from 'vitest';
import { lines, usePlacing } from './place-notes.ts';

const place = usePlacing();

const anchorStyle = 'all: unset; display: inline-block; width: 1px; height: 1px; margin-right: -1px';

/** A line with the anchor of a float at the head of its page, and the float of 10 CSS pixels. */
const float = `<p>text<span id=anchor data-platen-call data-platen-anchor style="${anchorStyle}"></span></p>
  <div id=float data-platen-note="top anchor">Float.</div>`;

/** What begins below the float: a box with its room, or a room in a text; and how many pages after its anchor the float is. */
async function readHead(html: string) {
  const { page, placed, failed } = await place(html);
  const head =
    await page.read(`[...document.querySelectorAll('[data-platen-page-head], [data-platen-room^=head]')].map((box) =>
    [box.id || box.localName, box.dataset.platenPageHead ?? box.dataset.platenRoom,
      box.style.getPropertyValue('--platen-page-head') || box.style.height, box.nextSibling?.data?.trim()].join(' ').trim())`);
  return { head, later: placed.map(({ later }) => later), faults: failed.map(({ fault }) => fault) };
}

const row = (text: string) => `<table><tr><td>${text}</td></tr></table>`;
const broken = (count: number) => Array.from({ length: count }, (_, at) => `l${at + 1}`).join('<br>');

test.each([
  ['the outermost box that begins there', `<main id=m><div><p>a</p>${float}</div></main>`, ['m 0 10px'], [0]],
  ['a box after another', `${lines(1, 10)}<div id=d>${float}</div>`, ['d 1 10px'], [0]],
  ['no box that continues', `<div id=d>${lines(1, 10)}<section id=s>${float}</section></div>`, ['s 1 10px'], [0]],
  ['a table', `<table id=t><tr><td>a</td></tr></table>${float}`, ['t 0 10px'], [0]],
  ['a line of a text that continues', `<p>${broken(12)}</p>${float}`, ['span head-1 10px l11'], [0]],
  [
    'a box with its margin after a forced break',
    `<p>a</p><div id=d style="break-before: page; margin-top: 15px">${float}</div>`,
    ['d 1 25px'],
    [0],
  ],
  [
    'a box without its margin after another break',
    `${lines(1, 10)}<div id=d style="margin-top: 15px">${float}</div>`,
    ['d 1 10px'],
    [0],
  ],
  [
    'the text of the next page if a cell continues',
    `${row(lines(1, 12))}${float}${lines(14, 19)}<p>end</p><div id=d>last</div>`,
    ['d 2 10px'],
    [1],
  ],
])('below a float at the head of a page begins %s', async (_what, html, head, later) => {
  expect(await readHead(html)).toEqual({ head, later, faults: [] });
});

test('a float has no room if only cells continue on its page, and the page stays as it is', async () => {
  expect(await readHead(`${row(lines(1, 12))}${float}`)).toEqual({ head: [], later: [], faults: ['noRoom'] });
});
