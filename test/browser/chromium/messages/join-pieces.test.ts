import { expect, test } from 'vitest';
import { joinPieces } from '../../../../src/browser/chromium/messages/join-pieces.ts';

const megabyte = 1024 * 1024;

test.each([
  [2 * megabyte, 0],
  [2 * megabyte + 1, 1],
  [5 * megabyte, 2],
])('%i bytes are joined with %i turns of the event loop', async (length, turns) => {
  const whole = Buffer.alloc(length, 'abcdefg');
  const pieces = Array.from({ length: Math.ceil(length / 1000) }, (_, at) =>
    whole.subarray(at * 1000, at * 1000 + 1000),
  );
  let passed = 0;
  let next = setImmediate(function count() {
    passed += 1;
    next = setImmediate(count);
  });
  const joined = await joinPieces(pieces);
  clearImmediate(next);
  expect(joined.equals(whole)).toBe(true);
  expect(passed).toBeGreaterThanOrEqual(turns);
  expect(passed).toBeLessThanOrEqual(turns + 1);
  // Only a buffer that shares its memory with no other can be moved to another thread.
  expect(joined.buffer.byteLength).toBe(length);
});
