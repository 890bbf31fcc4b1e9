import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from '../../../src/browser/egress/address.ts';
import { parseRange, rangeHolds } from '../../../src/browser/egress/address-range.ts';
import { parseTarget } from '../../../src/browser/egress/target.ts';

const v4 = fc.bigInt({ min: 0n, max: 0xffffffffn });
const v6 = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }),
  fc.array(fc.constantFrom(0n, 0n, 0n, 1n, 0xffffn, 0x7f00n, 0x64n, 0xff9bn), { minLength: 8, maxLength: 8 }).map(join),
);

function join(groups: readonly bigint[]): bigint {
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Ways to write one number of an IPv4 address. */
const radix = fc.constantFrom(
  (part: bigint) => part.toString(),
  (part: bigint) => `0x${part.toString(16)}`,
  (part: bigint) => `0X${part.toString(16).toUpperCase()}`,
  (part: bigint) => `0x00${part.toString(16)}`,
  (part: bigint) => `0${part.toString(8)}`,
  (part: bigint) => `000${part.toString(8)}`,
);

/** An IPv4 address with the spellings of its parts: the last part takes what the others leave. */
const spelledV4 = fc
  .tuple(v4, fc.integer({ min: 1, max: 4 }), fc.array(radix, { minLength: 4, maxLength: 4 }))
  .map(([value, count, spell]) => {
    const bytes = [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn);
    const parts = [...bytes.slice(0, count - 1), value & ((1n << BigInt(8 * (5 - count))) - 1n)];
    return { value, text: parts.map((part, index) => spell[index]?.(part)).join('.') };
  });

/** An IPv6 address written with or without leading zeros, one run of zeros shortened, a dotted tail, either case. */
const spelledV6 = fc
  .record({ value: v6, pad: fc.boolean(), upper: fc.boolean(), dotted: fc.boolean(), run: fc.nat(7) })
  .map(({ value, pad, upper, dotted, run }) => {
    const groups = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - 16 * index)) & 0xffffn);
    const words = groups.map((group) => group.toString(16).padStart(pad ? 4 : 1, '0'));
    if (dotted) words.splice(6, 2, formatAddress({ family: 4, value: value & 0xffffffffn }));
    const zeros = groups.slice(0, words.length === 7 ? 6 : 8);
    let end = run;
    while (zeros[end] === 0n) end += 1;
    const text = end > run ? `${words.slice(0, run).join(':')}::${words.slice(end).join(':')}` : words.join(':');
    return { value, text: upper ? text.toUpperCase() : text };
  });

describe('addresses', () => {
  it('reads every spelling of an IPv4 address as the same number', () => {
    fc.assert(
      fc.property(spelledV4, fc.constantFrom('', '.'), ({ value, text }, dot) => {
        expect(parseTarget(`${text}${dot}:80`)?.address).toEqual({ family: 4, value });
      }),
    );
  });

  it('reads every spelling of an IPv6 address as the same number, and a mapped one as its IPv4 address', () => {
    fc.assert(
      fc.property(spelledV6, ({ value, text }) => {
        const expected = value >> 32n === 0xffffn ? { family: 4, value: value & 0xffffffffn } : { family: 6, value };
        expect(parseAddress(text)).toEqual(expected);
        expect(parseTarget(`[${text}]:80`)?.address).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('reads back what it writes', () => {
    fc.assert(fc.property(v4, (value) => parseAddress(formatAddress({ family: 4, value }))?.value === value));
    fc.assert(
      fc.property(v6, (value) => {
        fc.pre(value >> 32n !== 0xffffn);
        expect(parseAddress(formatAddress({ family: 6, value }))).toEqual({ family: 6, value });
      }),
    );
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.4 ',
    '0x7f.0.0.1',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '::12345',
    '::g',
    '1.2.3.4::',
    '::1.2.3.4:5',
    'fe80::1%lo',
    '[::1]',
    '::ffff:1.2.3',
  ])('takes %j for no address', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('never throws and never takes random text for two addresses', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abfx.:%[]') }), (text) => {
        const address = parseAddress(text);
        if (address !== undefined && address.family === 4 && !text.includes(':'))
          expect(formatAddress(address)).toBe(text);
      }),
    );
  });
});

describe('address blocks', () => {
  it('hold their first and last address and not their neighbours', () => {
    const range = parseRange('10.1.2.0/24');
    const holds = (text: string) => rangeHolds(range, parseAddress(text) ?? expect.fail());
    expect(['10.1.1.255', '10.1.2.0', '10.1.2.255', '10.1.3.0', '::a01:200'].map(holds)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('hold everything at length 0, and one address at full length', () => {
    expect(rangeHolds(parseRange('::/0'), parseAddress('ff02::1') ?? expect.fail())).toBe(true);
    expect(parseRange('10.0.0.1')).toEqual(parseRange('10.0.0.1/32'));
  });

  it.each([
    ['10.1.2.3/24', 'has bits set beyond its prefix; the block is 10.1.2.0/24'],
    ['10.1.2.0/33', 'needs a prefix length from 0 to 32'],
    ['10.1.2.0/', 'needs a prefix length from 0 to 32'],
    ['10.1.2.0/024', 'needs a prefix length from 0 to 32'],
    ['::ffff:10.0.0.0/104', 'is an IPv4-mapped block; write it as an IPv4 block'],
    ['10.1/16', 'is not an address block such as "10.1.2.0/24"'],
    ['10.0.0.0/8/8', 'is not an address block such as "10.1.2.0/24"'],
    ['example.com', 'is not an address block such as "10.1.2.0/24"'],
  ])('refuse %s: %s', (text, message) => {
    expect(() => parseRange(text)).toThrow(message);
  });
});
