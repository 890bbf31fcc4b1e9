import { expect, test } from 'vitest';
import { openFlusher } from '../../src/folders/flusher.ts';

/** A file whose waits for the disk end when the test says so. */
function buildSlowFile() {
  const waits: PromiseWithResolvers<void>[] = [];
  let isClosed = false;
  const begun: (() => void)[] = [];
  return {
    waits,
    isClosed: () => isClosed,
    /** Resolves once there are so many waits. */
    untilBegun: async (count: number) => {
      while (waits.length < count) await new Promise<void>((resolve) => begun.push(resolve));
    },
    datasync() {
      const wait = Promise.withResolvers<void>();
      waits.push(wait);
      for (const tell of begun.splice(0)) tell();
      return wait.promise;
    },
    async close() {
      isClosed = true;
    },
  };
}

test('those who ask while the disk is waited for share the next wait', async () => {
  const file = buildSlowFile();
  const flusher = openFlusher(async () => file);
  const first = flusher.flush();
  await file.untilBegun(1);
  let done = 0;
  const rest = [1, 2, 3].map(() => flusher.flush().then(() => (done += 1)));
  file.waits[0]?.resolve();
  await first;
  await file.untilBegun(2);
  expect(done).toBe(0);
  file.waits[1]?.resolve();
  await Promise.all(rest);
  expect(file.waits).toHaveLength(2);
});

test('a wait that fails fails for those who share it, and the next is a new one', async () => {
  const file = buildSlowFile();
  const flusher = openFlusher(async () => file);
  const both = Promise.allSettled([flusher.flush(), flusher.flush()]);
  await file.untilBegun(1);
  file.waits[0]?.reject(new Error('the disk is broken'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = flusher.flush();
  await file.untilBegun(2);
  file.waits[1]?.resolve();
  await again;
});

test('a file that cannot be opened is tried again', async () => {
  let tries = 0;
  const flusher = openFlusher(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not there');
    return { datasync: async () => undefined, close: async () => undefined };
  });
  await expect(flusher.flush()).rejects.toThrow('not there');
  await flusher.flush();
});

test('a flusher is closed after what is waited for', async () => {
  const file = buildSlowFile();
  const flusher = openFlusher(async () => file);
  const flushed = flusher.flush();
  await file.untilBegun(1);
  const closed = flusher.close();
  expect(file.isClosed()).toBe(false);
  file.waits[0]?.resolve();
  await Promise.all([flushed, closed]);
  expect(file.isClosed()).toBe(true);
});

test('a flusher that is closed waits for what comes after, and leaves no file open', async () => {
  let left = 0;
  let waits = 0;
  const flusher = openFlusher(async () => {
    left += 1;
    return {
      async datasync() {
        waits += 1;
      },
      async close() {
        left -= 1;
      },
    };
  });
  await flusher.close();
  await flusher.flush();
  expect({ waits, left }).toEqual({ waits: 1, left: 0 });
});
