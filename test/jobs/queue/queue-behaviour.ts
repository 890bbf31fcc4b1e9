import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JobQueue } from '../../../src/jobs/index.ts';

/** Two processes on one queue. */
export interface TwoQueues {
  one: JobQueue;
  two: JobQueue;
  /** Lets time pass for what is held. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const ticket = (account: string, turn: number) => ({ id: randomUUID(), account, turn });

/** How a queue of tickets behaves, whatever carries it. */
export function describeQueue(openTwo: () => Promise<TwoQueues>): void {
  describe('tickets', () => {
    test('go in the order of their turns, each to one of many who claim at once', async () => {
      const { one, two, close } = await openTwo();
      const tickets = Array.from({ length: 20 }, (_, at) => ticket('a', at));
      for (const item of [...tickets].reverse()) await one.push(item);
      expect(await two.claim(3)).toEqual(tickets.slice(0, 3).map((item) => ({ ...item, isAgain: false })));
      const rest = (await Promise.all([one.claim(9), two.claim(9), one.claim(9)])).flat();
      expect(rest.map(({ turn }) => turn).sort((x, y) => x - y)).toEqual(tickets.slice(3).map(({ turn }) => turn));
      expect(await one.claim(9)).toEqual([]);
      await close();
    });

    test('are gone once they are finished, and wait again once they are given back', async () => {
      const { one, two, close } = await openTwo();
      const [first, second] = [ticket('a', 1), ticket('a', 2)];
      await one.push(first);
      await one.push(second);
      await one.claim(2);
      await one.finish(first.id);
      await one.giveBack(second.id);
      await expect.poll(() => two.claim(2)).toEqual([{ ...second, isAgain: true }]);
      expect(await two.countByAccount()).toEqual(new Map([['a', 1]]));
      await close();
    });

    test('come back where their holder says nothing more, and stay with one that does', async () => {
      const { one, two, pass, close } = await openTwo();
      const [lost, kept] = [ticket('a', 1), ticket('b', 2)];
      await one.push(lost);
      await one.push(kept);
      await one.claim(2);
      await pass(9_000);
      await one.keepAlive([kept.id]);
      await pass(2_000);
      await expect.poll(() => two.claim(2), { timeout: 20_000 }).toEqual([{ ...lost, isAgain: true }]);
      expect(await two.claim(2)).toEqual([]);
      await close();
    });

    test('are counted by account, claimed ones included', async () => {
      const { one, two, close } = await openTwo();
      for (const item of [ticket('a', 1), ticket('a', 2), ticket('b', 3)]) await one.push(item);
      await one.claim(1);
      expect(await two.countByAccount()).toEqual(
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      );
      await close();
    });

    test('that are finished are gone when the queue is closed at once', async () => {
      const { one, two, close } = await openTwo();
      const [first, second] = [ticket('a', 1), ticket('a', 2)];
      await Promise.all([one.push(first), one.push(second)]);
      await one.claim(2);
      const finished = [one.finish(first.id), one.finish(second.id)];
      await one.close();
      await Promise.all(finished);
      expect(await two.countByAccount()).toEqual(new Map());
      await close();
    });

    test('are announced where they are pushed', async () => {
      const { one, close } = await openTwo();
      let told = 0;
      one.onWork(() => {
        told += 1;
      });
      await one.push(ticket('a', 1));
      await expect.poll(() => told).toBeGreaterThan(0);
      await close();
    });
  });
}
