import { expect, test } from 'vitest';
import { shortenStrings } from '../../../../src/browser/chromium/messages/shorten-strings.ts';

test.each([
  ['{"abc":"abcd"}', '{"abc":"abcd"}'],
  ['{"abcd":"abcde"}', '{"abcd":"abcd"}'],
  ['["abcdef",123456,"abcdef"]', '["abcd",123456,"abcd"]'],
  ['["abc\\"def"]', '["abc\\""]'],
  ['["abcd\\"ef"]', '["abcd"]'],
  ['["ab\\\\\\\\ef"]', '["ab\\\\"]'],
  ['["abc\\\\","x"]', '["abc\\\\","x"]'],
  ['["abc\\u0041def"]', '["abc\\u0041"]'],
  ['["\\u0041\\u0042"]', '["\\u0041"]'],
  ['["abc\\n0041"]', '["abc\\n"]'],
])('of %s, strings of more than four bytes are cut', (json, wanted) => {
  for (const size of [1, 2, 3, 100]) {
    const shorten = shortenStrings(4);
    const pieces = Array.from({ length: Math.ceil(json.length / size) }, (_, at) =>
      shorten(Buffer.from(json.slice(at * size, (at + 1) * size))),
    );
    expect(Buffer.concat(pieces).toString()).toBe(wanted);
    expect(() => JSON.parse(wanted)).not.toThrow();
  }
});

test('what is kept of little text keeps no large buffer', () => {
  const kept = shortenStrings(4)(Buffer.from(`["${'x'.repeat(100_000)}"]`));
  expect(kept.buffer.byteLength).toBeLessThan(100_000);
});
