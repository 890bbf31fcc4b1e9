import { describe, expect, it } from 'vitest';
import { decodeLzw } from '../../../src/pdf/objects/decode-lzw.ts';
import { PdfDamage } from '../../../src/pdf/objects/objects.ts';

/** Codes with as many bits as each needs, the highest bit first. */
function pack(codes: readonly (readonly [code: number, bits: number])[]): Buffer {
  const bits = codes.map(([code, width]) => code.toString(2).padStart(width, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

const ninebit = (...codes: number[]) => pack(codes.map((code) => [code, 9]));
const decode = (data: Buffer, isEarly = true, limit = 10_000) => [...decodeLzw(data, isEarly, limit)];

/** Single bytes in codes that grow as those of an encoder do: the table has an entry for each code after the first. */
function packSingles(count: number, isEarly: boolean): Buffer {
  const codes = Array.from({ length: count }, (_, index): [number, number] => {
    const next = 258 + index - 1 + (isEarly ? 1 : 0);
    return [index % 256, index === 0 || next < 512 ? 9 : next < 1024 ? 10 : next < 2048 ? 11 : 12];
  });
  return pack([[256, 9], ...codes]);
}

describe('LZWDecode', () => {
  it('reads the example of ISO 32000-2, 7.4.4.2', () => {
    expect(decode(ninebit(256, 45, 258, 258, 65, 259, 66, 257))).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it.each([
    ['the end', ninebit(256, 65, 257, 66, 66), [65]],
    ['a code before a clear code', ninebit(65, 256, 66, 257), [65, 66]],
    ['a table that is cleared in between', ninebit(256, 65, 65, 256, 66, 258, 257), [65, 65, 66, 66, 66]],
    ['data without an end', ninebit(256, 65, 66), [65, 66]],
    ['nothing', Buffer.alloc(0), []],
  ])('reads up to %s', (_what, data, bytes) => {
    expect(decode(data)).toEqual(bytes);
  });

  it.each([true, false])('reads codes of nine to twelve bits, growing early: %s', (isEarly) => {
    const decoded = decode(packSingles(3000, isEarly), isEarly);
    expect(decoded).toEqual(Array.from({ length: 3000 }, (_, index) => index % 256));
  });

  it.each([
    ['the next code, with nothing before it', ninebit(256, 258)],
    ['a code beyond the next one', ninebit(256, 65, 259)],
  ])('refuses %s', (_what, data) => {
    expect(() => decode(data)).toThrow('a broken code of LZW');
  });

  it('keeps what came before a broken code if that is only reported', () => {
    const reports: string[] = [];
    const kept = decodeLzw(ninebit(256, 65, 300), true, 100, (fault) => reports.push(fault));
    expect([[...kept], reports]).toEqual([[65], ['a broken code of LZW']]);
  });

  it('unfolds up to its limit, and no further', () => {
    const four = ninebit(256, 65, 258, 66, 257);
    expect(decode(four, true, 4)).toEqual([65, 65, 65, 66]);
    expect(() => decode(four, true, 3)).toThrow(PdfDamage);
  });
});
