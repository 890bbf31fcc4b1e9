import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Delivery, type Render, webhookEvents } from '../../../src/contract/index.ts';
import type { OutsideOutcome, OutsideRequest } from '../../../src/engine/index.ts';
import { openWebhooks } from '../../../src/jobs/webhooks/open-webhooks.ts';
import { openStore, type StoredJob } from '../../../src/store/index.ts';
import { buildClock } from '../../store/test-clock.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const fine: OutsideOutcome = { status: 204, headers: {}, ms: 3 };
const broken: OutsideOutcome = { status: 500, headers: {}, ms: 4 };

/** Webhooks over their own store. Receivers answer what `answer` says; ends are what the test puts into `ended`. */
async function open(answer: (request: OutsideRequest, count: number) => OutsideOutcome | Promise<OutsideOutcome>) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-webhooks-'));
  const clock = buildClock();
  const store = await openStore({ dataFolder: folder }, { now: clock.now });
  const stores = await store.webhooks();
  const sent: OutsideRequest[] = [];
  const errors: unknown[] = [];
  const outcomes: Delivery['state'][] = [];
  const ended: Pick<StoredJob, 'id' | 'account' | 'ended_at' | 'traceparent'>[] = [];
  const start = () =>
    openWebhooks({
      openStores: async () => stores,
      openJobs: async () => ({
        listUnannounced: async (limit) => ended.slice(0, limit) as StoredJob[],
        markAnnounced: async (ids) =>
          void ended.splice(0, ended.length, ...ended.filter(({ id }) => !ids.includes(id))),
      }),
      describeRender: ({ id, status }) => ({ id, status }) as Render,
      send: async (request) => answer(request, sent.push(request)),
      userAgent: 'platen/1',
      now: clock.now,
      random: () => 0.5,
      onOutcome: (state) => outcomes.push(state),
      onError: (error) => errors.push(error),
    });
  const webhooks = start();
  onTestFinished(async () => {
    await webhooks.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  const make = (account: string, address = 'https://hook.example/') =>
    stores.webhooks.create(account, { address, events: webhookEvents, secret, createdBy: 'test' }, 20);
  const list = async (account: string, id: string) =>
    (await stores.deliveries.list(account, id, { limit: 100 })).deliveries;
  const end = (account: string, status: string, id: string, traceparent?: string) =>
    ended.push(
      Object.assign({ id, account, status, ended_at: clock.now().toISOString() }, { traceparent: traceparent ?? null }),
    );
  return {
    ...stores,
    webhooks: { ...webhooks, ...stores.webhooks },
    start,
    make,
    list,
    end,
    ended,
    sent,
    outcomes,
    clock,
  };
}

const ids = Array.from({ length: 240 }, (_, at) => `0199a000-0000-7000-8000-${String(at).padStart(12, '0')}`);

describe('webhooks', () => {
  it('send the end of a render to whom it is for, signed, and keep what came of it', async () => {
    const { webhooks, make, list, end, sent, ended, clock, outcomes } = await open(() => fine);
    const { id } = await make('a');
    await make('b');
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    end('a', 'done', ids[0] ?? '', traceparent);
    webhooks.nudge();
    await expect.poll(() => outcomes).toEqual(['delivered']);
    expect(ended).toEqual([]);
    const [delivery] = await list('a', id);
    expect(delivery).toMatchObject({ event: 'render.done', render: ids[0], state: 'delivered', status: 204, ms: 3 });
    const [request] = sent;
    const body = String(request?.body);
    expect(request).toMatchObject({ method: 'POST', url: 'https://hook.example/', timeoutMs: 15_000 });
    expect(request?.headers).toMatchObject({
      'Content-Type': 'application/json',
      'User-Agent': 'platen/1',
      'webhook-id': delivery?.id,
      traceparent,
    });
    expect(JSON.parse(body)).toEqual({
      type: 'render.done',
      timestamp: clock.now().toISOString(),
      data: { id: ids[0], status: 'done' },
    });
    const signature = request?.headers['webhook-signature'] ?? '';
    const signed = new Verifier(secret).sign(delivery?.id ?? '', clock.now(), body);
    expect(signature).toBe(signed);
  });

  it('send an end once however often it is reported, as after a process that died between', async () => {
    const { webhooks, make, list, end, sent, outcomes } = await open(() => fine);
    const { id } = await make('a');
    for (let at = 0; at < 3; at += 1) {
      end('a', 'failed', ids[0] ?? '');
      await webhooks.announce();
    }
    webhooks.nudge();
    await expect.poll(() => outcomes).toEqual(['delivered']);
    expect([sent.length, (await list('a', id)).length]).toEqual([1, 1]);
  });

  it('try again after a pause that grows, with the same id, and give up after a day', async () => {
    const { webhooks, make, list, end, sent, clock, outcomes } = await open(() => broken);
    const { id } = await make('a');
    end('a', 'done', ids[0] ?? '');
    await webhooks.announce();
    const started = clock.now().getTime();
    for (let attempt = 1; ; attempt += 1) {
      webhooks.nudge();
      await expect.poll(() => outcomes.length).toBe(attempt);
      const [delivery] = await list('a', id);
      expect(delivery).toMatchObject({ attempts: attempt, status: 500 });
      if (delivery?.next_attempt_at === null) break;
      clock.move(Date.parse(delivery?.next_attempt_at ?? '') - clock.now().getTime());
    }
    expect((await list('a', id))[0]).toMatchObject({ state: 'failed', attempts: 9 });
    expect((clock.now().getTime() - started) / 3_600_000).toBeCloseTo(22.2, 1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(9);
  });

  it('wait for as long as a receiver asks for, and send no trace where there is none', async () => {
    const busy: OutsideOutcome = { status: 503, headers: { 'retry-after': '600' }, ms: 1 };
    const { webhooks, make, list, end, sent, outcomes, clock } = await open((_, count) => (count === 1 ? busy : fine));
    const { id } = await make('a');
    end('a', 'done', ids[0] ?? '');
    webhooks.nudge();
    await expect.poll(() => outcomes).toEqual(['waiting']);
    const [delivery] = await list('a', id);
    expect(Date.parse(delivery?.next_attempt_at ?? '') - clock.now().getTime()).toBe(600_000);
    expect(sent[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('are sent nothing more once the address says that it is gone', async () => {
    const { webhooks, make, list, end, sent, outcomes } = await open(() => ({ status: 410, headers: {}, ms: 1 }));
    const { id } = await make('a');
    end('a', 'done', ids[0] ?? '');
    webhooks.nudge();
    await expect.poll(() => outcomes).toEqual(['failed']);
    expect(await webhooks.get('a', id)).toMatchObject({ enabled: false });
    end('a', 'done', ids[1] ?? '');
    await webhooks.announce();
    expect([(await list('a', id)).length, sent.length]).toEqual([1, 1]);
    expect(await webhooks.test('a', id)).toMatchObject({ state: 'failed', failure: 'disabled', status: null });
  });

  it('hold up nobody else where one answers slowly', async () => {
    const slow = Promise.withResolvers<OutsideOutcome>();
    const { webhooks, make, end, sent, outcomes } = await open(({ url }) =>
      url.includes('slow') ? slow.promise : fine,
    );
    await make('a', 'https://slow.example/');
    for (let at = 0; at < 50; at += 1) end('a', 'done', ids[at] ?? '');
    await webhooks.announce();
    await make('a', 'https://quick.example/');
    await make('b', 'https://quick.example/');
    end('a', 'done', ids[55] ?? '');
    end('b', 'done', ids[56] ?? '');
    webhooks.nudge();
    await expect.poll(() => outcomes).toEqual(['delivered', 'delivered']);
    expect(sent.filter(({ url }) => url.includes('slow'))).toHaveLength(6);
    slow.resolve(fine);
    await expect.poll(() => outcomes).toHaveLength(53);
  });

  it('send many at once, each once', async () => {
    const { webhooks, make, list, end, sent } = await open((_, count) => (count % 3 === 0 ? broken : fine));
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((account) => make(account)));
    for (const [at, id] of ids.entries()) end('abcd'[at % 4] ?? '', 'done', id);
    webhooks.nudge();
    await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(240);
    const all = async () =>
      (await Promise.all(['a', 'b', 'c', 'd'].map((name, at) => list(name, made[at]?.id ?? '')))).flat();
    await expect.poll(async () => (await all()).filter(({ state }) => state === 'delivered').length).toBe(160);
    expect((await all()).filter(({ state, status }) => state === 'waiting' && status === 500)).toHaveLength(80);
  });

  it('are tested at once, also where that fails, and can be sent a delivery once more', async () => {
    const { webhooks, make, sent } = await open((_, count) =>
      count === 1 ? { failure: 'timeout', ms: 15_000 } : fine,
    );
    const { id } = await make('a');
    const tested = await webhooks.test('a', id);
    expect(tested).toMatchObject({
      event: 'webhook.test',
      state: 'waiting',
      failure: 'timeout',
      attempts: 1,
      status: null,
    });
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ type: 'webhook.test', data: { webhook: id } });
    expect(await webhooks.retry('a', tested?.id ?? '')).toMatchObject({ state: 'delivered', attempts: 2 });
    await expect(webhooks.test('b', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(webhooks.retry('b', tested?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('break off what is under way when they close, and another service sends it once more', async () => {
    const { webhooks, start, make, list, end, clock, outcomes, sent } = await open((request, count) => {
      if (count > 1) return fine;
      const { promise, resolve } = Promise.withResolvers<OutsideOutcome>();
      request.signal?.addEventListener('abort', () => resolve({ failure: 'broken_off', ms: 9 }));
      return promise;
    });
    const { id } = await make('a');
    end('a', 'done', ids[0] ?? '');
    webhooks.nudge();
    await expect.poll(() => sent.length).toBe(1);
    await webhooks.close();
    expect((await list('a', id))[0]).toMatchObject({ state: 'waiting', failure: 'broken_off' });
    clock.move(6_000);
    const next = start();
    next.nudge();
    await expect.poll(() => outcomes).toEqual(['waiting', 'delivered']);
    await next.close();
  });
});
