import { expect, it } from 'vitest';
import { RequestSize } from '../../../src/cli/documents/request-size.ts';
import { limits } from '../../../src/contract/index.ts';

/** What the fields of a request may take, and those of a file with a name of one letter. */
const room = limits.body - 64 * 1024 - 65;

it('files in base64 fit up to the size of a request', () => {
  const fitting = Math.floor(room / 4) * 3;
  expect(() => new RequestSize().addBytes('a', fitting)).not.toThrow();
  expect(() => new RequestSize().addBytes('a', fitting + 1)).toThrow(expect.objectContaining({ code: 'too_large' }));
});

/** The size of a request that a file named `f` fills up to this number of bytes, three more than a multiple of four. */
function fill(left: number): RequestSize {
  const size = new RequestSize();
  size.addBytes('f', ((room - left) / 4) * 3);
  return size;
}

it('texts count with their quotes, what JSON escapes, and the name of their file', () => {
  const [quotes, field] = [2, 64];
  expect(() => fill(103).addText('a', 'x'.repeat(103 - field - quotes - 1))).not.toThrow();
  expect(() => fill(103).addText('a', 'x'.repeat(103 - field - quotes))).toThrow('than a request can be (32 MiB)');
  expect(() => fill(103).addText('ab', 'x'.repeat(103 - field - quotes - 1))).toThrow('than a request can be');
  expect(() => fill(103).addText('a', '"'.repeat(18))).not.toThrow();
  expect(() => fill(103).addText('a', '"'.repeat(19))).toThrow('than a request can be');
});

it('the five largest files are named, the largest first', () => {
  const size = new RequestSize();
  for (const [name, bytes] of Object.entries({ a: 1, b: 1024, c: 1025, d: 104_857, e: 163_000, f: 2 }))
    size.addBytes(name, bytes);
  expect(() => size.addBytes('g', 25 * 1024 * 1024)).toThrow(
    expect.objectContaining({
      why: 'the largest: g (25 MiB), e (0.2 MiB), d (103 KiB), c (2 KiB), b (1 KiB)',
      fix: 'make the images smaller, or render the documents one by one',
    }),
  );
});

it.each([
  [104_857, '103 KiB'],
  [104_858, '0.1 MiB'],
  [1_300_000, '1.2 MiB'],
])('a file of %d bytes is named with %s', (bytes, shown) => {
  const size = new RequestSize();
  size.addBytes('a', bytes);
  expect(() => size.addBytes('b', 32 * 1024 * 1024)).toThrow(
    expect.objectContaining({ why: `the largest: b (32 MiB), a (${shown})` }),
  );
});
