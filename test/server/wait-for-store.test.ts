import { expect, it } from 'vitest';
import { buildLog } from '../../src/server/observe/log.ts';
import { waitForStore } from '../../src/server/wait-for-store.ts';
import { type Store, StoreError } from '../../src/store/index.ts';

const away = new StoreError('store_unavailable', 'the database cannot be reached');
const store = {} as Store;

function prepare(failures: unknown[], waitMs: number) {
  const ending = new AbortController();
  const events: string[] = [];
  const log = buildLog(
    (line) => events.push(JSON.parse(line).event),
    'info',
    () => new Date(0),
  );
  let tries = 0;
  const open = async () => {
    tries += 1;
    if (failures.length > 0) throw failures.shift();
    return store;
  };
  const opened = waitForStore(open, { waitMs, signal: ending.signal, log });
  return { opened, ending, events, tries: () => tries };
}

it('tries a database that is away until it answers, and says so once', async () => {
  const { opened, events, tries } = prepare([away, away], 60_000);
  expect(await opened).toBe(store);
  expect(tries()).toBe(3);
  expect(events).toEqual(['waiting_for_store']);
});

it('tries once where no time is given, and where trying again cannot help', async () => {
  const once = prepare([away], 0);
  await expect(once.opened).rejects.toBe(away);
  const refused = new StoreError('io_failed', 'the database refused the user');
  const lasting = prepare([refused], 60_000);
  await expect(lasting.opened).rejects.toBe(refused);
  expect([once.tries(), lasting.tries(), ...once.events, ...lasting.events]).toEqual([1, 1]);
});

it('gives up at once when it is asked to stop', async () => {
  const { opened, ending, tries } = prepare([away, away], 60_000);
  ending.abort();
  await expect(opened).rejects.toBe(away);
  expect(tries()).toBe(1);
});
