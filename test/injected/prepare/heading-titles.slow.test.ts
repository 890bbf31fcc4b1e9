import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const list = async (html: string) => (await open(html)).call('listHeadingTitles');

test.each([
  ['of lines', '<h2>a<br>b</h2>', { ab: 'a b' }],
  ['of blocks', '<h3><div>a</div><p>b</p></h3>', { ab: 'a b' }],
  ['of text before and after a block', '<h1>a <div>b</div> c</h1>', { abc: 'a b c' }],
  ['of three lines', '<h6>a<br>b<br>c</h6>', { abc: 'a b c' }],
  ['of blocks in elements of a line', '<h1>a<i>b<br>c</i>d</h1>', { abcd: 'ab cd' }],
  ['with spaces', '<h1> a \n b <br> c </h1>', { 'a bc': 'a b c' }],
  ['of lines without text', '<h1><br>a<br> <br></h1>', {}],
  ['of one line', '<h1>a <i>b</i></h1>', {}],
  ['without elements', '<h1>a</h1>', {}],
  ['with a role', '<div role=heading>a<br>b</div>', { ab: 'a b' }],
  ['that are paragraphs', '<p>a<br>b</p>', {}],
  ['in capitals', '<h1 style="text-transform: uppercase">a<br>b</h1>', { AB: 'A B' }],
  ['in small letters', '<h1 style="text-transform: lowercase">A<br>B</h1>', { ab: 'a b' }],
  ['with capitals', '<h1 style="text-transform: capitalize">a<br>b</h1>', { ab: 'a b' }],
])('titles of headings %s', async (_what, html, titles) => {
  expect(await list(html)).toEqual({ titles, excess: [] });
});

test.each([
  [2000, 1, []],
  [2001, 0, [{ of: 'headingTitle', limit: 2000 }]],
])('a title of %i characters is listed %i times', async (length, count, excess) => {
  const found = await list(`<h1>a<br>${'b'.repeat(length - 1)}</h1>`);
  expect([Object.keys(found.titles).length, found.excess]).toEqual([count, excess]);
});

test.each([
  [500, 500, []],
  [502, 500, [{ of: 'headingTitles', limit: 1_000_000 }]],
])('of %i long titles, %i are listed', async (count, listed, excess) => {
  const html = Array.from({ length: count }, (_, index) => `<h1>${index + 1000}<br>${'b'.repeat(1996)}</h1>`);
  const found = await list(html.join(''));
  expect([Object.keys(found.titles).length, found.excess]).toEqual([listed, excess]);
});
