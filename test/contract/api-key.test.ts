import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatApiKey, isApiKey, maskApiKey } from '../../src/contract/index.ts';

describe('an API key', () => {
  it('follows the published test vectors', () => {
    expect(formatApiKey(new Uint8Array(32))).toBe(`platen_${'0'.repeat(43)}_0zkbyY`);
    expect(formatApiKey(new Uint8Array(32).fill(0xff))).toBe(
      'platen_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1_2tJ0ik',
    );
  });

  it('is known by its checksum, whatever its bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => isApiKey(formatApiKey(bytes))));
  });

  it('is refused after one changed character', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 7, max: 49 }),
        fc.integer({ min: 1, max: 61 }),
        (bytes, place, shift) => {
          const key = formatApiKey(bytes);
          const other = alphabet[(alphabet.indexOf(key[place] as string) + shift) % 62];
          return !isApiKey(key.slice(0, place) + other + key.slice(place + 1));
        },
      ),
    );
  });

  it('is made from 32 bytes and nothing else', () => {
    expect(() => formatApiKey(new Uint8Array(31))).toThrow(RangeError);
  });

  it('shows its prefix and its last four characters', () => {
    const key = formatApiKey(new Uint8Array(32).fill(0xff));
    expect(maskApiKey(key)).toBe('platen_yhjs…J0ik');
    expect(maskApiKey('another-service-key-123')).toBe('an…-123');
    expect(maskApiKey('short')).toBe('…');
  });
});
