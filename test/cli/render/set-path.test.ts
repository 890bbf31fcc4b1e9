import { expect, it } from 'vitest';
import { setPath } from '../../../src/cli/render/set-path.ts';

function set(...assignments: string[]): Record<string, unknown> {
  const target = {};
  for (const assignment of assignments) setPath(target, assignment);
  return target;
}

it('keeps the digits of an integer that would be rounded as a text', () => {
  expect(set('id=12345678901234567890', 'small=9007199254740991', 'debt=-12345678901234567890')).toEqual({
    id: '12345678901234567890',
    small: 9007199254740991,
    debt: '-12345678901234567890',
  });
});

it('keeps a number as a text if JSON would write it in another way', () => {
  expect(set('n=1.10', 'e=1E3', 'big=1e400', 'zero=-0', 'long=0.12345678901234567890', 'zip=007')).toEqual({
    n: '1.10',
    e: '1E3',
    big: '1e400',
    zero: '-0',
    long: '0.12345678901234567890',
    zip: '007',
  });
  expect(set('n=1.1', 'k=1000', 'm=-0.5', 'list=[1.10]')).toEqual({ n: 1.1, k: 1000, m: -0.5, list: [1.1] });
});

it('takes any value as a text with --set-string', () => {
  const target = { order: { id: 5 } };
  for (const value of ['order.id=42', 'order.paid=true', 'order.lines=[1]', 'order.none=', 'note=a=b'])
    setPath(target, value, '--set-string');
  expect(target).toEqual({ order: { id: '42', paid: 'true', lines: '[1]', none: '' }, note: 'a=b' });
  expect(() => setPath({}, 'x', '--set-string')).toThrow('--set-string "x" is not path=value');
});

it('refuses brackets in a path, which no template would find', () => {
  expect(() => set('lines[0].price=3')).toThrow('--set "lines[0].price=3": a path has dots, no brackets');
  expect(set('lines.0.price=[3]')).toEqual({ lines: [{ price: [3] }] });
});

it('refuses such an integer inside of a list or an object, by its place', () => {
  expect(() => set('order={"lines": [{"id": 12345678901234567890}]}')).toThrow(
    '--set order: /lines/0/id is a whole number beyond 9007199254740991',
  );
  expect(() => set('order={"total": 1e400}')).toThrow(
    '--set order: /total is a number beyond the range of JSON numbers',
  );
});

it.each<[string, unknown]>([
  ['"x"', '"x"'],
  ['true', true],
  ['truer', 'truer'],
  ['false', false],
  ['null', null],
  ['nullx', 'nullx'],
  ['', ''],
  ['-', '-'],
  ['-1', -1],
  ['[1', '[1'],
  ['{"a": 1}', { a: 1 }],
  ['a=b', 'a=b'],
])('%j is read as %j', (text, value) => {
  expect(set(`a=${text}`)).toEqual({ a: value });
});

it.each<[string, object]>([
  ['a.b.c=1', { a: { b: { c: 1 } } }],
  ['a.0=1', { a: [1] }],
  ['a.00=x', { a: 'refused' }],
  ['a.1=1', { a: 'refused' }],
  ['a.0.b=1', { a: [{ b: 1 }] }],
  ['toString.x=1', { toString: { x: 1 } }],
])('the path of %s leads to its place', (assignment, expected) => {
  if (Object.values(expected)[0] !== 'refused') expect(set(assignment)).toEqual(expected);
  else expect(() => set(assignment)).toThrow('is not an item of a list of 0');
});

it.each<[string[], object]>([
  [['a=1', 'a.b=2'], { a: { b: 2 } }],
  [['a=null', 'a.b=2'], { a: { b: 2 } }],
  [['a=[1]', 'a.1=2', 'a.0=3'], { a: [3, 2] }],
  [['a={"b": 1}', 'a.c=2'], { a: { b: 1, c: 2 } }],
])('later ones change what is there: %j', (assignments, expected) => {
  expect(set(...assignments)).toEqual(expected);
});

it.each<[string, string, string?]>([
  ['=1', '--set "=1" is not path=value', '--set customer.name=Ada'],
  ['a..b=1', '--set "a..b=1" is not path=value'],
  ['.a=1', '--set ".a=1" is not path=value'],
  ['a]=1', '--set "a]=1": a path has dots, no brackets', '--set lines.0.price=3'],
  ['a.__proto__.b=1', '--set "a.__proto__.b=1": that name is not allowed in a path'],
  ['prototype=1', '--set "prototype=1": that name is not allowed in a path'],
  ['a.constructor=1', '--set "a.constructor=1": that name is not allowed in a path'],
  [
    'list.2=1',
    '--set "list.2=1": "2" is not an item of a list of 1',
    'number items from 0, without gaps; the next one is 1',
  ],
  ['list.x.y=1', '--set "list.x.y=1": "x" is not an item of a list of 1'],
])('%s is refused', (assignment, message, fix) => {
  const error = { code: 'usage', message, ...(fix !== undefined && { fix }) };
  expect(() => setPath({ list: [0] }, assignment)).toThrow(expect.objectContaining(error));
});
