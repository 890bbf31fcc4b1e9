import type { Render } from '../../contract/index.ts';
import type { StoredJob } from '../../store/index.ts';

/** A background render as it travels. */
export function describeRender(job: StoredJob): Render {
  const { id, status, created_at, start_at, started_at, ended_at, expires_at, priority, attempts, progress } = job;
  const { pages, bytes, sha256, warnings, timings, error, source, request_id } = job;
  return {
    ...{ id, status, created_at, start_at, started_at, ended_at, expires_at, priority, attempts },
    // The pages of a document of one part are counted at its end alone.
    progress: progress && pages !== null ? { ...progress, parts_done: progress.parts, pages } : progress,
    ...{ pages, bytes, sha256, warnings, timings, error, source, request_id },
  };
}

/** Whether a background render changes no more. */
export function isAtEnd({ status }: Pick<StoredJob, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}
