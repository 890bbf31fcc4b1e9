import { describe, expect, it } from 'vitest';
import type { ResultPlace, ResultStore } from '../../../src/jobs/results/result-store.ts';
import { sweepExpired, sweepOrphans } from '../../../src/jobs/results/sweep-results.ts';

const now = () => new Date('2026-11-27T12:00:00Z');
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const placeOf = (number: number, ending = '0'): ResultPlace =>
  ({ name: `${idOf(number)}.${ending.repeat(16)}` }) as ResultPlace;

/** A store of results that notes what it drops and until when it lists. */
function openResults(places: readonly ResultPlace[] = []) {
  const dropped: string[] = [];
  const asked: Date[] = [];
  const results = {
    drop: async ({ name }: ResultPlace) => void dropped.push(name),
    async *list(before: Date) {
      asked.push(before);
      yield* places;
    },
  } as unknown as ResultStore;
  return { dropped, asked, openResults: async () => results };
}

const unused = { listExpired: async () => [], remove: async () => undefined, findPlaces: async () => new Map() };

describe('jobs whose time is over', () => {
  it('are removed after their results, page by page, and once each', async () => {
    const waiting = [1, 2, 3].map((number) => ({ id: idOf(number), result: number === 2 ? null : placeOf(number) }));
    const { dropped, openResults: open } = openResults();
    const removed: string[][] = [];
    const limits: number[] = [];
    const jobs = {
      ...unused,
      async listExpired(limit: number) {
        limits.push(limit);
        // The third has to stay for now.
        return [...waiting.slice(0, 2), ...waiting.slice(-1)].filter((_, index, all) => all.length > 0 && index < 3);
      },
      async remove(ids: string[]) {
        removed.push(ids);
        waiting.splice(0, 2);
      },
    };
    await sweepExpired({ jobs: jobs as never, openResults: open, now });
    expect(dropped).toEqual([placeOf(1).name, placeOf(3).name]);
    expect(removed).toEqual([[idOf(1), idOf(2), idOf(3)]]);
    expect(limits).toEqual([200, 200]);
  });

  it('need no store of results if none has one', async () => {
    const jobs = { ...unused, listExpired: async () => [{ id: idOf(1), result: null }] };
    const openNone = () => Promise.reject(new Error('away'));
    await expect(sweepExpired({ jobs: jobs as never, openResults: openNone, now })).resolves.toBeUndefined();
  });
});

describe('results that no job names', () => {
  it('are dropped an hour after they were made', async () => {
    const { dropped, asked, openResults: open } = openResults([placeOf(1), placeOf(2), placeOf(2, '1'), placeOf(3)]);
    const jobs = { ...unused, findPlaces: async () => new Map([[idOf(2), placeOf(2)]]) };
    await sweepOrphans({ jobs: jobs as never, openResults: open, now });
    expect(asked).toEqual([new Date('2026-11-27T11:00:00Z')]);
    expect(dropped).toEqual([placeOf(1).name, placeOf(2, '1').name, placeOf(3).name]);
  });

  it.each([
    [0, []],
    [1, [1]],
    [200, [200]],
    [201, [200, 1]],
    [400, [200, 200]],
  ])('are looked for in groups: %i in %j', async (count, groups) => {
    const { openResults: open, dropped } = openResults(Array.from({ length: count }, (_, number) => placeOf(number)));
    const asked: string[][] = [];
    const findPlaces = async (ids: string[]) => {
      asked.push(ids);
      return new Map();
    };
    await sweepOrphans({ jobs: { ...unused, findPlaces } as never, openResults: open, now });
    expect(asked.map(({ length }) => length)).toEqual(groups);
    expect(asked.flat()).toEqual(Array.from({ length: count }, (_, number) => idOf(number)));
    expect(dropped).toHaveLength(count);
  });
});
