import { expect, it } from 'vitest';
import { normalizePath, readPlaceIndex, tryDecode } from '../../../../src/pdf/part/links/part-names.ts';

it.each([
  ['/.toc/7', 7],
  ['/.toc/0', 0],
  ['/.toc/123456', 123_456],
  ['/.toc/1234567', undefined],
  ['/.toc/', undefined],
  ['/.toc/7/8', undefined],
  ['/a/.toc/7', undefined],
  ['/', undefined],
])('the address %s means the place %s of a contents page', (path, index) => {
  expect(readPlaceIndex(path)).toBe(index);
});

it.each([
  ['a%20b', 'a b'],
  ['caf%C3%A9', 'café'],
  ['100%', '100%'],
  ['%ff', '%ff'],
])('%s is read as %s', (text, decoded) => {
  expect(tryDecode(text)).toBe(decoded);
});

it.each([
  ['./a.html', 'a.html'],
  ['//a.html', 'a.html'],
  ['.././a.html', '.././a.html'],
  ['dir\\a.html', 'dir/a.html'],
  ['cafe\u0301.html', 'caf\u00e9.html'],
])('the path %s names the part %s', (path, name) => {
  expect(normalizePath(path)).toBe(name);
});
