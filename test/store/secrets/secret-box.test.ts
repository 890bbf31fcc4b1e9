import { describe, expect, it } from 'vitest';
import { isSealed, openSecretBox } from '../../../src/store/secrets/secret-box.ts';

const owner = { kind: 'render', account: 'a', id: '1' } as const;
const [first, second] = ['11'.repeat(32), Buffer.alloc(32, 7).toString('base64')];

describe('a secret box', () => {
  it('opens what it sealed, each time into another text that does not contain it', () => {
    const box = openSecretBox([first], undefined);
    expect(box.canSeal).toBe(true);
    const sealed = box.seal('pässword', owner);
    expect([isSealed(sealed), isSealed('whsec_b25l'), sealed]).toEqual([true, false, expect.stringMatching(/^\S+$/)]);
    expect(sealed).not.toContain(Buffer.from('pässword').toString('base64url').slice(0, 8));
    expect(box.seal('pässword', owner)).not.toBe(sealed);
    expect(box.open(sealed, owner)).toBe('pässword');
    expect(box.open(box.seal('', owner), owner)).toBe('');
  });

  it.each([{ kind: 'webhook' }, { account: 'b' }, { id: '2' }] as const)(
    'opens nothing for another row: %j',
    (changes) => {
      const box = openSecretBox([first], undefined);
      const sealed = box.seal('password', owner);
      expect(() => box.open(sealed, { ...owner, ...changes })).toThrow(/changed in the database/);
    },
  );

  it('opens nothing that was changed or cut', () => {
    const box = openSecretBox([first], undefined);
    const sealed = box.seal('password', owner);
    for (let at = 'sealed:1:12345678:'.length; at < sealed.length - 1; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(() => box.open(changed, owner)).toThrow(/changed in the database/);
      expect(() => box.open(sealed.slice(0, at), owner)).toThrow(/changed in the database/);
    }
  });

  it('seals with the first key and opens with each, in base64 as in hexadecimal digits', () => {
    const [old, both, moved] = [[first], [second, first], [second]].map((keys) => openSecretBox(keys, undefined));
    expect(both?.open(old?.seal('x', owner) ?? '', owner)).toBe('x');
    expect(moved?.open(both?.seal('x', owner) ?? '', owner)).toBe('x');
    expect(() => moved?.open(old?.seal('x', owner) ?? '', owner)).toThrow(
      expect.objectContaining({
        code: 'io_failed',
        message: expect.stringMatching(/ with the key [0-9a-f]{8}, which this service does not have$/),
        fix: expect.stringContaining('PLATEN_SECRET_KEY'),
      }),
    );
  });

  it.each(['', 'c2hvcnQ=', '11'.repeat(31)])('refuses %j as a key, without showing it', (key) => {
    expect(() => openSecretBox([key], undefined)).toThrow('a secret key must be 32 bytes');
  });

  it('takes the key of a file, which is made with the first secret and read once', () => {
    const calls: string[] = [];
    let made: string | undefined;
    const file = {
      read() {
        calls.push('read');
        return made;
      },
      make() {
        calls.push('make');
        made ??= second as string;
        return made;
      },
    };
    const box = openSecretBox([], file);
    expect([box.canSeal, calls]).toEqual([true, []]);
    const sealed = box.seal('x', owner);
    expect([box.open(sealed, owner), box.open(box.seal('y', owner), owner)]).toEqual(['x', 'y']);
    expect(calls).toEqual(['make']);
    const other = openSecretBox([first as string], file);
    expect([other.open(sealed, owner), other.open(sealed, owner)]).toEqual(['x', 'x']);
    expect(other.open(other.seal('z', owner), owner)).toBe('z');
    expect(calls).toEqual(['make', 'read']);
  });

  it('without a key seals nothing', () => {
    const box = openSecretBox([], undefined);
    expect(box.canSeal).toBe(false);
    expect(() => box.seal('x', owner)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});
