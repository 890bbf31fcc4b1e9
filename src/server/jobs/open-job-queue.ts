import type { JobQueue } from '../../jobs/index.ts';
import { defaultPostgresLimits, explainPostgresError, type JobStore, type StoreLocation } from '../../store/index.ts';

/** How a queue is used. */
interface QueueUse {
  /** Whether jobs are done here, and not only taken. */
  claims: boolean;
  /** Called with failures in the background. */
  onFailure(error: unknown): void;
}

/** Opens the queue of background renders in the database of the service. Its code is loaded here. */
export async function openJobQueue(location: StoreLocation, jobs: JobStore, use: QueueUse): Promise<JobQueue> {
  const { openBossQueue, openTableQueue } = await import('../../jobs/index.ts');
  if ('dataFolder' in location) return openTableQueue(jobs.tickets);
  const { databaseUrl, limits = defaultPostgresLimits } = location;
  return openBossQueue({
    databaseUrl,
    statements: jobs.queueStatements,
    queryMs: limits.queryMs,
    claims: use.claims,
    // What the queue sends by itself fails with the errors of the driver.
    onFailure: (error) => use.onFailure(explainPostgresError(error, 'the queue of background renders')),
  });
}
