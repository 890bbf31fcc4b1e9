import { expect, it } from 'vitest';
import { nameRendered } from '../../../src/web/dashboard/renders/name-rendered.ts';

const names = new Map([['t1', 'Letter']]);

it('names a render after its template, or else the kind of its parts', () => {
  expect(nameRendered({ source: 'template', template: 't1' }, names)).toBe('Letter');
  expect(nameRendered({ source: 'template', template: 'gone' }, names)).toBe('a template');
  expect(nameRendered({ source: 'html', template: null }, names)).toBe('html');
  expect(nameRendered({ source: 'several', template: null }, names)).toBe('several');
});

it('says where there are parts of other kinds beside the template', () => {
  expect(nameRendered({ source: 'several', template: 't1' }, names)).toBe('Letter and more');
});
