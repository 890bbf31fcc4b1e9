import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { webhookEvents } from '../../src/contract/index.ts';
import type { OpenTwoStores } from './share-two-stores.ts';

const hook = { address: 'https://hook.example/', events: webhookEvents, secret: 'whsec_b25l', createdBy: 'key ci' };
const leaseMs = 30_000;
const all = {
  limit: 100,
  leaseMs,
  exceptWebhooks: [],
  exceptAccounts: [],
  pick: (due: readonly { id: string }[]) => due.map(({ id }) => id),
};
const arrived = { state: 'delivered', pauseMs: null, status: 204, failure: null, ms: 12 } as const;
const late = { state: 'waiting', pauseMs: 5_000, status: null, failure: 'timeout', ms: 15_000 } as const;

/** A render that is told of. */
function render(event: 'render.done' | 'render.failed' = 'render.done') {
  return { event, subject: randomUUID(), body: '{"type":"render.done"}' };
}

/** How webhooks and what is on its way to them are kept, whatever the database. */
export function describeWebhooks(openTwoStores: OpenTwoStores): void {
  async function openPair() {
    const { one, two, clock } = await openTwoStores((store) => store.webhooks());
    return { ...one, second: two.webhooks, other: two.deliveries, clock };
  }

  describe('webhooks', () => {
    test('are listed by account without their secret, and another account has none of them', async () => {
      const { webhooks } = await openPair();
      const made = await webhooks.create('a', hook, 20);
      expect(made).toEqual({
        id: expect.any(String),
        address: hook.address,
        events: [...webhookEvents],
        enabled: true,
        created_at: expect.any(String),
        created_by: 'key ci',
        old_secret_until: null,
      });
      expect(await webhooks.list('a')).toEqual([made]);
      expect(await webhooks.get('a', made.id.toUpperCase())).toEqual(made);
      expect(await webhooks.list('b')).toEqual([]);
      for (const id of [made.id, 'nonsense']) {
        await expect(webhooks.get('b', id)).rejects.toMatchObject({ code: 'not_found' });
        await expect(webhooks.delete('b', id)).rejects.toMatchObject({ code: 'not_found' });
        await expect(webhooks.rotate('b', id, 'whsec_dHdv', null)).rejects.toMatchObject({ code: 'not_found' });
      }
      await expect(webhooks.create('a', hook, 1)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await webhooks.delete('a', made.id)).toEqual(made);
      expect(await webhooks.target(made.id)).toBeUndefined();
    });

    test('are no more than an account may have, however many are made at once', async () => {
      const { webhooks, second } = await openPair();
      await webhooks.create('a', hook, 3);
      const make = (at: number) => (at % 2 ? webhooks : second).create('a', hook, 3);
      const [made] = await Promise.all([
        Promise.allSettled(Array.from({ length: 8 }, (_, at) => make(at))),
        second.create('b', hook, 3),
      ]);
      expect(await webhooks.list('a')).toHaveLength(3);
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      for (const one of made) {
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_request' });
      }
    });

    test('sign with the old secret too until its time is over', async () => {
      const { webhooks, clock } = await openPair();
      const { id } = await webhooks.create('a', hook, 20);
      expect(await webhooks.target(id)).toEqual({ address: hook.address, secrets: ['whsec_b25l'] });
      const until = new Date(clock.now().getTime() + 60_000);
      expect(await webhooks.rotate('a', id, 'whsec_dHdv', until)).toMatchObject({
        old_secret_until: until.toISOString(),
      });
      expect((await webhooks.target(id))?.secrets).toEqual(['whsec_dHdv', 'whsec_b25l']);
      clock.move(60_000);
      expect((await webhooks.target(id))?.secrets).toEqual(['whsec_dHdv']);
      expect(await webhooks.get('a', id)).toMatchObject({ old_secret_until: null });
      await webhooks.rotate('a', id, 'whsec_dGhyZWU=', null);
      expect((await webhooks.target(id))?.secrets).toEqual(['whsec_dGhyZWU=']);
    });

    test('have no target any more once they are disabled', async () => {
      const { webhooks, deliveries } = await openPair();
      const { id } = await webhooks.create('a', hook, 20);
      await webhooks.disable(id, 'https://elsewhere.example/');
      expect(await webhooks.target(id)).toMatchObject({ address: hook.address });
      await webhooks.disable(id, hook.address);
      expect(await webhooks.target(id)).toBeUndefined();
      expect(await webhooks.get('a', id)).toMatchObject({ enabled: false });
      expect(await deliveries.report('a', render())).toBe(0);
      await expect(webhooks.update('b', id, { enabled: true })).rejects.toMatchObject({ code: 'not_found' });
      const changes = { address: 'https://new.example/', events: ['render.failed'], enabled: true } as const;
      expect(await webhooks.update('a', id, { ...changes, events: [...changes.events] })).toMatchObject({
        id,
        ...changes,
      });
      expect(await webhooks.update('a', id, { enabled: false })).toMatchObject({ ...changes, enabled: false });
    });
  });

  describe('deliveries', () => {
    test('go to each webhook of the account that wants the event, once, however often it is reported', async () => {
      const { webhooks, deliveries, other } = await openPair();
      const every = await webhooks.create('a', hook, 20);
      const failures = await webhooks.create('a', { ...hook, events: ['render.failed'] }, 20);
      await webhooks.create('b', hook, 20);
      const done = render();
      const told = await Promise.all([1, 2, 3, 4].map((at) => (at % 2 ? deliveries : other).report('a', done)));
      expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await deliveries.report('a', render('render.failed'))).toBe(2);
      expect((await deliveries.list('a', every.id, { limit: 10 })).deliveries).toHaveLength(2);
      const [only] = (await deliveries.list('a', failures.id, { limit: 10 })).deliveries;
      expect(only).toMatchObject({ event: 'render.failed', state: 'waiting', attempts: 0, status: null });
      expect(await deliveries.get('a', only?.id ?? '')).toEqual(only);
      expect((await deliveries.list('b', every.id, { limit: 10 })).deliveries).toEqual([]);
    });

    test('are claimed by one of many processes', async () => {
      const { webhooks, deliveries, other } = await openPair();
      await webhooks.create('a', hook, 20);
      for (let at = 0; at < 20; at += 1) await deliveries.report('a', render());
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, at) => (at % 2 ? deliveries : other).claim({ ...all, limit: 20 })),
      );
      const ids = claims.flatMap(({ claimed }) => claimed.map(({ id }) => id));
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
    });

    test('come back with the same id once the lease of a process that is gone is over', async () => {
      const { webhooks, deliveries, other, clock } = await openPair();
      await webhooks.create('a', hook, 20);
      const done = render();
      await deliveries.report('a', done);
      const [first] = (await deliveries.claim(all)).claimed;
      expect(first).toMatchObject({ attempts: 1, account: 'a', event: 'render.done', body: done.body });
      clock.move(leaseMs - 1);
      expect((await other.claim(all)).claimed).toEqual([]);
      clock.move(1);
      const [second] = (await other.claim(all)).claimed;
      expect(second).toEqual({ ...first, attempts: 2 });
      // The first was only slow. Its word comes too late.
      if (!first || !second) throw new Error('both were claimed');
      await deliveries.record(first, arrived);
      expect(await deliveries.get('a', first.id)).toMatchObject({ state: 'waiting', status: null });
      await other.record(second, arrived);
      expect(await deliveries.get('a', first.id)).toMatchObject({ state: 'delivered', attempts: 2 });
    });

    test('say what came of the last attempt and when the next one is', async () => {
      const { webhooks, deliveries, clock } = await openPair();
      await webhooks.create('a', hook, 20);
      await deliveries.report('a', render());
      const [claimed] = (await deliveries.claim(all)).claimed;
      if (!claimed) throw new Error('one is due');
      await deliveries.record(claimed, late);
      expect(await deliveries.get('a', claimed.id)).toMatchObject({
        state: 'waiting',
        failure: 'timeout',
        ms: 15_000,
        attempts: 1,
        next_attempt_at: new Date(clock.now().getTime() + 5_000).toISOString(),
      });
      clock.move(4_999);
      expect((await deliveries.claim(all)).claimed).toEqual([]);
      clock.move(1);
      const [again] = (await deliveries.claim(all)).claimed;
      if (!again) throw new Error('it is due again');
      await deliveries.record(again, arrived);
      expect(await deliveries.get('a', claimed.id)).toMatchObject({
        state: 'delivered',
        status: 204,
        failure: null,
        next_attempt_at: null,
      });
      clock.move(86_400_000);
      expect((await deliveries.claim(all)).claimed).toEqual([]);
    });

    test('are claimed oldest first, and not of whom the caller leaves out', async () => {
      const { webhooks, deliveries, clock } = await openPair();
      const slow = await webhooks.create('a', hook, 20);
      for (let at = 0; at < 5; at += 1) {
        await deliveries.report('a', render());
        clock.move(1);
      }
      await webhooks.create('b', hook, 20);
      await deliveries.report('b', render());
      const first = await deliveries.claim({ ...all, limit: 3, pick: (due) => due.slice(0, 2).map(({ id }) => id) });
      expect(first).toMatchObject({ claimed: [{ account: 'a' }, { account: 'a' }], more: true });
      expect(await deliveries.claim({ ...all, exceptWebhooks: [slow.id] })).toMatchObject({
        claimed: [{ account: 'b' }],
        more: false,
      });
      expect((await deliveries.claim({ ...all, exceptAccounts: ['a'] })).claimed).toEqual([]);
      expect((await deliveries.claim(all)).claimed).toHaveLength(3);
    });

    test('can be sent once more by hand, also where they were given up', async () => {
      const { webhooks, deliveries, clock } = await openPair();
      const { id } = await webhooks.create('a', hook, 20);
      const test = await deliveries.add('a', id, { event: 'webhook.test', subject: randomUUID(), body: '{}' }, leaseMs);
      expect((await deliveries.claim(all)).claimed).toEqual([]);
      await deliveries.record(test, { ...late, state: 'failed', pauseMs: null });
      expect(await deliveries.get('a', test.id)).toMatchObject({ state: 'failed', render: null });
      const again = await deliveries.claimAgain('a', test.id, leaseMs);
      expect(again).toMatchObject({ id: test.id, attempts: 2 });
      expect(await deliveries.get('a', test.id)).toMatchObject({ state: 'waiting', attempts: 2 });
      for (const [account, delivery] of [
        ['b', test.id],
        ['a', randomUUID()],
        ['a', 'nonsense'],
      ] as const) {
        const missing = deliveries.claimAgain(account, delivery, leaseMs);
        await expect(missing).rejects.toMatchObject({ code: 'not_found' });
      }
      clock.move(leaseMs);
      expect((await deliveries.claim(all)).claimed).toHaveLength(1);
    });

    test('are listed page by page, newest first, and by their state', async () => {
      const { webhooks, deliveries } = await openPair();
      const { id } = await webhooks.create('a', hook, 20);
      for (let at = 0; at < 5; at += 1) await deliveries.report('a', render());
      const [done] = (await deliveries.claim({ ...all, limit: 1 })).claimed;
      if (!done) throw new Error('one is due');
      await deliveries.record(done, arrived);
      const first = await deliveries.list('a', id, { limit: 3 });
      const second = await deliveries.list('a', id, { limit: 3, after: first.next ?? '' });
      const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id);
      expect(ids).toEqual([...ids].sort().reverse());
      expect([ids.length, second.next]).toEqual([5, null]);
      const delivered = await deliveries.list('a', id, { limit: 10, state: 'delivered' });
      expect(delivered.deliveries.map((delivery) => delivery.id)).toEqual([done.id]);
    });

    test('are forgotten once they have ended and are old', async () => {
      const { webhooks, deliveries, clock } = await openPair();
      const { id } = await webhooks.create('a', hook, 20);
      for (let at = 0; at < 3; at += 1) await deliveries.report('a', render());
      const { claimed } = await deliveries.claim({ ...all, limit: 2 });
      for (const delivery of claimed) await deliveries.record(delivery, arrived);
      expect(await deliveries.dropBefore(new Date(clock.now().getTime() - 1), 10)).toBe(0);
      expect(await deliveries.dropBefore(clock.now(), 1)).toBe(1);
      expect(await deliveries.dropBefore(clock.now(), 10)).toBe(1);
      expect((await deliveries.list('a', id, { limit: 10 })).deliveries).toHaveLength(1);
    });
  });
}
