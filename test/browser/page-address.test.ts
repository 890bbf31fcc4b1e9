import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileNameOf, readPageAddress } from '../../src/browser/page-address.ts';
import { oddAddresses } from '../helpers/odd-addresses.ts';

test('an address of a page is read, or undefined, and never throws', () => {
  for (const odd of oddAddresses) expect(() => readPageAddress(odd)).not.toThrow();
  expect(readPageAddress('https://a b.test/')).toBeUndefined();
  expect(readPageAddress('https://a.test:8/b?c')?.host).toBe('a.test:8');
});

test('a file has a name below its origin alone', () => {
  const origin = 'https://0123.invalid';
  const names = ['/', '/a%20b.png?c#d', '/%ff', '.test/a.png'].map((rest) => fileNameOf(origin + rest, origin));
  expect(names).toEqual(['', 'a b.png', undefined, undefined]);
});

/** Files that read no address of a page so: code for the page itself, which catches, and hosts that were checked before. */
const others = [
  'egress/address.ts',
  'egress/dial.ts',
  'egress/send-outside.ts',
  'egress/target.ts',
  'page/load/page-credentials.ts',
  'page/page-scripts.ts',
  'page/paged/paged-script.ts',
  'page/resources/lost-script.ts',
];

test('the engine constructs no URL from an address of a page', () => {
  const folder = 'src/engine';
  const files = globSync('{egress,page,render}/**/*.ts', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  const found = files.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('new URL('));
  expect(found.filter((file) => !others.includes(file))).toEqual([]);
});
