import type { Delivery } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { readTime } from '../database/stored-values.ts';
import { buildCursor, buildUuidSource, readCursor, requireUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import type { DeliveryRow } from '../rows/webhook-tables.ts';

/** An event to deliver. */
export interface NewDelivery {
  event: Delivery['event'];
  /** The subject, a UUID. A webhook gets one event for each subject. */
  subject: string;
  /** What is sent. */
  body: string;
  /** The trace that it belongs to (W3C Trace Context, section 3.2). Default none. */
  traceparent?: string | null;
}

/** A delivery that its holder sends now. Others leave it alone until its lease is over. */
export interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  account: string;
  event: string;
  body: string;
  traceparent: string | null;
  /** When it happened, in milliseconds since 1970. */
  created_at: number;
  /** Which attempt it is, from 1. */
  attempts: number;
}

/** What came of an attempt. */
export interface DeliveryOutcome {
  state: Delivery['state'];
  /** Milliseconds after which it is sent once more; null for never. */
  pauseMs: number | null;
  status: number | null;
  failure: Delivery['failure'];
  ms: number;
}

/** How many deliveries to claim, for how long, and what to leave to others. */
interface DeliveryClaim {
  limit: number;
  leaseMs: number;
  exceptWebhooks: readonly string[];
  exceptAccounts: readonly string[];
  /** Picks what to claim of those that are due, oldest first. */
  pick: (due: readonly Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'account'>[]) => readonly string[];
}

