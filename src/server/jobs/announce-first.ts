import type { JobStore } from '../../store/index.ts';

/** The same jobs, whose ends webhooks are told of before those are listed that may go: what is gone could no longer be told. */
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
