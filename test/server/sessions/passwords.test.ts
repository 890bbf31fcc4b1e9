import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openPasswords } from '../../../src/server/sessions/passwords.ts';

const passwords = openPasswords({ log2N: 4 });

describe('a stored password', () => {
  it('is its scrypt with a random salt, and says how it was made (RFC 7914)', async () => {
    const [one, other] = [await passwords.hash('secret'), await passwords.hash('secret')];
    expect(one).not.toBe(other);
    const [name, log2N, r, p, salt = '', hash] = one.split('$');
    expect([name, log2N, r, p]).toEqual(['scrypt', '4', '8', '1']);
    const made = scryptSync('secret', Buffer.from(salt, 'base64url'), 32, { N: 16, r: 8, p: 1 });
    expect(made.toString('base64url')).toBe(hash);
  });

  it('is that password alone, however its letters are written', async () => {
    const stored = await passwords.hash('Åsa');
    expect(await passwords.verify('A\u030asa', stored)).toBe(true);
    expect(await passwords.verify('åsa', stored)).toBe(false);
    expect(await passwords.verify('', stored)).toBe(false);
  });

  it('made with another cost is still known', async () => {
    expect(await openPasswords({ log2N: 5 }).verify('secret', await passwords.hash('secret'))).toBe(true);
  });

  it('that is missing or damaged fits no password', async () => {
    expect(await passwords.verify('', null)).toBe(false);
    expect(await passwords.verify('secret', 'scrypt$4$8$1$AAAA$AAAA')).toBe(false);
  });
});

it('two checks run at once and thirty wait; more are refused', async () => {
  const slow = openPasswords({ log2N: 4 });
  const checks = Array.from({ length: 33 }, () => slow.verify('x', null));
  const outcomes = await Promise.allSettled(checks);
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(32).fill('fulfilled'), 'rejected']);
  expect((outcomes[32] as PromiseRejectedResult).reason).toMatchObject({ code: 'rate_limited', retryAfterMs: 5000 });
  expect(await slow.verify('x', null)).toBe(false);
});
