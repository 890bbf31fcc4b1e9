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
