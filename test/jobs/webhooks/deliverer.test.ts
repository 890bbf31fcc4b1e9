import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeliverer } from '../../../src/jobs/webhooks/deliverer.ts';
import type { ClaimedDelivery, WebhookStores } from '../../../src/store/index.ts';

type Claim = Parameters<WebhookStores['deliveries']['claim']>[0];

let due: ClaimedDelivery[];
let claims: Claim[];
let sent: string[];
let errors: unknown[];
let outcomes: unknown[];
let recorded: unknown[];
let answers: (() => void)[];
/** Whether the most that a claim takes are all that it finds. */
let isMore: boolean;
let fails: { open?: Error; claim?: Error; record?: Error };

beforeEach(() => {
  [due, claims, sent, errors, outcomes, recorded, answers] = [[], [], [], [], [], [], []];
  isMore = false;
  fails = {};
});

let count = 0;
function add(account: string, webhook: string, times = 1): void {
  for (let time = 0; time < times; time += 1) {
    count += 1;
    due.push({
      ...{ id: `${account}-${webhook}-${count}`, webhook_id: webhook, account },
      ...{ event: 'render.done', body: '{}', traceparent: null, created_at: 0, attempts: 1 },
    });
  }
}

/** A deliverer to receivers that do not answer until `answers` are called. */
function open() {
  const [waiting, claimed] = [due, claims];
  const deliveries = {
    async claim(claim: Claim) {
      claimed.push(claim);
      if (fails.claim) throw fails.claim;
      const free = waiting.filter(
        ({ webhook_id, account }) =>
          !claim.exceptWebhooks.includes(webhook_id) && !claim.exceptAccounts.includes(account),
      );
      const ids = claim.pick(free).slice(0, claim.limit);
      const found = waiting.filter(({ id }) => ids.includes(id));
      for (const one of found) waiting.splice(waiting.indexOf(one), 1);
      return { claimed: found, more: isMore };
    },
    async record(delivery: ClaimedDelivery, outcome: { state: string }) {
      if (fails.record) throw fails.record;
      recorded.push([delivery.id, outcome.state]);
    },
  };
  const webhooks = {
    target: async () => ({ address: 'https://a.test/', secrets: ['whsec_b3RoZXI='] }),
    disable: async () => undefined,
  };
  return openDeliverer({
    async openStores() {
      if (fails.open) throw fails.open;
      return { deliveries, webhooks } as unknown as WebhookStores;
    },
    send: ({ headers, signal }) =>
      new Promise((resolve) => {
        sent.push(String(headers?.['webhook-id']));
        const answer = () => resolve({ status: 204, headers: {}, ms: 1 });
        answers.push(answer);
        signal?.addEventListener('abort', answer);
      }),
    ...{ userAgent: 'platen/1', now: () => new Date(0), random: () => 0.5 },
    onError: (error) => errors.push(error),
    onOutcome: (state) => outcomes.push(state),
  });
}
const allSent = (number: number) => vi.waitFor(() => expect(sent).toHaveLength(number));

