import { expect, it } from 'vitest';
import { listNames } from '../../../src/web/editor/context-names.ts';

const values = { seller: { name: 'Ada' }, lines: [{ title: 'One', price: 3 }], total: 3 };
const labels = (path: string[], before = '') => listNames(values, path, before).map(({ label }) => label);

it('names the values of the preview context, and what they hold', () => {
  expect(labels([])).toEqual(['seller', 'lines', 'total']);
  expect(labels(['seller'])).toEqual(['name']);
  expect(labels(['total'])).toEqual([]);
  expect(labels(['gone', 'name'])).toEqual([]);
});

it('knows what the item of a loop is', () => {
  const before = '{% for line in lines %}{{ ';
  expect(labels([], before)).toEqual(['seller', 'lines', 'total', 'line']);
  expect(labels(['line'], before)).toEqual(['title', 'price']);
});

it('is not led in a circle by an item named like its list', () => {
  expect(labels(['lines'], '{% for lines in lines %}')).toEqual(['title', 'price']);
  expect(labels(['a'], '{% for a in b.x %}{% for b in a.x %}')).toEqual([]);
});

it('offers what every list has', () => {
  expect(labels(['lines'])).toEqual(['first', 'last', 'size']);
});

it('says in a few characters what a value is', () => {
  const shown = { list: [1, 2], object: {}, nothing: null, fits: 'x'.repeat(24), long: 'x'.repeat(25) };
  expect(listNames(shown, [], '{% for line in order.lines %}')).toEqual([
    { label: 'list', type: 'variable', detail: '2 items' },
    { label: 'object', type: 'variable', detail: 'object' },
    { label: 'nothing', type: 'variable', detail: 'null' },
    { label: 'fits', type: 'variable', detail: 'x'.repeat(24) },
    { label: 'long', type: 'variable', detail: `${'x'.repeat(23)}…` },
    { label: 'line', type: 'variable', detail: 'of order.lines' },
  ]);
});
