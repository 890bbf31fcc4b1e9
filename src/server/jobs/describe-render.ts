import type { Render } from '../../contract/index.ts';
import type { StoredJob } from '../../store/index.ts';

/** A background render as it travels. */
export function describeRender(job: StoredJob): Render {
  const { id, status, created_at, start_at, started_at, ended_at, expires_at, priority, attempts, progress } = job;
  const { pages, bytes, sha256, warnings, timings, error, source, request_id } = job;
  return {
    ...{ id, status, created_at, start_at, started_at, ended_at, expires_at, priority, attempts, progress },
    ...{ pages, bytes, sha256, warnings, timings, error, source, request_id },
  };
}

/** Whether a background render changes no more. */
export function isAtEnd({ status }: Pick<StoredJob, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}
