import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openResultStore } from '../../../src/jobs/index.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { databases } from '../../store/databases.ts';
import type { RunningDatabase } from '../../store/running-database.ts';
import { describeResults, identity, listAll, makePdf, readResult } from './results-behaviour.ts';

describe.each(databases)('results in $name', ({ start }) => {
  let database: RunningDatabase | undefined;
  let store: Store | undefined;
  const use = () => {
    if (!store) throw new Error('the database is not running');
    return store;
  };

  beforeAll(async () => {
    database = await start();
    store = await openStore(await database.makeLocation());
  });
  afterAll(async () => {
    await store?.close();
    await database?.stop();
  });

  describeResults(() => openResultStore({ store: use() }, identity));

  test('are refused by name beyond the bound, and nothing of them is kept', async () => {
    const results = await openResultStore({ store: use(), limitBytes: 1_000 }, identity);
    const before = await listAll(results);
    await expect(results.put(randomUUID(), makePdf(1_001))).rejects.toMatchObject({
      code: 'result_too_large',
      message: 'the result has 1001 bytes; the database of this service keeps results of at most 1000',
    });
    expect(await listAll(results)).toEqual(before);
    await expect(results.put(randomUUID(), makePdf(1_000))).resolves.toMatchObject({ bytes: 1_000 });
  });

  test('come along with the end of their job where they are small', async () => {
    const results = await openResultStore({ store: use(), limitBytes: 600_000 }, identity);
    const pdf = makePdf(500_000);
    const carried = results.carry?.(randomUUID(), pdf);
    if (!carried?.piece) throw new Error('nothing comes along');
    expect(await listAll(results)).not.toContainEqual(carried.place);
    await (await use().results()).add(carried.piece);
    expect(await readResult(results, carried.place)).toEqual(pdf);
    for (const size of [550_000, 600_001]) expect(results.carry?.(randomUUID(), makePdf(size))).toBeUndefined();
  });

  test('are read piece by piece: a range asks for no piece beside it', async () => {
    const asked: number[] = [];
    const counting: Pick<Store, 'results'> = {
      async results() {
        const pieces = await use().results();
        const find: typeof pieces.find = (name, at) => {
          asked.push(at);
          return pieces.find(name, at);
        };
        return { ...pieces, find };
      },
    };
    const results = await openResultStore({ store: counting }, identity);
    const place = await results.put(randomUUID(), makePdf(3_000_000));
    await readResult(results, place, { first: 1_000_000, last: 1_000_100 });
    expect(asked).toEqual([1_000_000]);
    await readResult(results, place, { first: 1_048_570, last: 1_048_580 });
    expect(asked).toEqual([1_000_000, 1_048_570, 1_048_576]);
  });

  test('are gone where a piece is missing, and leave no piece where one cannot be written', async () => {
    const results = await openResultStore({ store: use() }, identity);
    const pieces = await use().results();
    const name = `${randomUUID()}.0123456789abcdef`;
    await pieces.add({ name, start: 0, bytes: makePdf(10) });
    await expect(results.open({ store: 'database', name, bytes: 20 })).rejects.toMatchObject({ code: 'result_gone' });

    let writes = 0;
    const failing: Pick<Store, 'results'> = {
      async results() {
        const add: typeof pieces.add = async (piece) => {
          writes += 1;
          if (writes === 3) throw new Error('the third piece');
          await pieces.add(piece);
        };
        return { ...pieces, add };
      },
    };
    const before = await listAll(results);
    await expect(
      (await openResultStore({ store: failing }, identity)).put(randomUUID(), makePdf(3_000_000)),
    ).rejects.toThrow('the third piece');
    expect(await listAll(results)).toEqual(before);
  });

  test('are listed to the end, also where an answer does not hold all', async () => {
    const results = await openResultStore({ store: use() }, identity);
    const pieces = await use().results();
    // More than an answer of the database holds.
    const names = Array.from({ length: 501 }, () => `${randomUUID()}.0123456789abcdef`);
    for (const name of names) await pieces.add({ name, start: 0, bytes: makePdf(1) });
    const listed = new Set((await listAll(results)).map(({ name }) => name));
    expect(names.filter((name) => !listed.has(name))).toEqual([]);
  });
});
