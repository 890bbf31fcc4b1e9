import { describe, expect, it } from 'vitest';
import { buildCursor } from '../../../src/store/database/uuid.ts';
import { buildDeliveryStore } from '../../../src/store/webhooks/delivery-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const ids = [1, 2, 3].map((digit) => `0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3${digit}`);
const [id = ''] = ids;
const row = {
  ...{ id, event: 'render.done', subject: 's', state: 'waiting', created_at: 1_000, attempts: 0 },
  ...{ attempted_at: null, status: null, failure: null, ms: null, next_at: 2_000 },
};
const shown = {
  ...{ id, event: 'render.done', render: 's', state: 'waiting', attempts: 0, status: null, failure: null, ms: null },
  ...{ created_at: '1970-01-01T00:00:01.000Z', attempted_at: null, next_attempt_at: '1970-01-01T00:00:02.000Z' },
};
const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { store: buildDeliveryStore(database, () => new Date(5_000)), sent };
};

describe('a delivery', () => {
  it('is read with its render, unless it is a test', async () => {
    expect(await open([row]).store.get('a', id)).toEqual(shown);
    const test = { ...row, event: 'webhook.test', attempted_at: 0, next_at: null };
    expect(await open([test]).store.get('a', id)).toEqual({
      ...{ ...shown, event: 'webhook.test', render: null, next_attempt_at: null },
      attempted_at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('that is missing is an error', async () => {
    const missing = { code: 'not_found', message: 'there is no delivery with this id' };
    await expect(open([]).store.get('a', id)).rejects.toMatchObject(missing);
    await expect(open().store.get('a', 'x')).rejects.toMatchObject(missing);
    await expect(open([]).store.claimAgain('a', id, 1)).rejects.toMatchObject(missing);
  });

  it('that is added is claimed at once', async () => {
    const { store } = open([]);
    expect(await store.add('a', 'w', { event: 'render.done', subject: 's', body: 'b' }, 300)).toMatchObject({
      ...{ webhook_id: 'w', account: 'a', subject: 's', event: 'render.done', body: 'b', traceparent: null },
      ...{ created_at: 5_000, state: 'waiting', attempts: 1, next_at: 5_300 },
    });
  });

  it('is made for each webhook that wants its event', async () => {
    const delivery = { event: 'render.done', subject: 's', body: 'b' } as const;
    const others = [{ id: 'x', events: 'render.failed' }];
    expect(await open(others).store.report('a', delivery)).toBe(0);
    const wanting = [...others, { id: 'w', events: 'render.failed render.done' }];
    const { store, sent } = open(wanting, [{ id }]);
    expect(await store.report('a', delivery)).toBe(1);
    expect(sent[1]).toContain('w');
    expect(sent[1]).not.toContain('x');
  });
});

it.each([
  [2, null],
  [3, ids[1]],
])('a page of two among %d deliveries goes on behind %j', async (count, last) => {
  const rows = ids.slice(0, count).map((one) => ({ ...row, id: one }));
  const { deliveries, next } = await open(rows).store.list('a', id, { limit: 2 });
  expect(deliveries).toEqual(ids.slice(0, 2).map((one) => ({ ...shown, id: one })));
  expect(next).toBe(last === null ? null : buildCursor(last ?? ''));
});

it.each([
  [1, [], [], false],
  [2, [], [], true],
  [2, ['1'], [{ id: '1' }], true],
  [1, ['1'], [{ id: '1' }], false],
])('of %d that are due, %j are claimed, and there may be more', async (count, picked, claimed, more) => {
  const due = ['1', '2'].slice(0, count).map((one) => ({ id: one, webhook_id: 'w', account: 'a' }));
  const request = { limit: 2, leaseMs: 1, exceptWebhooks: [], exceptAccounts: [] };
  const { store } = open(due, claimed);
  expect(await store.claim({ ...request, pick: () => picked })).toEqual({ claimed, more });
});

it.each([
  [[], [], [5_000, 2]],
  [['w'], [], [5_000, 'w', 2]],
  [[], ['a'], [5_000, 'a', 2]],
])(
  'deliveries are claimed of other webhooks than %j and other accounts than %j',
  async (webhooks, accounts, values) => {
    const { store, sent } = open([]);
    const request = { limit: 2, leaseMs: 1, exceptWebhooks: webhooks, exceptAccounts: accounts };
    await store.claim({ ...request, pick: () => [] });
    expect(sent).toEqual([values]);
  },
);

it('a delivery that is claimed counts an attempt, and is held for the time of its lease', async () => {
  const request = { limit: 2, leaseMs: 300, exceptWebhooks: [], exceptAccounts: [] };
  const { store, sent } = open([{ id, webhook_id: 'w', account: 'a' }], [], [{ id }]);
  await store.claim({ ...request, pick: () => [id] });
  await store.claimAgain('a', id, 400);
  expect(sent.slice(1)).toEqual([
    [1, 5_300, id, 5_000],
    ['waiting', 1, 5_400, 'a', id],
  ]);
});
