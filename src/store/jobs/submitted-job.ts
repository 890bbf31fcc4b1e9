import type { JobRow } from './job-rows.ts';
import { jobColumns } from './stored-job.ts';

/** What a job has when it is submitted. */
export type SubmittedJob = Pick<
  JobRow,
  | ('id' | 'account' | 'api_key' | 'by' | 'status' | 'rank' | 'created_at' | 'start_at' | 'keep_seconds' | 'attempts')
  | ('request' | 'source' | 'template' | 'announced' | 'request_id' | 'traceparent' | 'idempotency' | 'digest')
>;

/** What is told of a job that was inserted. */
export const told = [...jobColumns, 'turn'] as const;

/** A job as it was inserted. */
export type InsertedJob = Pick<JobRow, (typeof told)[number]>;
