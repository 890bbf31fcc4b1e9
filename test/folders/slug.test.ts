import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSlug, kindOfSlug, slugKey, takeSlug } from '../../src/folders/slug.ts';
import { anyText } from '../helpers/any-text.ts';

describe('the folder name of a template', () => {
  it.each([
    ['Invoice', 'invoice'],
    ['  Invoice (EU), 2024  ', 'invoice-eu-2024'],
    ['Größe für Zoë', 'große-fur-zoe'],
    ['İstanbul', 'istanbul'],
    ['請求書', '請求書'],
    ['किताब', 'किताब'],
    ['Счёт', 'счёт'],
    ['．．／etc／passwd', 'etc-passwd'],
    ['..', 'template'],
    ['🧾', 'template'],
    ['nul', 'nul-template'],
    ['COM¹', 'com1-template'],
    ['lpt9.txt', 'lpt9-txt'],
    ['a\u202eb', 'a-b'],
    ['a'.repeat(61), 'a'.repeat(60)],
    [`${'a'.repeat(59)}-b`, 'a'.repeat(59)],
    [`${'😀'.repeat(3)}ab`, 'ab'],
  ])('of %j is %j', (name, slug) => {
    expect(buildSlug(name)).toBe(slug);
  });

  it('is for every name one plain, short, lower-case word in normal form', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (name) => {
        const slug = buildSlug(name);
        expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u);
        expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(255);
        expect(slugKey(slug)).toBe(slug);
        expect(buildSlug(slug)).toBe(slug);
      }),
    );
  });

  it('is never one that a file system could take for another', () => {
    const taken = new Set(['invoice', 'invoice-2'].map(slugKey));
    expect([takeSlug('INVOICE', taken), takeSlug('Invoice!', taken)]).toEqual(['invoice-3', 'invoice-4']);
    expect(takeSlug('Café', new Set([slugKey('CAFE')]))).toBe('cafe-2');
  });

  it('has the number after the last one of its name, which is remembered', () => {
    const [taken, numbers] = [new Set<string>(), new Map<string, number>()];
    const names = ['Invoice', 'Invoice', 'Invoice', 'Letter'];
    expect(names.map((name) => takeSlug(name, taken, numbers))).toEqual([
      'invoice',
      'invoice-2',
      'invoice-3',
      'letter',
    ]);
    expect(Object.fromEntries(numbers)).toEqual({ invoice: 4, letter: 2 });
    expect(takeSlug('Invoice', taken, new Map([['invoice', 9]]))).toBe('invoice-9');
  });
});

describe('what a template with a slug is', () => {
  it.each([
    ['invoice', 'template'],
    ['partials/header', 'partial'],
    ['layouts/letter', 'layout'],
    ['invoice/partials/header', 'partial'],
    ['invoice/layouts/letter', 'layout'],
    ['partials', 'template'],
    ['partials/', 'template'],
    ['my-partials/header', 'template'],
    ['a/b/partials/header', 'template'],
  ])('%s is a %s', (slug, kind) => {
    expect(kindOfSlug(slug)).toBe(kind);
  });
});
