import type { Engine } from '../../engine/index.ts';
import type { Webhooks } from '../../jobs/index.ts';
import type { Store } from '../../store/index.ts';
import { describeRender } from '../jobs/describe-render.ts';
import { describeForLog, type Log } from '../observe/log.ts';
import { buildOutageLog, type OutageLog } from '../observe/outage-log.ts';
import { traceSending } from '../observe/trace-work.ts';
import type { Tracing } from '../observe/tracing.ts';

/** The webhooks of a service, whose code is loaded after the start. */
export interface ServiceWebhooks extends Webhooks {
  /** Begins to look for what is to be sent. */
  start(): void;
  /** Attempts so far by what became of the delivery. */
  counts(): Record<string, number>;
}

/** What the webhooks of a service are made with. */
interface ServiceWebhookEdges {
  store: Pick<Store, 'webhooks' | 'jobs'>;
  engine: Pick<Engine, 'sendOutside'>;
  log: Log;
  /** Of the program; receivers see it. */
  version: string;
  /** Milliseconds from any start. */
  clock: () => number;
  /** Logs what is away, once a second. Default: a new one. */
  noteOutage?: OutageLog | undefined;
  tracing?: Tracing | undefined;
}

/** Milliseconds after the start until they are looked at first. */
const firstLookMs = 1_000;

/** Opens them. */
export function openServiceWebhooks({
  store,
  engine,
  log,
  version,
  clock,
  tracing,
  noteOutage = buildOutageLog(log, clock),
}: ServiceWebhookEdges): ServiceWebhooks {
  const counts: Record<string, number> = {};
  let opened: Promise<Webhooks> | undefined;
  let first: NodeJS.Timeout | undefined;
  let isClosed = false;

  function open(): Promise<Webhooks> {
    opened ??= import('../../jobs/index.ts').then(({ openWebhooks }) =>
      openWebhooks({
        openStores: () => store.webhooks(),
        openJobs: () => store.jobs(),
        describeRender: (job) => describeRender(job),
        send: tracing ? traceSending(tracing, engine.sendOutside) : engine.sendOutside,
        userAgent: `platen/${version}`,
        now: () => new Date(),
        random: Math.random,
        onOutcome(state) {
          counts[state] = (counts[state] ?? 0) + 1;
        },
        onError(error) {
          if ((error as { code?: unknown } | null)?.code === 'store_unavailable') noteOutage(error);
          else log.write('error', 'webhook_failed', describeForLog(error));
        },
      }),
    );
    return opened;
  }

  return {
    start() {
      if (isClosed) return;
      first = setTimeout(() => void open().then((webhooks) => webhooks.nudge()), firstLookMs).unref();
    },
    counts: () => counts,
    nudge() {
      if (!isClosed) void open().then((webhooks) => webhooks.nudge());
    },
    async announce() {
      if (!isClosed) await (await open()).announce();
    },
    test: async (account, webhookId) => (await open()).test(account, webhookId),
    retry: async (account, id) => (await open()).retry(account, id),
    async close() {
      isClosed = true;
      clearTimeout(first);
      await (await opened)?.close();
    },
  };
}
