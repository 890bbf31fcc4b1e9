import { expect, test } from 'vitest';
import { waitForEnd } from '../../../src/server/jobs/wait-for-end.ts';
import type { StoredJob } from '../../../src/store/index.ts';

const queued = { id: 'j', status: 'queued' } as StoredJob;
const done = { id: 'j', status: 'done' } as StoredJob;

/** A wait for a job, and what ends it here. */
function startWait(read: () => Promise<StoredJob>) {
  let tell: (ended: StoredJob) => void = () => {
    throw new Error('nobody listens');
  };
  const background = {
    onEnd: (_id: string, callBack: typeof tell) => {
      tell = callBack;
      return () => {};
    },
  };
  const { signal } = new AbortController();
  const waited = waitForEnd(queued, { background, ms: 60_000, read, isEnding: () => false, signal });
  return { waited, end: () => tell(done) };
}

test('a job that ends here is answered as it ended, and not read again', async () => {
  const { waited, end } = startWait(async () => {
    throw new Error('it was read');
  });
  end();
  expect(await waited).toBe(done);
});

test('a job that ends while it is read is answered as it ended', async () => {
  const { waited, end } = startWait(async () => {
    end();
    return queued;
  });
  expect(await waited).toBe(done);
});
