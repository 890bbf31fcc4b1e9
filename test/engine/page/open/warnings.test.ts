import { expect, it } from 'vitest';
import { buildWarnings } from '../../../../src/engine/page/open/warnings.ts';

it.each([
  ['http://me:SECRET@a.test/x.png?y=z@b could not be loaded', 'http://a.test/x.png?y=z@b could not be loaded'],
  ['wss://SECRET@a.test and ftp://u:SECRET@b.test', 'wss://a.test and ftp://b.test'],
  ['me@a.test wrote //a.test/@here', 'me@a.test wrote //a.test/@here'],
])('the text of a warning has no password of an address: %s', (text, clean) => {
  expect(buildWarnings().clean(text)).toBe(clean);
});

it('lists fifty warnings, each once, and says if there were more', () => {
  const { add, list } = buildWarnings();
  for (let count = 0; count < 50; count += 1) for (const _ of [1, 2]) add('css_ignored', `${count}`);
  expect(list.map(({ detail }) => detail)).toEqual(Array.from({ length: 50 }, (_, count) => `${count}`));
  add('resource_failed', '50');
  add('resource_failed', '51');
  expect(list).toHaveLength(51);
  expect(list.at(-1)).toEqual({
    code: 'resource_failed',
    detail: 'Only the first 50 of these warnings are listed.',
  });
});

it.each([
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(200)}…`],
  ['a\u0000\u202eb\ud800', 'a  b\ufffd'],
  ['https://own.test/a.png and https://own.test', 'a.png and '],
])('the text of a warning is short and safe, and relative to its page: %#', (text, clean) => {
  expect(buildWarnings('https://own.test').clean(text)).toBe(clean);
});
