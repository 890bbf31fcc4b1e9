import { expect, test } from 'vitest';
import { openQueue, type Waiter, waitInLine } from '../../src/children/queue.ts';

const never = new AbortController().signal;

test('slots are acquired in the order of asking, each as another is released', async () => {
  const queue = openQueue(1, 5);
  const first = await queue.acquire(never, 'a');
  const order: number[] = [];
  const second = queue.acquire(never, 'a').then((release) => [order.push(2), release] as const);
  const third = queue.acquire(never, 'a').then((release) => [order.push(3), release] as const);
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
  for (let ask = 0; ask < 9; ask += 1) queue.acquire(never, 'a').catch(({ code }) => refused.push(code));
  await new Promise((resolve) => setImmediate(resolve));
  expect([queue.running, queue.waiting]).toEqual([2, 3]);
  expect(refused).toEqual(Array(4).fill('queue_full'));
});

test('a render that gives up leaves the line, and a slot released twice counts once', async () => {
  const queue = openQueue(1, 1);
  const release = await queue.acquire(never, 'a');
  const giveUp = new AbortController();
  const waiting = queue.acquire(giveUp.signal, 'a');
  giveUp.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  expect(queue.waiting).toBe(0);
  release();
  release();
  expect(queue.running).toBe(0);
  await expect(queue.acquire(AbortSignal.abort('before'), 'a')).rejects.toBe('before');
});

test('a closed queue refuses those in the line and those to come', async () => {
  const queue = openQueue(1, 1);
  await queue.acquire(never, 'a');
  const waiting = queue.acquire(never, 'a');
  queue.close();
  await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(queue.acquire(never, 'a')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('an account that holds no slot gets one beyond the others', async () => {
  const queue = openQueue(2, 5);
  await queue.acquire(never, 'a');
  await queue.acquire(never, 'a');
  const third = queue.acquire(never, 'a');
  const release = await queue.acquire(never, 'b');
  expect([queue.running, queue.waiting]).toEqual([3, 1]);
  release();
  await new Promise((resolve) => setImmediate(resolve));
  expect([queue.running, queue.waiting]).toEqual([2, 1]);
  expect(third).toBeInstanceOf(Promise);
});

test('the account that holds the fewest slots goes first, no matter which asked before', async () => {
  const queue = openQueue(4, 9);
  const [release] = await Promise.all(['a', 'a', 'a', 'b'].map((account) => queue.acquire(never, account)));
  const order: string[] = [];
  for (const account of ['a', 'b']) void queue.acquire(never, account).then(() => order.push(account));
  release?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['b']);
});

test('an account without a slot goes before all others', async () => {
  const queue = openQueue(2, 9);
  const releases = await Promise.all(['a', 'a', 'b'].map((account) => queue.acquire(never, account)));
  const order: string[] = [];
  for (const account of ['a', 'a', 'b', 'c']) void queue.acquire(never, account).then(() => order.push(account));
  releases[0]?.();
  releases[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['c', 'a']);
});

test('of one account, the key that holds the fewest slots goes first, whichever asked before', async () => {
  const queue = openQueue(2, 9);
  const releases = await Promise.all(['busy', 'busy'].map((key) => queue.acquire(never, 'a', key)));
  const extra = await queue.acquire(never, 'a', 'first');
  const order: string[] = [];
  for (const key of ['busy', 'busy', 'other']) void queue.acquire(never, 'a', key).then(() => order.push(key));
  extra();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['other']);
  for (const release of releases) release();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['other', 'busy']);
});

test('a key whose account fills all slots gets one beyond, and an account that holds none gets another', async () => {
  const queue = openQueue(2, 9);
  await queue.acquire(never, 'a', 'one');
  await queue.acquire(never, 'a', 'one');
  await queue.acquire(never, 'a', 'two');
  const third = queue.acquire(never, 'a', 'three');
  await queue.acquire(never, 'b', 'one');
  expect([queue.running, queue.waiting]).toEqual([4, 1]);
  expect(third).toBeInstanceOf(Promise);
});

