import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gather } from '../../folders/index.ts';
import type { JobTicket, QueueStatements } from '../../store/index.ts';
import { type JobQueue, queueTimes } from './job-queue.ts';
import { spaceNotices } from './space-notices.ts';
import { listenForWork, workChannel } from './work-signal.ts';

/** The place of the queue, and how it is used. */
interface BossQueueOptions {
  /** The address of the Postgres database. */
  databaseUrl: string;
  /** Sends what pushes, claims and removes tickets. What looks after the queue as a whole, pg-boss sends by itself. */
  statements: QueueStatements;
  /** Milliseconds after which an answer is no longer waited for. */
  queryMs: number;
  /** Whether this process claims: then it listens, and looks after tickets whose holders have died. */
  claims: boolean;
  /** Called with failures in the background. */
  onFailure(error: unknown): void;
}

/** The name of the queue and the schema of its tables. */
const [name, schema] = ['renders', 'platen_queue'];
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
 * Opens the queue in a Postgres database, which pg-boss carries in its own schema. The limits of tries and of time are those of
 * jobs: pg-boss gives a lost ticket back without end.
 */
export async function openBossQueue(options: BossQueueOptions): Promise<JobQueue> {
  const { databaseUrl, statements, queryMs, claims, onFailure } = options;
  const [{ PgBoss }, { default: pg }] = await Promise.all([import('pg-boss'), import('pg')]);
  const config = {
    connectionString: databaseUrl,
    application_name: 'platen queue',
    keepAlive: true,
    max: 2,
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
  const boss = new PgBoss(config);
  boss.on('error', onFailure);
  try {
    await boss.start();
    await boss.createQueue(name, limits);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  /** What this process calls itself to others. */
  const self = randomUUID();
  const listeners: (() => void)[] = [];
  const wake = () => {
    for (const listener of listeners) listener();
  };
  const openClient = () =>
    new pg.Client({ connectionString: databaseUrl, application_name: 'platen jobs', keepAlive: true });
  const stopListening = claims ? listenForWork(openClient, self, wake) : undefined;

  const others = spaceNotices(async () => {
    const sent = statements.plannedOnce.executeSql('select pg_notify($1, $2)', [workChannel, self]);
    await sent.catch(() => undefined);
  }, notifyPauseMs);

  /** Wakes this process at once, and the others by Postgres. */
  function announce(): void {
    wake();
    others.announce();
  }

  const pushing = gather<JobTicket>(async (tickets) => {
    // pg-boss fetches the highest priority first. An id that is there already is left unchanged.
    await boss.insert(
      name,
      tickets.map(({ id, account, turn }) => ({ id, data: { account, turn }, priority: -turn })),
      { db: statements.plannedOnce },
    );
    announce();
  });
  const finishing = gather<string>(async (tickets) => {
    await boss.deleteJob(name, tickets, { db: statements.plannedEachTime });
  }, queueTimes.finishMs);

  return {
    push: pushing.add,
    async claim(limit) {
      const found = await boss.fetch<Omit<JobTicket, 'id'>>(name, {
        batchSize: limit,
        includeMetadata: true,
        db: statements.plannedEachTime,
      });
      return found
        .map(({ id, data, retryCount }) => ({ id, account: data.account, turn: data.turn, isAgain: retryCount > 0 }))
        .sort((left, right) => left.turn - right.turn || (left.id < right.id ? -1 : 1));
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
      // A frozen server does not answer a termination.
      const late = pause(queryMs, undefined, { ref: false });
      const stop = async () => {
        await finishing.flush();
        await others.end();
        await Promise.all([stopListening?.(), boss.stop({ graceful: false })]);
      };
      await Promise.race([stop(), late]);
    },
  };
}
