import type {
  Priority,
  RenderFailure,
  RenderKind,
  RenderProgress,
  RenderSource,
  RenderStatus,
  TemplateUse,
  Timings,
  Warning,
} from '../../contract/index.ts';
import { readTime } from '../database/stored-values.ts';
import type { JobRow } from '../rows/job-tables.ts';

/** Which jobs of an account go first, in the order of the ranks in the database. */
const priorities: readonly Priority[] = ['high', 'normal', 'low'];

/** What came of a job: of a success all but the error, of a failure the error alone. */
export interface JobFacts {
  pages: number | null;
  /** The media type of the result. Missing for a PDF. */
  type?: string;
  bytes: number | null;
  /** In hexadecimal digits. */
  sha256: string | null;
  warnings: Warning[];
  timings: Timings | null;
  /** The revisions of stored templates that were rendered. Default: none. */
  templates?: TemplateUse[];
  error: RenderFailure | null;
  /** The title of the document, which names the file. */
  title: string | null;
}

/** A background render without its request. Times are ISO 8601 in UTC. */
export interface StoredJob extends JobFacts {
  /** A UUID of version 7, so that ids sort by creation. */
  id: string;
  account: string;
  /** The id of the key that asked, or of the person after `user:`. */
  api_key: string;
  by: string;
  kind: RenderKind;
  status: RenderStatus;
  priority: Priority;
  created_at: string;
  start_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** When it is forgotten with its result; null until it has ended. */
  expires_at: string | null;
  keep_seconds: number;
  /** How often it was begun. */
  attempts: number;
  /** Null until it runs. */
  progress: RenderProgress | null;
  /** The place of the PDF or the images, as the store of results says it; null without one. */
  result: object | null;
  /** Whether webhooks know of its end, or its account had none to tell. */
  announced: boolean;
  source: RenderSource;
  /** The id of the first template among the parts; null without one, and if it was submitted to an earlier version of the store. */
  template: string | null;
  request_id: string;
  /** The trace of the request that submitted it (W3C Trace Context). */
  traceparent: string | null;
}

/** What is read of a row: all but the request, which may have megabytes. */
export const jobColumns = [
  'id',
  'account',
  'api_key',
  'by',
  'kind',
  'status',
  'rank',
  'created_at',
  'start_at',
  'started_at',
  'ended_at',
  'expires_at',
  'keep_seconds',
  'attempts',
  'progress',
  'facts',
  'result',
  'announced',
  'source',
  'template',
  'request_id',
  'traceparent',
] as const satisfies (keyof JobRow)[];

const noFacts: JobFacts = {
  pages: null,
  bytes: null,
  sha256: null,
  warnings: [],
  timings: null,
  error: null,
  title: null,
};

/** A row as it is used. */
export function readJob(row: Pick<JobRow, (typeof jobColumns)[number]>): StoredJob {
  const { status, rank, progress, facts, result, announced, ...rest } = row;
  const { created_at, start_at, started_at, ended_at, expires_at } = row;
  return {
    ...noFacts,
    ...(facts !== null && (JSON.parse(facts) as JobFacts)),
    ...rest,
    kind: row.kind as RenderKind,
    source: row.source as RenderSource,
    status: status as RenderStatus,
    priority: priorities[rank] ?? 'normal',
    created_at: new Date(created_at).toISOString(),
    start_at: readTime(start_at),
    started_at: readTime(started_at),
    ended_at: readTime(ended_at),
    expires_at: readTime(expires_at),
    progress: progress === null ? null : JSON.parse(progress),
    result: result === null ? null : JSON.parse(result),
    announced: announced === 1,
  };
}

/** The rank of a priority. */
export function rankOf(priority: Priority): number {
  return priorities.indexOf(priority);
}
