import type { Delivery } from '../../contract/index.ts';
import { gather } from '../../folders/index.ts';
import type { ClaimedDelivery, WebhookStores } from '../../store/index.ts';
import { type AttemptEdges, attemptDelivery } from './attempt-delivery.ts';

/** Sends what is due, several at once. */
interface Deliverer {
  /** Claims and sends what is due and has a place. Resolves once it is under way. Rejects if the store fails. */
  pump(): Promise<void>;
  /**
   * Sends a delivery that the caller claims, and resolves once its outcome is recorded. Undefined, without a claim, if the account
   * has too many under way.
   */
  send(account: string, claim: (leaseMs: number) => Promise<ClaimedDelivery>): Promise<ClaimedDelivery | undefined>;
  /** Breaks off what is under way, which is sent once more by the next service. */
  close(): Promise<void>;
}

/** What a deliverer works with. */
export interface DelivererEdges extends AttemptEdges {
  openStores(): Promise<WebhookStores>;
  /** Called with what came of each attempt. */
  onOutcome(state: Delivery['state']): void;
}

/** Milliseconds after which an attempt that says nothing more is another's: longer than any takes. */
const leaseMs = 30_000;
/** Attempts at once: in all, of an account, and to one webhook, so that a slow receiver delays no other. */
const places = { all: 128, account: 16, webhook: 6 };

/** Opens a deliverer. It does nothing by itself. */
export function openDeliverer(edges: DelivererEdges): Deliverer {
  const running = new Map<ClaimedDelivery, Promise<void>>();
  const closed = new AbortController();

  function listFull(field: 'webhook_id' | 'account', limit: number): string[] {
    const counts = new Map<string, number>();
    for (const { [field]: name } of running.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= limit).map(([name]) => name);
  }

  /** Those that have a place, oldest first. */
  function pick(due: readonly Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'account'>[]): string[] {
    const taken = [...running.keys()].map(({ webhook_id, account }) => ({ webhook_id, account }));
    return due.flatMap(({ id, webhook_id, account }) => {
      const ofAccount = taken.filter((delivery) => delivery.account === account);
      const ofWebhook = ofAccount.filter((delivery) => delivery.webhook_id === webhook_id);
      if (ofAccount.length >= places.account || ofWebhook.length >= places.webhook) return [];
      taken.push({ webhook_id, account });
      return [id];
    });
  }

  async function claimDue(): Promise<void> {
    const { deliveries } = await edges.openStores();
    while (!closed.signal.aborted && running.size < places.all) {
      const { claimed, more } = await deliveries.claim({
        limit: places.all - running.size,
        leaseMs,
        exceptWebhooks: listFull('webhook_id', places.webhook),
        exceptAccounts: listFull('account', places.account),
        pick,
      });
      for (const delivery of claimed) void start(delivery);
      if (!more || claimed.length === 0) return;
    }
  }

  function start(delivery: ClaimedDelivery): Promise<void> {
    const attempt = run(delivery).finally(() => {
      running.delete(delivery);
      void pump().catch(edges.onError);
    });
    running.set(delivery, attempt);
    return attempt;
  }

  async function run(delivery: ClaimedDelivery): Promise<void> {
    try {
      const { webhooks, deliveries } = await edges.openStores();
      const outcome = await attemptDelivery(delivery, webhooks, edges, closed.signal);
      await deliveries.record(delivery, outcome);
      edges.onOutcome(outcome.state);
    } catch (error) {
      edges.onError(error);
    }
  }

  const { add: pump } = gather<void>(claimDue);

  return {
    pump,
    async send(account, claim) {
      if (listFull('account', places.account).includes(account)) return undefined;
      const delivery = await claim(leaseMs);
      await start(delivery);
      return delivery;
    },
    async close() {
      closed.abort();
      await pump().catch(() => undefined);
      await Promise.all(running.values());
    },
  };
}
