import { expect, test } from 'vitest';
import { openQueue } from '../../src/engine/queue.ts';

const never = new AbortController().signal;

test('slots are given in the order of asking, each as one is given back', async () => {
  const queue = openQueue(1, 5);
  const first = await queue.take(never);
  const order: number[] = [];
  const second = queue.take(never).then((leave) => [order.push(2), leave] as const);
  const third = queue.take(never).then((leave) => [order.push(3), leave] as const);
  expect([queue.running, queue.waiting]).toEqual([1, 2]);
  first();
  (await second)[1]();
  (await third)[1]();
  expect(order).toEqual([2, 3]);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('exactly the surplus is refused', async () => {
  const queue = openQueue(2, 3);
  const refused: string[] = [];
  for (let ask = 0; ask < 9; ask += 1) queue.take(never).catch(({ code }) => refused.push(code));
  await new Promise((resolve) => setImmediate(resolve));
  expect([queue.running, queue.waiting]).toEqual([2, 3]);
  expect(refused).toEqual(Array(4).fill('queue_full'));
});

test('who gives up waiting leaves the line, and a slot given back twice counts once', async () => {
  const queue = openQueue(1, 1);
  const leave = await queue.take(never);
  const giveUp = new AbortController();
  const waiting = queue.take(giveUp.signal);
  giveUp.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  expect(queue.waiting).toBe(0);
  leave();
  leave();
  expect(queue.running).toBe(0);
  await expect(queue.take(AbortSignal.abort('before'))).rejects.toBe('before');
});

test('a closed queue refuses those in the line and those to come', async () => {
  const queue = openQueue(1, 1);
  await queue.take(never);
  const waiting = queue.take(never);
  queue.close();
  await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(queue.take(never)).rejects.toMatchObject({ code: 'shutting_down' });
});
