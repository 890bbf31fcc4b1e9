import type { RenderProgress } from '../../contract/index.ts';
import type { JobEnd, StoredJob } from '../../store/index.ts';

/** What came of an attempt at a job. */
export type JobOutcome =
  | {
      end: JobEnd;
      /** Called once: with the job as it ended, or undefined if this end does not count. */
      settle(job: StoredJob | undefined): Promise<void>;
    }
  /** Nothing, through no fault of the job's: it waits again as if it had not been begun. */
  | 'not_now';

/** What an attempt is made with. */
export interface JobEdges {
  /** Aborted if the job is cancelled or the worker ends. */
  signal: AbortSignal;
  onProgress(progress: RenderProgress): void;
  /** The secrets of the request; undefined without any. Throws if they cannot be opened. */
  openSecrets(): string | undefined;
}

/** Attempts a job, whose request is JSON without its secrets. A failure of the job is an end; rejects if there is no result. */
export type AttemptJob = (job: StoredJob, request: string, edges: JobEdges) => Promise<JobOutcome>;

/** What comes of a job that was begun as often as it may be, and whose worker died each time. */
export const lostOutcome: JobOutcome = {
  end: {
    facts: {
      pages: null,
      bytes: null,
      sha256: null,
      warnings: [],
      timings: null,
      title: null,
      error: {
        code: 'worker_lost',
        title: 'The worker of the render was lost',
        detail: 'each of the workers that began this render ended before it was done',
        retryable: true,
      },
    },
  },
  settle: async () => undefined,
};
