import type { Render } from '../../contract/index.ts';
import type { DeliveryStore, JobStore, StoredJob } from '../../store/index.ts';

/** Ends that are read at a time. */
const endsAtOnce = 100;

/**
 * Has each recorded end of a background render sent to the webhooks that want it. The ends are read from the rows that record them, and
 * are marked after their deliveries are kept, so no end is lost with a process; one that is announced twice makes one delivery.
 */
export async function announceEnds(
  jobs: Pick<JobStore, 'listUnannounced' | 'markAnnounced'>,
  deliveries: Pick<DeliveryStore, 'report'>,
  describe: (job: StoredJob) => Render,
): Promise<void> {
  for (;;) {
    const ended = await jobs.listUnannounced(endsAtOnce);
    for (const job of ended) {
      const event = `render.${job.status}` as 'render.done' | 'render.failed' | 'render.cancelled';
      const body = JSON.stringify({ type: event, timestamp: job.ended_at, data: describe(job) });
      await deliveries.report(job.account, { event, subject: job.id, body, traceparent: job.traceparent });
    }
    await jobs.markAnnounced(ended.map(({ id }) => id));
    if (ended.length < endsAtOnce) return;
  }
}
