import { describe, expect, test } from 'vitest';
import type { OpenTwoStores } from './share-two-stores.ts';

const request = { scope: 'key-1', name: 'order-1', digest: 'abc' };
const times = { holdMs: 30_000, keepMs: 900_000 };

/** How services on one database keep their shared promises, whatever the database. */
export function describeCoordination(openTwoStores: OpenTwoStores): void {
  const openTwo = () => openTwoStores((store) => store.coordination());

  describe('claims to idempotent requests', () => {
    test('give a request to one of many that ask at once', async () => {
      const { one, two } = await openTwo();
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).claims.claim(request, `process ${at}`, times)),
      );
      expect(claims.map(({ state }) => state).sort()).toEqual(['mine', ...Array(19).fill('runs')]);
    });

    test('replay what another process has made, and refuse another content everywhere', async () => {
      const { one, two } = await openTwo();
      const result = { facts: { pages: 2, warnings: [{ code: 'ü' }] }, pdf: Buffer.from('%PDF-\0\xff', 'latin1') };
      expect(await one.claims.claim(request, 'one', times)).toEqual({ state: 'mine' });
      expect(await two.claims.claim({ ...request, digest: 'other' }, 'two', times)).toEqual({ state: 'mismatch' });
      await one.claims.finish(request, 'one', result);
      const replayed = await two.claims.claim(request, 'two', times);
      expect(replayed).toMatchObject({ state: 'done', result: { facts: result.facts } });
      if (replayed.state === 'done') expect(Buffer.from(replayed.result?.pdf ?? [])).toEqual(result.pdf);
      expect(await two.claims.claim({ ...request, digest: 'other' }, 'two', times)).toEqual({ state: 'mismatch' });
      expect(await two.claims.claim({ ...request, scope: 'key-2', digest: 'other' }, 'two', times)).toEqual({
        state: 'mine',
      });
    });

    test('say of a result that was too large to keep that it is done', async () => {
      const { one, two } = await openTwo();
      await one.claims.claim(request, 'one', times);
      await one.claims.finish(request, 'one', undefined);
      expect(await two.claims.claim(request, 'two', times)).toEqual({ state: 'done', result: undefined });
    });

    test('come back where the work failed, and where its process says nothing more', async () => {
      const { one, two, clock } = await openTwo();
      await one.claims.claim(request, 'one', times);
      await one.claims.release(request, 'one');
      expect(await two.claims.claim(request, 'two', times)).toEqual({ state: 'mine' });
      clock.move(20_000);
      await two.claims.renew('two', times.holdMs);
      clock.move(20_000);
      expect(await one.claims.claim(request, 'one', times)).toEqual({ state: 'runs' });
      clock.move(10_001);
      expect(await one.claims.claim(request, 'one', times)).toEqual({ state: 'mine' });
      // Too late: it is another's now.
      await two.claims.finish(request, 'two', undefined);
      await two.claims.release(request, 'two');
      expect(await two.claims.claim(request, 'two', times)).toEqual({ state: 'runs' });
    });

    test('are forgotten in the end, whatever they were for', async () => {
      const { one, two, clock } = await openTwo();
      await one.claims.claim(request, 'one', times);
      await one.claims.finish(request, 'one', undefined);
      clock.move(times.keepMs);
      expect(await two.claims.claim({ ...request, digest: 'other' }, 'two', times)).toEqual({ state: 'mine' });
      clock.move(times.keepMs);
      await one.claims.sweep();
      await two.claims.finish(request, 'two', undefined);
      expect(await one.claims.claim(request, 'one', times)).toEqual({ state: 'mine' });
    });
  });

  describe('rates', () => {
    const rate = { perSecond: 10, burst: 50 };

    test('are shared by all processes: a burst first, then a number for each second', async () => {
      const { one, two, clock } = await openTwo();
      const take = (count: number) =>
        Promise.all(Array.from({ length: count }, (_, at) => (at % 2 ? one : two).rates.take('key', 1, rate)));
      expect((await take(80)).filter((wait) => wait === 0)).toHaveLength(50);
      expect(await one.rates.take('key', 1, rate)).toBe(100);
      expect(await two.rates.take('another key', 1, rate)).toBe(0);
      clock.move(1000);
      expect((await take(20)).filter((wait) => wait === 0)).toHaveLength(10);
    });

    test('take several tokens or none, and are full again in time', async () => {
      const { one, clock } = await openTwo();
      expect(await one.rates.take('key', 45, rate)).toBe(0);
      expect(await one.rates.take('key', 10, rate)).toBe(500);
      expect(await one.rates.take('key', 5, rate)).toBe(0);
      clock.move(60_000);
      await one.rates.sweep();
      expect(await one.rates.take('key', 50, rate)).toBe(0);
    });
  });
}
