import { setTimeout as pause } from 'node:timers/promises';
import type { JobTicket } from '../../store/index.ts';
import { gather } from '../gather.ts';
import { type JobQueue, queueTimes } from './job-queue.ts';
import { listenForWork, workChannel } from './work-signal.ts';

/** Where the queue lies, and how it is used. */
interface BossQueueOptions {
  /** The address of the Postgres database. */
  databaseUrl: string;
  /** Milliseconds after which an answer is no longer waited for. */
  queryMs: number;
  /** Whether this process claims: then it listens, and looks after tickets whose holders have died. */
  claims: boolean;
  /** Told of failures in the background. */
  onFailure(error: unknown): void;
}

/** The name of the queue and the schema of its tables. */
const [name, schema] = ['renders', 'platen_queue'];
/**
 * The server commits without a wait for its disk (PostgreSQL, "synchronous_commit"). What it forgets in a crash are the last changes of
 * the queue, and nothing that the table of jobs does not bring back.
 */
const hasty = '-c synchronous_commit=off';
/** Connections of a process to the queue, beside one that listens. */
const connections = 3;

/** Milliseconds between two words to the other processes: those that work look for more by themselves. */
const notifyPauseMs = 100;

const seconds = {
  /** Between two looks for tickets whose holders have died, over all processes. */
  supervise: 2,
  /** A ticket is held for an hour at most, and waits for a year. */
  expire: 3_600,
  retain: 365 * 86_400,
};

/**
 * Opens the queue in a Postgres database, which pg-boss carries in a schema of its own. The limits of tries and of time are those of
 * jobs: pg-boss gives a lost ticket back without end.
 */
export async function openBossQueue({ databaseUrl, queryMs, claims, onFailure }: BossQueueOptions): Promise<JobQueue> {
  const [{ PgBoss }, { default: pg }] = await Promise.all([import('pg-boss'), import('pg')]);
  const config = {
    connectionString: databaseUrl,
    application_name: 'platen queue',
    keepAlive: true,
    max: connections,
    query_timeout: queryMs,
    schema,
    schedule: false,
    supervise: claims,
    superviseIntervalSeconds: seconds.supervise,
    monitorIntervalSeconds: seconds.supervise,
    // A long queue is no fault.
    warningQueueSize: Number.MAX_SAFE_INTEGER,
  };
  const limits = {
    retryLimit: 1_000_000,
    heartbeatSeconds: queueTimes.lostMs / 1000,
    expireInSeconds: seconds.expire,
    retentionSeconds: seconds.retain,
  };
  async function start(options?: string) {
    const boss = new PgBoss({ ...config, ...(options && { options }) });
    boss.on('error', onFailure);
    try {
      await boss.start();
      await boss.createQueue(name, limits);
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }
  const boss = await start(hasty).catch((error: { code?: string }) => {
    // SQLSTATE protocol_violation: poolers take no options.
    if (error.code !== '08P01') throw error;
    return start();
  });
  const listeners: (() => void)[] = [];
  const wake = () => {
    for (const listener of listeners) listener();
  };
  const openClient = () =>
    new pg.Client({ connectionString: databaseUrl, application_name: 'platen jobs', keepAlive: true });
  const stopListening = claims ? listenForWork(openClient, wake) : undefined;

  let isMore = false;
  let notifying: NodeJS.Timeout | undefined;
  function notify(): void {
    const sent = boss.getDb().executeSql('select pg_notify($1, $2)', [workChannel, '']);
    sent.catch(() => undefined);
  }

  /** Wakes this process at once, and the others by Postgres: for the first of many tickets, and once more for the rest of them. */
  function announce(): void {
    wake();
    if (notifying) {
      isMore = true;
      return;
    }
    notify();
    notifying = setTimeout(() => {
      notifying = undefined;
      if (isMore) notify();
      isMore = false;
    }, notifyPauseMs).unref();
  }

  const pushing = gather<JobTicket>(async (tickets) => {
    // pg-boss fetches the highest priority first. An id that is there already is left as it is.
    await boss.insert(
      name,
      tickets.map(({ id, account, turn }) => ({ id, data: { account, turn }, priority: -turn })),
    );
    announce();
  }, queueTimes.pushMs);
  const finishing = gather<string>(async (tickets) => {
    await boss.deleteJob(name, tickets);
  }, queueTimes.finishMs);

  return {
    push: pushing.add,
    async claim(limit) {
      const found = await boss.fetch<Omit<JobTicket, 'id'>>(name, { batchSize: limit, includeMetadata: true });
      return found
        .map(({ id, data, retryCount }) => ({ id, account: data.account, turn: data.turn, isAgain: retryCount > 0 }))
        .sort((one, other) => one.turn - other.turn || (one.id < other.id ? -1 : 1));
    },
    async keepAlive(tickets) {
      await boss.touch(name, [...tickets]);
    },
    finish: finishing.add,
    async giveBack(ticket) {
      await boss.fail(name, ticket);
      announce();
    },
    async countByAccount() {
      const text = `select data->>'account' as account, count(*)::int as count from ${schema}.job
        where name = $1 and state < 'completed' group by 1`;
      const { rows } = await boss.getDb().executeSql(text, [name]);
      return new Map(rows.map(({ account, count }: { account: string; count: number }) => [account, count]));
    },
    onWork: (listener) => void listeners.push(listener),
    async close() {
      // A server that stands still answers no goodbye.
      const late = pause(queryMs, undefined, { ref: false });
      const stop = async () => {
        await finishing.flush();
        await Promise.all([stopListening?.(), boss.stop({ graceful: false })]);
      };
      await Promise.race([stop(), late]);
    },
  };
}
