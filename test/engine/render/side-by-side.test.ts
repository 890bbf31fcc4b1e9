import { expect, test } from 'vitest';
import { openQueue } from '../../../src/children/queue.ts';
import { workSideBySide } from '../../../src/engine/render/side-by-side.ts';

/** A queue of which a render holds one slot, and `spares` are free. */
async function openSlots(spares: number) {
  const queue = openQueue(1 + spares, 5);
  await queue.acquire(new AbortController().signal, 'a');
  return { queue, acquireSpare: (signal: AbortSignal) => queue.acquireSpare(signal, 'a') };
}

/** Work that a test ends item by item. */
function openWork() {
  const items: (PromiseWithResolvers<string> & { stopped: AbortSignal })[] = [];
  return {
    items,
    work(index: number, stopped: AbortSignal) {
      const item = { ...Promise.withResolvers<string>(), stopped };
      stopped.addEventListener('abort', () => item.reject(new Error(`${index} was stopped`)));
      items.push(item);
      return item.promise;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('without spare slots one item follows the other', async () => {
  const { queue, acquireSpare } = await openSlots(0);
  const { items, work } = openWork();
  const all = workSideBySide(3, acquireSpare, work);
  for (const index of [0, 1, 2]) {
    await turn();
    expect(items).toHaveLength(index + 1);
    items[index]?.resolve(`item ${index}`);
  }
  expect(await all).toEqual(['item 0', 'item 1', 'item 2']);
  expect(queue.running).toBe(1);
});

test('each spare slot takes the next item, and the results keep their order', async () => {
  const { queue, acquireSpare } = await openSlots(2);
  const { items, work } = openWork();
  const all = workSideBySide(5, acquireSpare, work);
  await turn();
  expect([items.length, queue.running]).toEqual([3, 3]);
  items[2]?.resolve('c');
  await turn();
  items[3]?.resolve('d');
  await turn();
  expect(items).toHaveLength(5);
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) items[index]?.resolve(name);
  expect(await all).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(queue.running).toBe(1);
});

test('a slot that becomes free takes the next item', async () => {
  const { queue, acquireSpare } = await openSlots(1);
  const release = await queue.acquire(new AbortController().signal, 'b');
  const { items, work } = openWork();
  const all = workSideBySide(2, acquireSpare, work);
  await turn();
  expect(items).toHaveLength(1);
  release();
  await turn();
  expect(items).toHaveLength(2);
  for (const item of items) item.resolve('done');
  expect(await all).toEqual(['done', 'done']);
});

test('a render that waits gets the spare slot after the item in it', async () => {
  const { queue, acquireSpare } = await openSlots(1);
  const { items, work } = openWork();
  const all = workSideBySide(3, acquireSpare, work);
  await turn();
  const other = queue.acquire(new AbortController().signal, 'a');
  expect([items.length, queue.waiting]).toEqual([2, 1]);
  items[1]?.resolve('b');
  await other;
  expect(items).toHaveLength(2);
  items[0]?.resolve('a');
  await turn();
  items[2]?.resolve('c');
  expect(await all).toEqual(['a', 'b', 'c']);
  expect(queue.running).toBe(2);
});

test('a failure stops the items after it', async () => {
  const { queue, acquireSpare } = await openSlots(2);
  const { items, work } = openWork();
  const all = workSideBySide(9, acquireSpare, work);
  await turn();
  items[0]?.reject(new Error('0 failed'));
  await expect(all).rejects.toThrow('0 failed');
  expect(items.map(({ stopped }) => stopped.aborted)).toEqual([false, true, true]);
  expect(queue.running).toBe(1);
});

test('the failure of the first item in order is the one that rejects', async () => {
  const { queue, acquireSpare } = await openSlots(2);
  const { items, work } = openWork();
  const all = workSideBySide(9, acquireSpare, work);
  await turn();
  items[1]?.reject(new Error('1 failed'));
  await turn();
  expect(items.map(({ stopped }) => stopped.aborted)).toEqual([false, false, true]);
  items[0]?.reject(new Error('0 failed'));
  await expect(all).rejects.toThrow('0 failed');
  expect(items).toHaveLength(3);
  expect(queue.running).toBe(1);
});

test('items that follow one another are worked on when the queue is closed', async () => {
  const { queue, acquireSpare } = await openSlots(1);
  queue.close();
  expect(await workSideBySide(3, acquireSpare, async (index) => index)).toEqual([0, 1, 2]);
});

test('no items are no work', async () => {
  const { acquireSpare } = await openSlots(1);
  expect(await workSideBySide(0, acquireSpare, openWork().work)).toEqual([]);
});
