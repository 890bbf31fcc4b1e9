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

it('refuses brackets in a path, which no template would find', () => {
  expect(() => set('lines[0].price=3')).toThrow('--set "lines[0].price=3": a path has dots, no brackets');
  expect(set('lines.0.price=[3]')).toEqual({ lines: [{ price: [3] }] });
});

it('refuses such an integer inside of a list or an object, by its place', () => {
  expect(() => set('order={"lines": [{"id": 12345678901234567890}]}')).toThrow(
    '--set order: /lines/0/id is a whole number beyond 9007199254740991',
  );
});
