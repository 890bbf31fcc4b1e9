import type { Render } from '../../contract/index.ts';
import type { StoredJob } from '../../store/index.ts';

/** What describing takes, besides the render. */
interface Surroundings {
  /** Whether a service is there that does renders in the background. Default true. */
  hasWorkers?: boolean;
  /** Milliseconds since 1970. Default now. */
  time?: number;
}

/** A background render as it travels. */
export function describeRender(job: StoredJob, surroundings: Surroundings = {}): Render {
  const { id, kind, status, created_at, start_at, started_at, ended_at, expires_at, priority, attempts, progress } =
    job;
  const { pages, bytes, sha256, warnings, timings, templates = [], error, source, request_id } = job;
  return {
    id,
    kind,
    status,
    created_at,
    start_at,
    waits_for: readWait(job, surroundings),
    started_at,
    ended_at,
    expires_at,
    priority,
    attempts,
    // The pages of a document of one part are counted at its end alone.
    progress: progress && pages !== null ? { ...progress, parts_done: progress.parts, pages } : progress,
    pages,
    type: bytes === null ? null : typeOf(job),
    bytes,
    sha256,
    warnings,
    timings,
    templates,
    error,
    source,
    request_id,
  };
}

function readWait(
  { status, start_at }: StoredJob,
  { hasWorkers = true, time = Date.now() }: Surroundings,
): Render['waits_for'] {
  if (status !== 'queued') return null;
  if (start_at !== null && Date.parse(start_at) > time) return 'start';
  return hasWorkers ? 'turn' : 'worker';
}

/** The media type of the result of a job that has one. */
export function typeOf({ type = 'application/pdf' }: Pick<StoredJob, 'type'>): string {
  return type;
}

/** Whether a background render changes no more. */
export function isAtEnd({ status }: Pick<StoredJob, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}