describe('a deliverer', () => {
  it('claims and sends what is due, and records what came of it', async () => {
    add('a', 'one');
    const [id] = due.map((delivery) => delivery.id);
    const deliverer = open();
    await deliverer.pump();
    expect(claims).toEqual([
      { limit: 128, leaseMs: 30_000, exceptWebhooks: [], exceptAccounts: [], pick: expect.any(Function) },
    ]);
    await allSent(1);
    expect([sent, recorded]).toEqual([[id], []]);
    answers[0]?.();
    await vi.waitFor(() => expect(claims).toHaveLength(2));
    expect([recorded, outcomes, errors]).toEqual([[[id, 'delivered']], ['delivered'], []]);
    expect(claims[1]).toMatchObject({ limit: 128 });
  });

  it('sends six at once to a webhook, and the next where one has ended', async () => {
    add('a', 'slow', 8);
    add('a', 'other', 2);
    const deliverer = open();
    await deliverer.pump();
    await allSent(8);
    expect(due.map(({ webhook_id }) => webhook_id)).toEqual(['slow', 'slow']);
    await deliverer.pump();
    expect(claims.at(-1)).toMatchObject({ limit: 120, exceptWebhooks: ['slow'], exceptAccounts: [] });
    expect(sent).toHaveLength(8);
    answers[0]?.();
    await allSent(9);
    expect(claims.at(-1)).toMatchObject({ limit: 121, exceptWebhooks: [] });
  });

  it('sends sixteen at once of an account', async () => {
    for (const webhook of ['one', 'two', 'three', 'four']) add('a', webhook, 5);
    add('b', 'five', 2);
    const deliverer = open();
    await deliverer.pump();
    await allSent(18);
    expect(due.map(({ webhook_id }) => webhook_id)).toEqual(['four', 'four', 'four', 'four']);
    await deliverer.pump();
    expect(claims.at(-1)).toMatchObject({ exceptWebhooks: [], exceptAccounts: ['a'] });
  });

  it('counts those of one account alone for its webhooks', async () => {
    add('a', 'same', 6);
    add('b', 'same', 6);
    await open().pump();
    await allSent(12);
  });

  it('sends 128 at once in all, and claims no more while they are under way', async () => {
    for (let account = 0; account < 13; account += 1) add(`account ${account}`, `webhook ${account}`, 6);
    for (let account = 13; account < 26; account += 1) add(`account ${account}`, `webhook ${account}`, 6);
    isMore = true;
    const deliverer = open();
    await deliverer.pump();
    await allSent(128);
    expect(claims).toHaveLength(1);
    await deliverer.pump();
    expect(claims).toHaveLength(1);
    answers[0]?.();
    await allSent(129);
    expect(claims[1]).toMatchObject({ limit: 1 });
  });

  it('claims again while there is more, until nothing is found', async () => {
    add('a', 'one', 1);
    isMore = true;
    await open().pump();
    expect(claims).toHaveLength(2);
  });

  it('fails with the store at a pump, and reports what fails later', async () => {
    add('a', 'one');
    const deliverer = open();
    fails.record = new Error('no room');
    await deliverer.pump();
    await allSent(1);
    fails.claim = new Error('away');
    answers[0]?.();
    await vi.waitFor(() => expect(errors).toEqual([fails.record, fails.claim]));
    expect(outcomes).toEqual([]);
    await expect(deliverer.pump()).rejects.toThrow('away');
  });
});

describe('a delivery that is sent by itself', () => {
  const one = () => {
    add('a', 'one');
    return due.pop() as ClaimedDelivery;
  };

  it('is claimed as long as others, and there once its outcome is recorded', async () => {
    const leases: number[] = [];
    const delivery = one();
    const done = open().send('a', async (leaseMs) => {
      leases.push(leaseMs);
      return delivery;
    });
    await allSent(1);
    expect(recorded).toEqual([]);
    answers[0]?.();
    expect(await done).toBe(delivery);
    expect([leases, recorded]).toEqual([[30_000], [[delivery.id, 'delivered']]]);
  });

  it('is not claimed while its account has sixteen under way', async () => {
    const deliverer = open();
    for (const webhook of ['one', 'two', 'three']) add('a', webhook, 5);
    await deliverer.pump();
    await allSent(15);
    void deliverer.send('a', async () => one());
    await allSent(16);
    const claim = vi.fn(async () => one());
    expect(await deliverer.send('a', claim)).toBeUndefined();
    expect(claim).not.toHaveBeenCalled();
    void deliverer.send('b', async () => ({ ...one(), account: 'b' }));
    await allSent(17);
  });

  it('is refused with what its claim throws', async () => {
    const gone = new Error('gone');
    await expect(open().send('a', () => Promise.reject(gone))).rejects.toBe(gone);
    expect(sent).toEqual([]);
  });
});

describe('a deliverer that closes', () => {
  it('breaks off what is under way, waits for it, and claims nothing more', async () => {
    add('a', 'one', 2);
    const deliverer = open();
    await deliverer.pump();
    await allSent(2);
    await deliverer.close();
    expect(recorded).toHaveLength(2);
    const { length } = claims;
    await deliverer.pump();
    expect(claims).toHaveLength(length);
  });

  it('ends also where the store fails', async () => {
    fails.open = new Error('away');
    expect(await open().close()).toBeUndefined();
  });
});
