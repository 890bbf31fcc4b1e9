import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutPieces, encodeBase64Pieces } from '../../../src/browser/chromium/encode-base64.ts';
import { anyText } from '../../helpers/any-text.ts';

const whole = (text: string) => Buffer.from(text).toString('base64');
const join = (text: string) => [...encodeBase64Pieces(text)].join('');

describe('base64 in pieces', () => {
  test('is that of the whole text, wherever it is cut', () => {
    // That of a piece.
    const length = 512 * 1024;
    for (const unit of ['a', 'ü', '中', '📄', '📄a', '\ud83d', '\udcc4']) {
      for (const before of ['', 'x', 'xy', 'xü']) {
        const text = before + unit.repeat(Math.ceil(length / unit.length) + 9);
        expect(join(text) === whole(text), JSON.stringify([before, unit])).toBe(true);
      }
    }
  });

  test('is that of any short text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(join(text)).toBe(whole(text));
      }),
    );
  });
});

test('a text that is cut is the same when it is joined', () => {
  for (const length of [0, 1, 524_287, 524_288, 524_289, 1_048_576]) {
    const text = 'x'.repeat(length);
    expect([...cutPieces(text)].join('') === text).toBe(true);
  }
});
