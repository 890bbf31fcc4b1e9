import { expect, it } from 'vitest';
import type { Render } from '../../../src/contract/index.ts';
import { openBackgroundService } from './background-service.ts';

async function openWithQuota(renders: number) {
  const service = await openBackgroundService();
  await (await service.store.accounts()).usage.setQuota('a', { renders, pages: null });
  return service;
}

it('refuses a render in the background where the quota is used up, and knows those again that it has taken', async () => {
  const { background, submit, until } = await openWithQuota(1);
  background.start();
  const named = { 'idempotency-key': 'order-1' };
  const first = await submit({}, named);
  await until(first.json().data.id, 'done');
  const again = await submit({}, named);
  expect([again.statusCode, again.json().data?.id]).toEqual([202, first.json().data.id]);
  expect((await submit()).json()).toMatchObject({ status: 402, code: 'payment_required' });
});

it('renders of what waits what the quota allows, or a little more', async () => {
  const { background, submit, send, engine } = await openWithQuota(2);
  for (let at = 0; at < 25; at += 1) expect((await submit()).statusCode).toBe(202);
  background.start();
  const list = async (status: string): Promise<Render[]> =>
    (await send('GET', `/api/v1/renders?limit=100&status=${status}`)).json().data;
  await expect
    .poll(async () => [...(await list('done')), ...(await list('failed'))].length, { timeout: 15_000 })
    .toBe(25);
  const failed = await list('failed');
  expect(failed[0]?.error).toEqual({
    ...{ code: 'payment_required', title: 'The plan or quota is exhausted', retryable: false },
    detail: expect.stringContaining('2 renders'),
  });
  // As many as run at the same moment may go beyond it.
  expect(engine.calls.length).toBeLessThanOrEqual(2 + 4);
  expect(failed).toHaveLength(25 - engine.calls.length);
});
