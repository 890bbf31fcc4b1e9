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
  const tryEnter = (key: string, bytes = 0): string => {
    try {
      admission.enter(key, bytes);
      return 'in';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { admission, clock, tryEnter };
}

describe('the admission of renders', () => {
  it('gives a key that is alone every place', () => {
    const { tryEnter } = open();
    expect(Array.from({ length: 8 }, () => tryEnter('a'))).toEqual([
      ...Array(6).fill('in'),
      'queue_full',
      'queue_full',
    ]);
  });

  it('has a key with more than its share make room for the one that was refused', () => {
    const { admission, tryEnter } = open();
    const release = Array.from({ length: 6 }, () => admission.enter('a', 0));
    expect(tryEnter('b')).toBe('queue_full');
    release[0]?.();
    release[0]?.();
    expect(tryEnter('b')).toBe('in');
    release[1]?.();
    expect(tryEnter('a')).toBe('rate_limited');
    expect(tryEnter('b')).toBe('in');
    release[2]?.();
    release[3]?.();
    release[4]?.();
    expect(tryEnter('a')).toBe('in');
    expect(tryEnter('b')).toBe('in');
    expect(tryEnter('b')).toBe('rate_limited');
  });

  it('forgets a key that was refused and never came back', () => {
    const { admission, clock, tryEnter } = open();
    const release = Array.from({ length: 6 }, () => admission.enter('a', 0));
    expect(tryEnter('b')).toBe('queue_full');
    release[0]?.();
    clock.time += 31_000;
    expect(tryEnter('a')).toBe('in');
  });

  it('does not hold more bytes than it may', () => {
    const { admission, tryEnter } = open();
    const release = admission.enter('a', 700);
    expect(tryEnter('a', 400)).toBe('queue_full');
    expect(tryEnter('a', 300)).toBe('in');
    release();
    expect(tryEnter('a', 400)).toBe('in');
  });

  it('estimates the wait from what waits, the mean duration and the slots', () => {
    const { admission } = open();
    for (let run = 0; run < 200; run += 1) admission.noteDuration(2000);
    expect(Math.round(admission.estimateWaitMs())).toBe(1000);
    for (let place = 0; place < 6; place += 1) admission.enter('a', 0);
    expect(Math.round(admission.estimateWaitMs())).toBe(5000);
    for (let run = 0; run < 200; run += 1) admission.noteDuration(1e9);
    expect(admission.estimateWaitMs()).toBe(60_000);
  });
});
