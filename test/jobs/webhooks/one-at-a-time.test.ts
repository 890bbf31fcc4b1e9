import { describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../src/jobs/webhooks/one-at-a-time.ts';

/** Work that ends when the test says so. */
function buildWork() {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const run = oneAtATime(() => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    runs.push({ end: resolve, fail: reject });
    return promise;
  });
  return { runs, run };
}

describe('work that runs one at a time', () => {
  it('runs once more for all calls that come during a run', async () => {
    const { runs, run } = buildWork();
    const first = run();
    const later = [run(), run(), run()];
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await first;
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.end();
    await Promise.all(later);
    expect(runs).toHaveLength(2);
  });

  it('goes on after a run that failed, whose caller is told', async () => {
    const { runs, run } = buildWork();
    const first = run();
    const second = run();
    runs[0]?.fail(new Error('once'));
    await expect(first).rejects.toThrow('once');
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.end();
    await second;
  });
});
