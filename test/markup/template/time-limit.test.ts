import process from 'node:process';
import { afterEach, expect, test, vi } from 'vitest';
import { startTimeLimit } from '../../../src/markup/template/time-limit.ts';

afterEach(() => void vi.restoreAllMocks());

test('a render on a busy machine may take ten times its processor time, and no more', () => {
  const limit = startTimeLimit(0, () => 500, 1000);
  for (let now = 0; now <= 10_000; now += 50) limit.check(now);
  expect(() => limit.check(10_050)).toThrow('template render limit exceeded');
});

test('a render that uses up its processor time is stopped, however fast the clock goes', () => {
  let used = 200;
  const limit = startTimeLimit(0, () => used, 1000);
  used = 1200;
  limit.check(20);
  used = 1201;
  expect(() => limit.check(40)).toThrow('template render limit exceeded');
});

test('the processor time is looked at now and then, not at each tag', () => {
  let looks = 0;
  const limit = startTimeLimit(0, () => {
    looks += 1;
    return 0;
  });
  for (let now = 0; now < 100; now += 0.01) limit.check(now);
  expect(looks).toBeLessThan(15);
});

test.each([
  [1_000_000, 500_000, false],
  [1_000_000, 500_001, true],
  [500_001, 1_000_000, true],
])('the processor time is that of the program and of the system: %d and %d microseconds', (user, system, isOver) => {
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 400_000, system: 100_000 });
  const limit = startTimeLimit(0);
  usage.mockReturnValue({ user, system });
  if (isOver) expect(() => limit.check(10)).toThrow('template render limit exceeded');
  else expect(() => limit.check(10)).not.toThrow();
});

test('nothing is looked at before ten milliseconds', () => {
  let used = 0;
  const limit = startTimeLimit(5, () => used, 1000);
  used = 2000;
  expect(() => limit.check(14.9)).not.toThrow();
  expect(() => limit.check(15)).toThrow('template render limit exceeded');
});
