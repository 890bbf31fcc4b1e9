import { describe, expect, it } from 'vitest';
import { inParallel } from '../../../src/cli/files/in-parallel.ts';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('doing things in parallel', () => {
  it('does no more than the limit at the same time, and keeps the order', async () => {
    let [running, highest] = [0, 0];
    const results = await inParallel([5, 1, 4, 2, 3], 2, never, async (turns) => {
      highest = Math.max(highest, ++running);
      for (let done = 0; done < turns; done++) await turn();
      running--;
      return turns * 10;
    });
    expect({ results, highest }).toEqual({ results: [50, 10, 40, 20, 30], highest: 2 });
  });

  it('starts nothing after a failure, and waits for what runs', async () => {
    const [started, ended]: [number[], number[]] = [[], []];
    const all = inParallel([1, 2, 3, 4], 2, never, async (item) => {
      started.push(item);
      if (item === 1) throw new Error('one failed');
      await turn();
      ended.push(item);
    });
    await expect(all).rejects.toThrow('one failed');
    expect({ started, ended }).toEqual({ started: [1, 2], ended: [2] });
  });

  it('starts nothing once it is asked to stop', async () => {
    const abort = new AbortController();
    const started: number[] = [];
    const all = inParallel([1, 2, 3], 1, abort.signal, async (item) => {
      started.push(item);
      abort.abort(new Error('stopped'));
    });
    await expect(all).rejects.toThrow('stopped');
    expect(started).toEqual([1]);
  });
});
