import { randomUUID } from 'node:crypto';
import type { Delivery, Render } from '../../contract/index.ts';
import { gather } from '../../folders/index.ts';
import type { ClaimedDelivery, JobStore, StoredJob } from '../../store/index.ts';
import { announceEnds } from './announce-ends.ts';
import { type DelivererEdges, openDeliverer } from './deliverer.ts';

/** The webhooks of a service: announces the ends of renders, and sends what is due. */
export interface Webhooks {
  /** Looks immediately for ends to announce. */
  nudge(): void;
  /** Keeps a delivery of each end that is recorded by now. */
  announce(): Promise<void>;
  /** Sends an event of type `webhook.test` to a webhook and gives what came of it; undefined if too much is under way. */
  test(account: string, webhookId: string): Promise<Delivery | undefined>;
  /** Sends a delivery once more, and gives what came of it; undefined as above. */
  retry(account: string, id: string): Promise<Delivery | undefined>;
  /** Breaks off what is under way, which goes on after the next start or in another service on the same database. */
  close(): Promise<void>;
}

/** What webhooks work with. */
interface WebhookEdges extends DelivererEdges {
  openJobs(): Promise<Pick<JobStore, 'listUnannounced' | 'markAnnounced'>>;
  describeRender(job: StoredJob): Render;
}

/** Milliseconds between looks for what is due, and between looks for what is too old. */
const lookMs = 2_000;
const sweepMs = 60_000;
/** Milliseconds for which deliveries are kept, and how many go at a time. */
const keepMs = 7 * 86_400_000;
const dropsAtOnce = 500;

/** Starts them. Nothing is read before the first look. */
export function openWebhooks(edges: WebhookEdges): Webhooks {
  const deliverer = openDeliverer(edges);
  let isClosed = false;

  const { add: announce } = gather<void>(async () => {
    const [jobs, { deliveries }] = await Promise.all([edges.openJobs(), edges.openStores()]);
    await announceEnds(jobs, deliveries, edges.describeRender);
  });

  async function look(): Promise<void> {
    try {
      await announce();
      await deliverer.pump();
    } catch (error) {
      edges.onError(error);
    }
  }

  async function sweep(): Promise<void> {
    try {
      const { deliveries } = await edges.openStores();
      const before = new Date(edges.now().getTime() - keepMs);
      while (!isClosed && (await deliveries.dropBefore(before, dropsAtOnce)) === dropsAtOnce);
    } catch (error) {
      edges.onError(error);
    }
  }

  const looking = setInterval(() => void look(), lookMs).unref();
  const sweeping = setInterval(() => void sweep(), sweepMs).unref();

  async function send(
    account: string,
    claim: (leaseMs: number) => Promise<ClaimedDelivery>,
  ): Promise<Delivery | undefined> {
    const { deliveries } = await edges.openStores();
    const sent = await deliverer.send(account, claim);
    return sent && deliveries.get(account, sent.id);
  }

  return {
    nudge() {
      if (!isClosed) void look();
    },
    announce,
    async test(account, webhookId) {
      const { webhooks, deliveries } = await edges.openStores();
      const { id } = await webhooks.get(account, webhookId);
      const event = 'webhook.test' as const;
      const body = JSON.stringify({ type: event, timestamp: edges.now().toISOString(), data: { webhook: id } });
      const subject = randomUUID();
      return send(account, (leaseMs) => deliveries.add(account, id, { event, subject, body }, leaseMs));
    },
    async retry(account, id) {
      const { deliveries } = await edges.openStores();
      return send(account, (leaseMs) => deliveries.claimAgain(account, id, leaseMs));
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      clearInterval(sweeping);
      await Promise.all([announce().catch(() => undefined), deliverer.close()]);
    },
  };
}
