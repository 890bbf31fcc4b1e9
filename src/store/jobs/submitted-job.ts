import type { JobRow } from './job-rows.ts';
import { jobColumns } from './stored-job.ts';

/** The columns that a job brings when it is submitted, and their types in Postgres. */
export const submitted = {
  ...{ id: 'uuid', account: 'text', api_key: 'text', by: 'text', status: 'text', rank: 'bigint', created_at: 'bigint' },
  ...{ start_at: 'bigint', keep_seconds: 'bigint', attempts: 'bigint', request: 'text', source: 'text' },
  ...{ template: 'text', announced: 'bigint', request_id: 'text', traceparent: 'text', idempotency: 'text' },
  digest: 'text',
} satisfies Partial<Record<keyof JobRow, string>>;

/** What a job has when it is submitted. */
export type SubmittedJob = Pick<JobRow, keyof typeof submitted>;

/** What is told of a job that was inserted. */
export const told = [...jobColumns, 'turn'] as const;

/** A job as it was inserted. */
export type InsertedJob = Pick<JobRow, (typeof told)[number]>;