/** Events on their way to the webhooks of all accounts. */
export interface DeliveryStore {
  /** Has an event sent to each webhook of the account that wants it. Returns the number of new deliveries. */
  report(account: string, delivery: NewDelivery): Promise<number>;
  /** Has an event sent to one webhook; the caller sends it now. */
  add(account: string, webhookId: string, delivery: NewDelivery, leaseMs: number): Promise<ClaimedDelivery>;
  /** Claims what is due, each for one holder over all processes. `more`: some that are due were left. */
  claim(wanted: DeliveryClaim): Promise<{ claimed: ClaimedDelivery[]; more: boolean }>;
  /** Claims a single delivery of an account, whatever its state. Throws `not_found`. */
  claimAgain(account: string, id: string, leaseMs: number): Promise<ClaimedDelivery>;
  /** Notes what came of an attempt, unless another has begun meanwhile. */
  record(claimed: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void>;
  get(account: string, id: string): Promise<Delivery>;
  /** A page, newest first. `next` is the `after` of the following page, or null on the last page. */
  list(
    account: string,
    webhookId: string,
    page: { limit: number; after?: string | undefined; state?: Delivery['state'] | undefined },
  ): Promise<{ deliveries: Delivery[]; next: string | null }>;
  /** Removes at most `limit` deliveries that have ended and began before then. Gives their number. */
  dropBefore(time: Date, limit: number): Promise<number>;
}

/** What is shown of a delivery. */
const columns = [
  'id',
  'event',
  'subject',
  'state',
  'created_at',
  'attempts',
  'attempted_at',
  'status',
  'failure',
  'ms',
  'next_at',
] as const satisfies (keyof DeliveryRow)[];

const claimColumns = ['id', 'webhook_id', 'account', 'event', 'body', 'traceparent', 'created_at', 'attempts'] as const;

/** The deliveries in an open database. */
export function buildDeliveryStore(database: Database, now: () => Date): DeliveryStore {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');
  // What a failing machine forgets of these is sent once more.
  const note: Database['run'] = (work) => database.run(work, 'claims');

  function makeRow(
    account: string,
    webhookId: string,
    { event, subject, body, traceparent = null }: NewDelivery,
  ): DeliveryRow {
    const time = now().getTime();
    return {
      id: makeId(),
      webhook_id: webhookId,
      account,
      subject,
      event,
      body,
      traceparent,
      created_at: time,
      state: 'waiting',
      attempts: 0,
      next_at: time,
      attempted_at: null,
      status: null,
      failure: null,
      ms: null,
    };
  }

  return {
    async report(account, delivery) {
      const webhooks = await database.run((db) =>
        db
          .selectFrom('webhooks')
          .select(['id', 'events'])
          .where('account', '=', account)
          .where('enabled', '=', 1)
          .execute(),
      );
      const wanting = webhooks.filter(({ events }) => events.split(' ').includes(delivery.event));
      if (wanting.length === 0) return 0;
      const rows = await write((db) =>
        db
          .insertInto('deliveries')
          .values(wanting.map(({ id }) => makeRow(account, id, delivery)))
          .onConflict((conflict) => conflict.columns(['webhook_id', 'subject']).doNothing())
          .returning('id')
          .execute(),
      );
      return rows.length;
    },

    async add(account, webhookId, delivery, leaseMs) {
      const row = makeRow(account, webhookId, delivery);
      const claimed = { ...row, attempts: 1, next_at: row.created_at + leaseMs };
      await write((db) => db.insertInto('deliveries').values(claimed).execute());
      return claimed;
    },

    async claim({ limit, leaseMs, exceptWebhooks, exceptAccounts, pick }) {
      const time = now().getTime();
      const due = await database.run((db) => {
        let query = db.selectFrom('deliveries').select(['id', 'webhook_id', 'account']).where('next_at', '<=', time);
        if (exceptWebhooks.length > 0) query = query.where('webhook_id', 'not in', exceptWebhooks);
        if (exceptAccounts.length > 0) query = query.where('account', 'not in', exceptAccounts);
        return query.orderBy('next_at').limit(limit).execute();
      });
      const ids = pick(due);
      if (ids.length === 0) return { claimed: [], more: due.length === limit };
      const claimed = await note((db) =>
        db
          .updateTable('deliveries')
          .set((old) => ({ attempts: old('attempts', '+', 1), next_at: time + leaseMs }))
          .where('id', 'in', ids)
          // Another process may have claimed some since they were read.
          .where('next_at', '<=', time)
          .returning(claimColumns)
          .execute(),
      );
      return { claimed, more: due.length === limit };
    },

    async claimAgain(account, id, leaseMs) {
      const [claimed] = await write((db) =>
        db
          .updateTable('deliveries')
          .set((old) => ({
            state: 'waiting',
            attempts: old('attempts', '+', 1),
            next_at: now().getTime() + leaseMs,
          }))
          .where('account', '=', account)
          .where('id', '=', requireUuid(id, notFound))
          .returning(claimColumns)
          .execute(),
      );
      if (claimed === undefined) throw notFound();
      return claimed;
    },

    async record({ id, attempts }, { state, pauseMs, status, failure, ms }) {
      const time = now().getTime();
      const next_at = pauseMs === null ? null : time + pauseMs;
      await note((db) =>
        db
          .updateTable('deliveries')
          .set({ state, next_at, attempted_at: time - ms, status, failure, ms })
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .execute(),
      );
    },

    async get(account, id) {
      const row = await database.run((db) =>
        db
          .selectFrom('deliveries')
          .select(columns)
          .where('account', '=', account)
          .where('id', '=', requireUuid(id, notFound))
          .executeTakeFirst(),
      );
      if (row === undefined) throw notFound();
      return readRow(row);
    },

    async list(account, webhookId, { limit, after, state }) {
      const before = after === undefined ? undefined : readCursor(after);
      const rows = await database.run((db) =>
        db
          .selectFrom('deliveries')
          .select(columns)
          .where('account', '=', account)
          .where('webhook_id', '=', requireUuid(webhookId, notFound))
          .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
          .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute(),
      );
      const deliveries = rows.slice(0, limit).map(readRow);
      const last = deliveries.at(-1);
      return { deliveries, next: rows.length > limit && last ? buildCursor(last.id) : null };
    },

    async dropBefore(time, limit) {
      const rows = await write((db) =>
        db
          .deleteFrom('deliveries')
          .where('id', 'in', (old) =>
            old
              .selectFrom('deliveries')
              .select('id')
              .where('created_at', '<=', time.getTime())
              .where('next_at', 'is', null)
              .limit(limit),
          )
          .returning('id')
          .execute(),
      );
      return rows.length;
    },
  };
}

function readRow(row: Pick<DeliveryRow, (typeof columns)[number]>): Delivery {
  const { id, event, subject, state, created_at, attempts, attempted_at, status, failure, ms, next_at } = row;
  return {
    id,
    event: event as Delivery['event'],
    render: event === 'webhook.test' ? null : subject,
    state: state as Delivery['state'],
    created_at: new Date(created_at).toISOString(),
    attempts,
    attempted_at: readTime(attempted_at),
    status,
    failure: failure as Delivery['failure'],
    ms,
    next_attempt_at: readTime(next_at),
  };
}

function notFound(): StoreError {
  return new StoreError('not_found', 'there is no delivery with this id');
}
