import { describe, expect, it } from 'vitest';
import { pauseAfter } from '../../../src/jobs/webhooks/retry-pauses.ts';

describe('the pauses after attempts that failed', () => {
  it('grow, and are over after a day', () => {
    const pauses = Array.from({ length: 20 }, (_, at) => pauseAfter(at + 1, () => 0.5)).filter((ms) => ms !== null);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBe(5_000);
    const hours = pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(25);
    expect(pauseAfter(pauses.length + 1, () => 0.5)).toBeNull();
  });

  it('are spread by a tenth', () => {
    expect([pauseAfter(1, () => 0), pauseAfter(1, () => 1)]).toEqual([4_500, 5_500]);
  });
});
