import { expect, it } from 'vitest';
import { type JobQueue, openTableQueue } from '../../../src/jobs/index.ts';
import type { JobStore } from '../../../src/store/index.ts';
import { openBackgroundService } from './background-service.ts';

it('takes no more renders of an account than may wait, and knows those again that it has taken', async () => {
  const { submit, send, store, makeKey } = await openBackgroundService({ waitingLimits: { account: 3, all: 5 } });
  const later = { start_at: new Date(Date.now() + 3_600_000).toISOString() };
  const named = { 'idempotency-key': 'order-1' };
  const first = await submit({}, named);
  await submit({ job: later });
  await submit();
  const refused = await submit();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json()).toMatchObject({
    ...{ code: 'rate_limited', retryable: true },
    detail: '3 renders of this account wait already, and 3 may',
  });
  const again = await submit({}, named);
  expect([again.statusCode, again.json().data.id]).toEqual([202, first.json().data.id]);
  expect((await submit({ parts: { html: 'x' } }, named)).json()).toMatchObject({ code: 'idempotency_mismatch' });

  const other = {
    headers: { prefer: 'respond-async', ...(await makeKey('b')).auth },
    payload: { parts: { html: 'x' } },
  };
  expect((await send('POST', '/api/v1/renderers/pdf', other)).statusCode).toBe(202);
  expect((await send('POST', '/api/v1/renderers/pdf', other)).statusCode).toBe(202);
  const full = await send('POST', '/api/v1/renderers/pdf', other);
  expect(full.json()).toMatchObject({
    ...{ status: 503, code: 'queue_full', retryable: true },
    detail: '5 renders wait already, and 5 may',
  });
  expect([...(await (await store.jobs()).countQueued())].sort()).toMatchObject([
    ['a', { count: 3 }],
    ['b', { count: 2 }],
  ]);
  await send('DELETE', `/api/v1/renders/${first.json().data.id}`);
  await expect.poll(async () => (await submit()).statusCode, { interval: 300 }).toBe(202);
});

it('counts a render that is submitted again once among those that wait', async () => {
  // What waits is counted in the database once, and by what is submitted from then on.
  const { submit } = await openBackgroundService({ waitingLimits: { account: 3 }, clock: () => 0 });
  const named = { 'idempotency-key': 'order-1' };
  const answers = [await submit({}, named)];
  for (let again = 0; again < 3; again += 1) answers.push(await submit({}, named));
  answers.push(await submit({ parts: { html: 'x' } }, named), await submit(), await submit(), await submit());
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202, 422, 202, 202, 429]);
});

it('takes no more of an account than the megabytes that may wait, whatever others have waiting', async () => {
  const { submit, send, makeKey } = await openBackgroundService({ waitingLimits: { accountMb: 2, allMb: 3 } });
  const large = { parts: { html: 'x'.repeat(1_100_000) } };
  expect([await submit(large), await submit(large)].map(({ statusCode }) => statusCode)).toEqual([202, 202]);
  expect((await submit()).json()).toMatchObject({
    ...{ status: 429, code: 'rate_limited', retryable: true },
    detail: 'renders of this account with 2 MB of requests wait already, and 2 MB may',
  });
  const other = { headers: { prefer: 'respond-async', ...(await makeKey('b')).auth }, payload: large };
  expect((await send('POST', '/api/v1/renderers/pdf', other)).statusCode).toBe(202);
  expect((await send('POST', '/api/v1/renderers/pdf', other)).json()).toMatchObject({
    ...{ status: 503, code: 'queue_full', retryable: true },
    detail: 'renders with 3 MB of requests wait already, and 3 MB may',
  });
});

it('takes a render whose ticket cannot be pushed at once, and does it once it can', async () => {
  let failures = 3;
  const { background, submit, until } = await openBackgroundService({
    openQueue(jobs) {
      const queue = openTableQueue(jobs.tickets);
      return {
        ...queue,
        async push(ticket) {
          if (failures-- > 0) throw new Error('the connection is lost');
          return queue.push(ticket);
        },
      };
    },
  });
  background.start();
  const taken = await submit();
  expect(taken.statusCode).toBe(202);
  const { created_at, started_at } = await until(taken.json().data.id, 'done');
  expect(Date.parse(started_at ?? '') - Date.parse(created_at)).toBeLessThan(4_000);
});

it('logs a ticket that cannot be queued, and no failed job', async () => {
  const logLines: string[] = [];
  const openQueue = (jobs: JobStore): JobQueue => ({
    ...openTableQueue(jobs.tickets),
    push: async () => {
      throw new Error('the queue is damaged');
    },
  });
  const { submit } = await openBackgroundService({ logLines, openQueue });
  expect((await submit()).statusCode).toBe(202);
  expect(logLines.map((line) => JSON.parse(line).event)).toEqual(['background_failed']);
});
