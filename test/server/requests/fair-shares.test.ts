import { beforeEach, describe, expect, it } from 'vitest';
import { type FairShares, openFairShares } from '../../../src/server/requests/fair-shares.ts';

let time: number;
let shares: FairShares;
beforeEach(() => {
  time = 0;
  shares = openFairShares({ total: 10, spare: 2, now: () => time });
});

/** What came of each request `account key amount`; `ok` if it was taken. */
const take = (...requests: [account: string, key: string, amount: number][]) =>
  requests.map((request) => {
    const result = shares.take(...request);
    return typeof result === 'string' ? result : 'ok';
  });

describe('an account that is alone', () => {
  it('may have all but what stays free for others', () => {
    expect(take(['a', 'k', 5], ['a', 'k', 3], ['a', 'k', 1])).toEqual(['ok', 'ok', 'full']);
    expect(shares.status()).toEqual({ taken: 8, accounts: 1 });
  });

  it('may ask for all at once', () => {
    expect(take(['a', 'k', 11], ['a', 'k', 10], ['a', 'k', 1])).toEqual(['full', 'ok', 'full']);
  });

  it('gives back what it took, once', () => {
    const giveBack = shares.take('a', 'k', 5) as () => void;
    const other = shares.take('a', 'l', 3) as () => void;
    giveBack();
    giveBack();
    expect([shares.heldBy('a'), shares.heldBy('b'), shares.status()]).toEqual([3, 0, { taken: 3, accounts: 1 }]);
    other();
    expect([shares.heldBy('a'), shares.status()]).toEqual([0, { taken: 0, accounts: 0 }]);
  });
});

describe('several accounts', () => {
  it('have equal shares, and the first that another asks for is its own', () => {
    expect(take(['a', 'k', 8], ['b', 'k', 2], ['a', 'k', 1], ['b', 'k', 1])).toEqual(['ok', 'ok', 'share', 'full']);
  });

  it('may have their share each, but for what stays free', () => {
    expect(take(['a', 'k', 2], ['b', 'k', 2], ['a', 'k', 3], ['a', 'k', 1], ['b', 'k', 1], ['b', 'k', 1])).toEqual([
      'ok',
      'ok',
      'ok',
      'share',
      'ok',
      'full',
    ]);
  });

  it('count for half a minute if they were refused', () => {
    const giveBack = shares.take('a', 'k', 10) as () => void;
    expect(take(['b', 'k', 1])).toEqual(['full']);
    giveBack();
    expect(take(['a', 'k', 4], ['c', 'k', 1])).toEqual(['ok', 'ok']);
    // Three of them: a share is 4.
    expect(take(['a', 'k', 1])).toEqual(['share']);
    time = 30_000;
    expect(take(['a', 'k', 1])).toEqual(['share']);
    time = 30_001;
    expect(take(['a', 'k', 1], ['a', 'k', 1])).toEqual(['ok', 'share']);
  });

  it('count once if they were refused before they were served', () => {
    const giveBack = shares.take('a', 'k', 10) as () => void;
    take(['b', 'k', 1]);
    giveBack();
    expect(take(['b', 'k', 1], ['a', 'k', 1], ['a', 'k', 4], ['a', 'k', 1])).toEqual(['ok', 'ok', 'ok', 'share']);
  });

  it('that hold nothing may have more than there is, where that is meant', () => {
    shares = openFairShares({ total: 10, spare: 0, extra: 1, now: () => time });
    expect(take(['a', 'k', 10], ['a', 'k', 1], ['b', 'k', 1], ['c', 'k', 1])).toEqual(['ok', 'full', 'ok', 'full']);
  });
});

describe('the keys of an account', () => {
  it('have equal shares of its share, once another key holds or wants some', () => {
    expect(take(['a', 'k', 3], ['a', 'k', 3], ['a', 'l', 1], ['a', 'k', 1], ['a', 'l', 1])).toEqual([
      'ok',
      'ok',
      'ok',
      'key',
      'ok',
    ]);
  });

  it('may have half each, rounded up', () => {
    shares = openFairShares({ total: 9, spare: 0, now: () => time });
    expect(take(['a', 'k', 1], ['a', 'l', 1], ['a', 'k', 4], ['a', 'k', 1], ['a', 'l', 3])).toEqual([
      'ok',
      'ok',
      'ok',
      'key',
      'ok',
    ]);
  });

  it('count for half a minute if they were refused, also once nothing is held', () => {
    const all = shares.take('a', 'k', 10) as () => void;
    expect(take(['a', 'l', 1])).toEqual(['full']);
    all();
    expect(take(['a', 'k', 5], ['a', 'k', 1])).toEqual(['ok', 'key']);
    time = 30_001;
    expect(take(['a', 'k', 1])).toEqual(['ok']);
  });

  it('of other accounts do not count', () => {
    expect(take(['a', 'k', 3], ['b', 'k', 1], ['b', 'l', 1], ['a', 'k', 2])).toEqual(['ok', 'ok', 'ok', 'ok']);
  });
});
