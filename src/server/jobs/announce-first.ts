import type { JobStore } from '../../store/index.ts';

/** The same jobs, but webhooks are notified before expired jobs are listed: a deleted job could no longer be announced. */
export function announceFirst<Jobs extends Pick<JobStore, 'listExpired'>>(
  jobs: Jobs,
  announce: () => Promise<void>,
): Jobs {
  return {
    ...jobs,
    async listExpired(limit) {
      await announce();
      return jobs.listExpired(limit);
    },
  };
}
