import { beforeEach, describe, expect, it } from 'vitest';
import { openSignInLimits, type SignInLimits } from '../../../src/server/sessions/sign-in-limits.ts';

let time: number;
let limits: SignInLimits;

beforeEach(() => {
  time = 0;
  limits = openSignInLimits(() => time);
});

/** A try with a wrong password: the seconds to wait if it is refused. */
async function fail(network: string, email: string, isKnown = false): Promise<number | undefined> {
  try {
    await limits.begin(network, email, async () => isKnown);
    return undefined;
  } catch (error) {
    const { code, retryAfterMs } = error as { code: string; retryAfterMs: number };
    expect(code).toBe('rate_limited');
    return retryAfterMs / 1000;
  }
}

const failTen = async (network: (at: number) => string, email: (at: number) => string) => {
  for (let at = 0; at < 10; at += 1) expect(await fail(network(at), email(at))).toBeUndefined();
};

describe('wrong passwords', () => {
  it('are ten at once from a network, and then one in ten seconds', async () => {
    await failTen(
      () => 'n',
      (at) => `${at}`,
    );
    expect(await fail('n', 'x')).toBe(10);
    expect(await fail('other', 'x')).toBeUndefined();
    time = 10_000;
    expect(await fail('n', 'y')).toBeUndefined();
    expect(await fail('n', 'z')).toBe(10);
  });

  it('are ten at once for a person, from whatever networks', async () => {
    await failTen(
      (at) => `${at}`,
      () => 'ada',
    );
    expect(await fail('x', 'ada')).toBe(10);
    expect(await fail('y', 'bo')).toBeUndefined();
  });

  it('of others do not hold up a person who has signed in from this network before', async () => {
    await failTen(
      (at) => `${at}`,
      () => 'ada',
    );
    expect(await fail('home', 'ada', true)).toBeUndefined();
    expect(await fail('home', 'ada', false)).toBe(10);
  });
});

it('a right password does not count', async () => {
  for (let at = 0; at < 30; at += 1) (await limits.begin('n', 'ada', async () => false))();
  expect(await fail('n', 'ada')).toBeUndefined();
});
