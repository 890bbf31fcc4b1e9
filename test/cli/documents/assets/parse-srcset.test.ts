import { expect, test } from 'vitest';
import { parseSrcset } from '../../../../src/cli/documents/assets/html-references.ts';

test.each<[string, string[]]>([
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png, b.png', ['a.png', 'b.png']],
  ['a,b.png 1x', ['a,b.png']],
  [' , a.png 1x ,,\n b.png\t2x , ', ['a.png', 'b.png']],
  ['data:image/png;base64,AAAA 1x, b.png 2x', ['data:image/png;base64,AAAA', 'b.png']],
  ['a.png x(1, 2), b.png', ['a.png', 'b.png']],
  ['a.png x(1, b.png', ['a.png']],
  ['', []],
  [',', []],
])('%j', (srcset, addresses) => {
  expect(parseSrcset(srcset)).toEqual(addresses);
});

test('a million commas inside an address are read once', () => {
  const address = `a${','.repeat(1e6)}b`;
  expect(parseSrcset(`${address}, c.png`)).toEqual([address, 'c.png']);
});
