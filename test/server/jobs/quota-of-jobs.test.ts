import { expect, it } from 'vitest';
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
