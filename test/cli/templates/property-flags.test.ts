import { expect, it } from 'vitest';
import { type PropertyFlags, readPropertyFlags } from '../../../src/cli/templates/property-flags.ts';

it.each<[PropertyFlags, object]>([
  [{}, {}],
  [{ slug: 'invoice' }, { slug: 'invoice' }],
  [{ slug: 'partials/header' }, { slug: 'partials/header' }],
  [{ folder: 'invoices/de' }, { folder: 'invoices/de' }],
  [{ folder: '' }, { folder: '' }],
  [{ tag: ['eu', 'billing'] }, { tags: ['eu', 'billing'] }],
  [{ tag: [''] }, { tags: [] }],
])('the properties of %j are %j', (flags, properties) => {
  expect(readPropertyFlags(flags)).toStrictEqual(properties);
});

it.each<[PropertyFlags, string, string]>([
  [{ slug: 'My Invoice' }, '--slug "My Invoice" cannot be a slug', 'use my-invoice'],
  [{ folder: '/Invoices\\DE/' }, '--folder "/Invoices\\\\DE/" cannot be a folder', 'use invoices/de'],
  [{ folder: '../Up' }, '--folder "../Up" cannot be a folder', 'use up'],
  [{ folder: '..' }, '--folder ".." cannot be a folder', 'use another one'],
  [{ folder: '//' }, '--folder "//" cannot be a folder', 'use another one'],
  [{ tag: ['ok', 'Big One'] }, '--tag "Big One" cannot be a tag', 'use big-one'],
  [{ tag: ['x'.repeat(41)] }, `--tag "${'x'.repeat(41)}" cannot be a tag`, `use ${'x'.repeat(40)}`],
  [{ tag: ['𐐨'.repeat(41)] }, `--tag "${'𐐨'.repeat(41)}" cannot be a tag`, `use ${'𐐨'.repeat(40)}`],
])('%j is refused with a proposal', (flags, message, fix) => {
  expect(() => readPropertyFlags(flags)).toThrow(expect.objectContaining({ code: 'usage', message, fix }));
});
