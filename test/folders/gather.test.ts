import { describe, expect, test } from 'vitest';
import { gather } from '../../src/folders/index.ts';

/** Work that lasts until it is let go, and what it was given. */
function hold() {
  const turns: { items: string[]; end: PromiseWithResolvers<void> }[] = [];
  const work = (items: string[]) => {
    const end = Promise.withResolvers<void>();
    turns.push({ items, end });
    return end.promise;
  };
  return { turns, work };
}

describe('gathered work', () => {
  test('begins at once with the first item, and those that come meanwhile share the next turn', async () => {
    const { turns, work } = hold();
    const { add } = gather(work);
    const first = add('a');
    await expect.poll(() => turns.length).toBe(1);
    const others = [add('b'), add('c')];
    turns[0]?.end.resolve();
    await first;
    await expect.poll(() => turns.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    turns[1]?.end.resolve();
    await Promise.all(others);
  });

  test('has those that come together share a turn', async () => {
    const { turns, work } = hold();
    const { add } = gather(work);
    const all = ['a', 'b', 'c'].map(add);
    await expect.poll(() => turns.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    turns[0]?.end.resolve();
    await Promise.all(all);
  });

  test('fails for those of its turn alone', async () => {
    const { turns, work } = hold();
    const { add } = gather(work);
    const first = add('a');
    await expect.poll(() => turns.length).toBe(1);
    const second = add('b');
    turns[0]?.end.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect.poll(() => turns.length).toBe(2);
    turns[1]?.end.resolve();
    await expect(second).resolves.toBeUndefined();
  });

  test('rests after a turn, unless somebody is in a hurry', async () => {
    const { turns, work } = hold();
    const { add, flush } = gather(work, 3_600_000);
    const first = add('a');
    await expect.poll(() => turns.length).toBe(1);
    turns[0]?.end.resolve();
    await first;
    const others = [add('b'), add('c')];
    const flushed = flush();
    await expect.poll(() => turns.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    turns[1]?.end.resolve();
    await Promise.all([...others, flushed]);
  });

  test('has nothing to hurry where nothing was added', async () => {
    const { turns, work } = hold();
    await gather(work, 3_600_000).flush();
    expect(turns).toEqual([]);
  });

  test('waits for a turn that is under way when somebody is in a hurry, whatever comes of it', async () => {
    const { turns, work } = hold();
    const { add, flush } = gather(work);
    const first = add('a');
    await expect.poll(() => turns.length).toBe(1);
    let isFlushed = false;
    const flushed = flush().then(() => {
      isFlushed = true;
    });
    expect(isFlushed).toBe(false);
    turns[0]?.end.reject(new Error('away'));
    await flushed;
    await expect(first).rejects.toThrow('away');
  });
});

/** Work that ends when the test says so. */
function buildWork() {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const { add: run } = gather<void>(() => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    runs.push({ end: resolve, fail: reject });
    return promise;
  });
  return { runs, run };
}

describe('work that runs one at a time', () => {
  test('runs once more for all calls that come during a run', async () => {
    const { runs, run } = buildWork();
    const first = run();
    await expect.poll(() => runs.length).toBe(1);
    const later = [run(), run(), run()];
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await first;
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.end();
    await Promise.all(later);
    expect(runs).toHaveLength(2);
  });

  test('goes on after a run that failed, whose caller gets the error', async () => {
    const { runs, run } = buildWork();
    const first = run();
    await expect.poll(() => runs.length).toBe(1);
    const second = run();
    runs[0]?.fail(new Error('once'));
    await expect(first).rejects.toThrow('once');
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.end();
    await second;
  });
});