test('a new key gets no slot beyond while an account with fewer slots waits', async () => {
  const queue = openQueue(2, 9);
  const [release] = await Promise.all([queue.acquire(never, 'a', 'one'), queue.acquire(never, 'a', 'two')]);
  await queue.acquire(never, 'b', 'one');
  const order: string[] = [];
  void queue.acquire(never, 'b', 'one').then(() => order.push('b'));
  void queue.acquire(never, 'a', 'three').then(() => order.push('a'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([order, queue.running, queue.waiting]).toEqual([[], 3, 2]);
  release?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['a']);
});

test('an account gets no more turns by having more keys', async () => {
  const queue = openQueue(4, 9);
  const [release] = await Promise.all(['1', '2', '3'].map((key) => queue.acquire(never, 'a', key)));
  await queue.acquire(never, 'b', '1');
  const order: string[] = [];
  void queue.acquire(never, 'b', '1').then(() => order.push('b'));
  void queue.acquire(never, 'a', '4').then(() => order.push('a'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  release?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['b', 'a']);
});

test('a render that a caller waits for goes before background renders that asked first, whichever account asks', async () => {
  const queue = openQueue(4, 9);
  for (const account of ['a', 'a', 'b']) await queue.acquire(never, account, 'busy');
  const release = await queue.acquire(never, 'c', 'busy');
  const order: string[] = [];
  const ask = (name: string, account: string, inBackground: boolean) =>
    void queue.acquire(never, account, 'busy', inBackground).then((done) => {
      order.push(name);
      done();
    });
  ask('job of a', 'a', true);
  ask('job of b', 'b', true);
  ask('waited for by a', 'a', false);
  release();
  await expect.poll(() => order).toEqual(['waited for by a', 'job of b', 'job of a']);
});

test('who has given up before does not wait in line', async () => {
  const line: Waiter<void>[] = [];
  await expect(waitInLine(line, {}, AbortSignal.abort('before'))).rejects.toBe('before');
  expect(line).toEqual([]);
});

test('a render gets a spare slot once one is free and nobody waits', async () => {
  const queue = openQueue(2, 5);
  const first = await queue.acquire(never, 'a', 'k');
  const spare = await queue.acquireSpare(never, 'a', 'k');
  const order: string[] = [];
  const another = queue.acquireSpare(never, 'a', 'k').then((release) => [order.push('spare'), release] as const);
  const waiting = queue.acquire(never, 'a', 'k').then((release) => [order.push('first'), release] as const);
  expect([queue.running, queue.waiting]).toEqual([2, 1]);
  spare();
  const [, other] = await waiting;
  expect(order).toEqual(['first']);
  first();
  const [, last] = await another;
  expect([queue.running, order.length]).toEqual([2, 2]);
  other();
  last();
  expect(queue.running).toBe(0);
});

test('a render that waits for a spare slot may give up, and a closed queue has none', async () => {
  const queue = openQueue(1, 5);
  const release = await queue.acquire(never, 'a');
  const enough = new AbortController();
  const leaving = queue.acquireSpare(enough.signal, 'a');
  enough.abort('enough');
  await expect(leaving).rejects.toBe('enough');
  release();
  expect(queue.running).toBe(0);
  const staying = queue.acquireSpare(never, 'a').then(() => queue.acquireSpare(never, 'a'));
  await new Promise((resolve) => setImmediate(resolve));
  queue.close();
  await expect(staying).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(queue.acquireSpare(never, 'a')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('a render that holds several slots keeps no other account from its first', async () => {
  const queue = openQueue(2, 5);
  await queue.acquire(never, 'a', 'k');
  await queue.acquireSpare(never, 'a', 'k');
  await queue.acquire(never, 'b', 'k');
  expect([queue.running, queue.waiting]).toEqual([3, 0]);
});
