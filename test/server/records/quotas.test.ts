import { beforeEach, describe, expect, it } from 'vitest';
import { openQuotas } from '../../../src/server/records/quotas.ts';

let time: Date;
let used: { renders: number; pages: number };
let quota: { renders: number | null; pages: number | null };
let asked: string[];
let isBroken: boolean;
let lines: unknown[];
let quotas: ReturnType<typeof openQuotas>;

beforeEach(() => {
  time = new Date('2030-05-20T10:00:00Z');
  [used, quota, asked, lines, isBroken] = [{ renders: 0, pages: 0 }, { renders: 3, pages: 10 }, [], [], false];
  const usage = {
    quota: async () => {
      if (isBroken) throw new Error('the store is gone');
      return quota;
    },
    sum: async (account: string, from: string) => {
      asked.push(`${account} ${from}`);
      return used;
    },
  };
  const store = { accounts: async () => ({ usage }) } as unknown as Parameters<typeof openQuotas>[0];
  const log = { write: (...line: unknown[]) => lines.push(line) } as unknown as Parameters<typeof openQuotas>[1];
  quotas = openQuotas(store, log, () => time);
});

const later = (ms: number) => {
  time = new Date(time.getTime() + ms);
};
/** What becomes of a render: whether it was known at once, and the reason of a refusal. */
const admit = async (account = 'a') => {
  try {
    const waiting = quotas.admit(account);
    if (waiting === undefined) return 'at once';
    await waiting;
    return 'asked';
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
};
/** Lets what runs beside a request end. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const noRenders = 'payment_required: the account has used its 3 renders of 2030-05 (UTC)';
const noPages = 'payment_required: the account has used its 10 pages of 2030-05 (UTC)';

describe('the quota of an account', () => {
  it('is asked of the store once, from the start of the month', async () => {
    expect([await admit(), await admit(), await admit('b')]).toEqual(['asked', 'at once', 'asked']);
    expect(asked).toEqual(['a 2030-05-01', 'b 2030-05-01']);
  });

  it('is asked once for requests at the same moment', async () => {
    expect(await Promise.all([admit(), admit()])).toEqual(['asked', 'asked']);
    expect(asked).toHaveLength(1);
  });

  it.each([
    [{ renders: 3, pages: 0 }, noRenders],
    [{ renders: 2, pages: 10 }, noPages],
    [{ renders: 2, pages: 9 }, 'asked'],
  ])('of which %j is used answers %s', async (before, answer) => {
    used = before;
    expect(await admit()).toBe(answer);
  });

  it('is used up by what is rendered here', async () => {
    quotas.add('a', 1);
    await admit();
    for (let count = 0; count < 3; count += 1) quotas.add('a', 1);
    expect(await admit()).toBe(noRenders);
    await admit('b');
    quotas.add('b', 10);
    expect(await admit('b')).toBe(noPages);
  });

  it('may be none, and then nothing is summed up', async () => {
    quota = { renders: null, pages: null };
    used = { renders: 9, pages: 99 };
    expect([await admit(), asked]).toEqual(['asked', []]);
  });

  it.each([
    [{ renders: null, pages: 10 }, noPages],
    [{ renders: 3, pages: null }, noRenders],
  ])('may be %j alone', async (one, answer) => {
    quota = one;
    used = { renders: 20, pages: 20 };
    expect([await admit(), asked.length]).toEqual([answer, 1]);
  });
});

describe('what is known of a quota', () => {
  it('holds for half a minute', async () => {
    await admit();
    used = { renders: 3, pages: 0 };
    later(30_000);
    expect([await admit(), asked.length]).toEqual(['at once', 1]);
  });

  it('is asked for beside a request after half a minute', async () => {
    await admit();
    used = { renders: 3, pages: 0 };
    later(30_001);
    expect(await admit()).toBe('at once');
    await settle();
    expect([await admit(), asked.length]).toEqual([noRenders, 2]);
  });

  it('is asked for before a request after a minute', async () => {
    await admit();
    used = { renders: 3, pages: 0 };
    later(60_000);
    expect(await admit()).toBe('at once');
    await settle();
    later(60_001);
    expect([await admit(), asked.length]).toEqual([noRenders, 3]);
  });

  it('refuses nothing once it is half a minute old', async () => {
    used = { renders: 3, pages: 0 };
    await admit();
    quota = { renders: 4, pages: null };
    later(30_001);
    expect(await admit()).toBe('asked');
  });

  it('keeps what was rendered here and is not written yet', async () => {
    await admit();
    quotas.add('a', 4);
    quotas.add('a', 4);
    used = { renders: 1, pages: 9 };
    later(60_001);
    await admit();
    quotas.add('a', 0);
    expect(await admit()).toBe(noRenders);
  });

  it('starts again with a month', async () => {
    used = { renders: 3, pages: 0 };
    time = new Date('2030-05-31T23:59:59.999Z');
    expect(await admit()).toBe(noRenders);
    used = { renders: 0, pages: 0 };
    later(1);
    expect([await admit(), asked.at(-1)]).toEqual(['asked', 'a 2030-06-01']);
  });

  it('is kept where the store fails beside a request, with a line in the log', async () => {
    await admit();
    isBroken = true;
    later(30_001);
    expect(await admit()).toBe('at once');
    await settle();
    expect(lines).toEqual([['error', 'quota_failed', expect.objectContaining({})]]);
  });

  it('is forgotten of the account that was asked for first, beyond ten thousand', async () => {
    for (let count = 0; count < 10_000; count += 1) await admit(`account ${count}`);
    expect(await admit('account 0')).toBe('at once');
    await admit('one more');
    expect([await admit('account 1'), await admit('account 0')]).toEqual(['at once', 'asked']);
  });
});
