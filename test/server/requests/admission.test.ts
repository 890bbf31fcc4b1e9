import { describe, expect, it } from 'vitest';
import { openAdmission } from '../../../src/server/requests/admission.ts';

function open({ concurrency = 2, queue = 4, bodyBytesLimit = 1000 } = {}) {
  const clock = { time: 0 };
  const admission = openAdmission({
    capacity: { concurrency, queue },
    bodyBytesLimit,
    now: () => clock.time,
    random: () => 0.5,
  });
  const tryEnter = (account: string, bytes = 0, key = 'key'): string => {
    try {
      admission.enter(account, key, bytes);
      return 'in';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { admission, clock, tryEnter };
}

describe('the admission of renders', () => {
  it('gives an account that is alone all places but an eighth', () => {
    const { tryEnter } = open({ concurrency: 2, queue: 64 });
    const answers = Array.from({ length: 66 }, () => tryEnter('a'));
    expect(answers).toEqual([...Array(57).fill('in'), ...Array(9).fill('queue_full')]);
  });

  it('keeps that eighth, and the extra slot, for accounts that hold no place', () => {
    const { tryEnter } = open({ concurrency: 2, queue: 64 });
    for (let place = 0; place < 57; place += 1) tryEnter('a');
    const others = Array.from({ length: 12 }, (_, account) => tryEnter(`other-${account}`));
    expect(others).toEqual([...Array(10).fill('in'), 'queue_full', 'queue_full']);
    expect([tryEnter('a'), tryEnter('other-1')]).toEqual(['rate_limited', 'queue_full']);
  });

  it('leaves no slot idle where nobody may wait', () => {
    const { tryEnter } = open({ concurrency: 2, queue: 0 });
    expect(['a', 'a', 'a', 'b', 'c'].map((account) => tryEnter(account))).toEqual([
      'in',
      'in',
      'queue_full',
      'in',
      'queue_full',
    ]);
  });

  it('has an account with more than its share make room for one with less', () => {
    const { admission, tryEnter } = open({ concurrency: 2, queue: 6 });
    const release = Array.from({ length: 7 }, () => admission.enter('a', 'key', 0));
    expect([tryEnter('b'), tryEnter('b')]).toEqual(['in', 'queue_full']);
    expect(tryEnter('a')).toBe('rate_limited');
    release[0]?.();
    release[0]?.();
    expect(tryEnter('b')).toBe('queue_full');
    release[1]?.();
    expect([tryEnter('b'), tryEnter('a')]).toEqual(['in', 'rate_limited']);
    for (const end of release) end();
    expect(Array.from({ length: 3 }, () => tryEnter('b'))).toEqual(['in', 'in', 'in']);
  });

  it('forgets an account that was refused and never came back', () => {
    const { admission, clock, tryEnter } = open({ concurrency: 2, queue: 6 });
    const release = Array.from({ length: 7 }, () => admission.enter('a', 'key', 0));
    expect(['b', 'c', 'd'].map((account) => tryEnter(account))).toEqual(['in', 'in', 'queue_full']);
    for (const end of release) end();
    expect(['a', 'a', 'a'].map((account) => tryEnter(account))).toEqual(['in', 'in', 'rate_limited']);
    clock.time += 31_000;
    expect(tryEnter('a')).toBe('in');
  });

  it('has a key with more than its share make room for another of its account', () => {
    const { admission, tryEnter } = open({ concurrency: 2, queue: 6 });
    const release = Array.from({ length: 7 }, () => admission.enter('a', 'many', 0));
    expect(tryEnter('a', 0, 'few')).toBe('queue_full');
    release[0]?.();
    expect([tryEnter('a', 0, 'many'), tryEnter('a', 0, 'few'), tryEnter('a', 0, 'few')]).toEqual([
      'rate_limited',
      'in',
      'queue_full',
    ]);
    for (const end of release) end();
    expect(Array.from({ length: 4 }, () => tryEnter('a', 0, 'many'))).toEqual(['in', 'in', 'in', 'in']);
    expect(tryEnter('a', 0, 'many')).toBe('rate_limited');
  });

  it('gives an account no more places by having more keys', () => {
    const { tryEnter } = open({ concurrency: 2, queue: 6 });
    const answers = Array.from({ length: 9 }, (_, key) => tryEnter('a', 0, `key-${key}`));
    expect(answers).toEqual([...Array(7).fill('in'), 'queue_full', 'queue_full']);
    expect([tryEnter('b'), tryEnter('b'), tryEnter('a', 0, 'key-0')]).toEqual(['in', 'queue_full', 'rate_limited']);
  });

  it('forgets a key that was refused and never came back', () => {
    const { admission, clock, tryEnter } = open({ concurrency: 2, queue: 6 });
    const release = Array.from({ length: 7 }, () => admission.enter('a', 'many', 0));
    expect(tryEnter('a', 0, 'few')).toBe('queue_full');
    release[0]?.();
    expect(tryEnter('a', 0, 'many')).toBe('rate_limited');
    clock.time += 31_000;
    expect(tryEnter('a', 0, 'many')).toBe('in');
  });

  it('shares the bytes of bodies among the keys of an account', () => {
    const { admission, tryEnter } = open();
    const release = admission.receive('a', 'many', 800);
    expect(tryEnter('a', 300, 'few')).toBe('queue_full');
    release();
    expect([tryEnter('a', 300, 'many'), tryEnter('a', 300, 'many'), tryEnter('a', 300, 'few')]).toEqual([
      'in',
      'rate_limited',
      'in',
    ]);
  });

  it('does not hold more bytes than it may, and keeps an eighth of them', () => {
    const { admission, tryEnter } = open();
    const release = admission.enter('a', 'key', 700);
    expect([tryEnter('a', 200), tryEnter('b', 301), tryEnter('b', 250)]).toEqual(['queue_full', 'queue_full', 'in']);
    release();
    expect(tryEnter('a', 700)).toBe('in');
  });

  it('shares what is received and not rendered now in the same way, and with what is rendered', () => {
    const { admission } = open();
    const receive = (account: string, bytes: number) => {
      try {
        return admission.receive(account, 'key', bytes);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const release = [
      admission.receive('a', 'key', 300),
      admission.receive('a', 'key', 300),
      admission.enter('a', 'key', 270),
    ];
    expect([receive('a', 50), receive('b', 100)]).toEqual(['queue_full', expect.any(Function)]);
    expect([receive('b', 100), receive('a', 1)]).toEqual(['queue_full', 'rate_limited']);
    release[0]?.();
    release[0]?.();
    expect(receive('a', 1)).toBe('rate_limited');
    expect(receive('b', 200)).toBeInstanceOf(Function);
    for (const end of release) end();
    expect(receive('a', 500)).toBeInstanceOf(Function);
    expect(admission.status()).toEqual({ places: 6, taken: 0, accounts: 0 });
  });

  it('estimates the wait from what waits, the mean duration and the slots', () => {
    const { admission } = open();
    for (let run = 0; run < 200; run += 1) admission.noteDuration(2000);
    expect(Math.round(admission.estimateWaitMs())).toBe(1000);
    for (let place = 0; place < 5; place += 1) admission.enter('a', 'key', 0);
    expect(Math.round(admission.estimateWaitMs())).toBe(4000);
    for (let run = 0; run < 200; run += 1) admission.noteDuration(1e9);
    expect(admission.estimateWaitMs()).toBe(60_000);
  });
});
