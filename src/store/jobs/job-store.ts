import type { Priority, RenderKind, RenderStatus } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { buildCursor, buildUuidSource, readCursor, requireUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { isAnnounced } from './end-job.ts';
import { openJobInsert, type SubmittedJob } from './insert-job.ts';
import { buildJobKeeping, type JobKeeping } from './job-keeping.ts';
import { buildJobWork, type JobWork } from './job-work.ts';
import { buildQueueStatements, type QueueStatements } from './queue-statements.ts';
import { jobColumns, rankOf, readJob, type StoredJob } from './stored-job.ts';
import { writeStoredRequest } from './stored-request.ts';
import { buildTicketStore, type JobTicket, type TicketStore } from './ticket-store.ts';
import { buildWorkerPresence, type WorkerPresence } from './worker-presence.ts';

/** A background render to keep. */
export interface NewJob extends Pick<StoredJob, 'account' | 'api_key' | 'by' | 'source' | 'request_id'> {
  /** Default: a PDF. */
  kind?: RenderKind | undefined;
  /** JSON of the request. */
  request: string;
  /** What of the request only the worker may read. Sealed; default: nothing. */
  secrets?: string | undefined;
  priority: Priority;
  /** The id of the first template among the parts. Default: none. */
  template?: string | null | undefined;
  /** When it may start. Default: immediately. */
  startAt?: Date | undefined;
  keepSeconds: number;
  traceparent?: string | undefined;
  /** A name of the caller's under which the same request is kept once, and the digest of its body. */
  idempotency?: { name: string; digest: string } | undefined;
}

/** Whose jobs a caller sees: those of an account, or of one key alone. */
export interface JobOwner {
  account: string;
  api_key?: string | undefined;
}

/** Which jobs to list. */
export interface JobFilter {
  status?: RenderStatus | undefined;
  limit: number;
  after?: string | undefined;
}

/**
 * The background renders of all accounts: the truth about the state of each. A state changes by one guarded statement, so that of several
 * processes one succeeds. Throws `render_not_found` for ids of other accounts and of other keys than the owner names.
 */
export interface JobStore extends JobWork, JobKeeping, WorkerPresence {
  /** The queue, if the database has none. */
  tickets: TicketStore;
  /** For a queue that the database itself has. */
  queueStatements: QueueStatements;
  /**
   * Keeps a job. `ticket` is what lets it be done: undefined while it is not due, and for a job that was kept before under the same
   * name (`isNew` false). Throws `idempotency_mismatch` if that one has another body.
   */
  create(job: NewJob): Promise<{ job: StoredJob; ticket: JobTicket | undefined; isNew: boolean }>;
  /** The job that was kept before under the same name, if there is one. Throws `idempotency_mismatch`. */
  findRepeated(job: Pick<NewJob, 'account' | 'api_key' | 'idempotency'>): Promise<StoredJob | undefined>;
  get(owner: JobOwner, id: string): Promise<StoredJob>;
  /** A page, newest first. `next` is the `after` of the following page, or null on the last page. */
  list(owner: JobOwner, filter: JobFilter): Promise<{ jobs: StoredJob[]; next: string | null }>;
  /** Cancels what has not ended. Undefined for what has. */
  cancel(owner: JobOwner, id: string): Promise<StoredJob | undefined>;
  /** Forgets a job that has ended, and gives what it was. Undefined for one that has not. */
  forget(owner: JobOwner, id: string): Promise<StoredJob | undefined>;
}

/** The jobs in an open database. */
export function buildJobStore(database: Database, box: SecretBox, now: () => Date): JobStore {
  const makeId = buildUuidSource(now);
  const insert = openJobInsert(database);
  const write: Database['run'] = (work) => database.run(work, 'writes');

  async function find(owner: JobOwner, id: string): Promise<StoredJob> {
    const row = await database.run((db) =>
      db
        .selectFrom('jobs')
        .select(jobColumns)
        .where('id', '=', requireUuid(id, notFound))
        .where('account', '=', owner.account)
        .$if(owner.api_key !== undefined, (query) => query.where('api_key', '=', owner.api_key ?? ''))
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound();
    return readJob(row);
  }

  const findRepeated: JobStore['findRepeated'] = async ({ account, api_key, idempotency }) => {
    if (idempotency === undefined) return undefined;
    const row = await write((db) =>
      db
        .selectFrom('jobs')
        .select([...jobColumns, 'digest'])
        .where('idempotency', '=', JSON.stringify([account, api_key, idempotency.name]))
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const { digest, ...job } = row;
    if (digest === idempotency.digest) return readJob(job);
    throw new StoreError('idempotency_mismatch', 'this Idempotency-Key was already used with a different body');
  };

  return {
    ...buildJobWork(database, box, now),
    ...buildJobKeeping(database, now),
    ...buildWorkerPresence(database, now),
    tickets: buildTicketStore(database, now),
    queueStatements: buildQueueStatements(database),

    async create({
      account,
      api_key,
      by,
      kind = 'pdf',
      source,
      request_id,
      request,
      priority,
      startAt,
      keepSeconds,
      ...rest
    }) {
      const [time, start] = [now().getTime(), startAt?.getTime() ?? null];
      const isDue = start === null || start <= time;
      const { idempotency, traceparent = null, template = null, secrets } = rest;
      const id = makeId();
      const submitted: SubmittedJob = {
        id,
        account,
        api_key,
        by,
        kind,
        source,
        template,
        request_id,
        request: writeStoredRequest(box, { kind: 'render', account, id }, { request, secrets }),
        traceparent,
        status: 'queued',
        rank: rankOf(priority),
        keep_seconds: keepSeconds,
        attempts: 0,
        announced: 0,
        created_at: time,
        start_at: start,
        idempotency: idempotency ? JSON.stringify([account, api_key, idempotency.name]) : null,
        digest: idempotency?.digest ?? null,
      };
      const row = await insert(submitted, isDue);
      if (row) {
        const { turn, ...job } = row;
        return { job: readJob(job), ticket: turn === null ? undefined : { id, account, turn }, isNew: true };
      }
      const repeated = await findRepeated({ account, api_key, idempotency });
      // Deleted meanwhile; the client may retry.
      if (repeated === undefined) throw new StoreError('still_running', 'the same request is being forgotten');
      return { job: repeated, ticket: undefined, isNew: false };
    },

    findRepeated,

    get: find,

    async list(owner, { status, limit, after }) {
      const before = after === undefined ? undefined : readCursor(after);
      const rows = await database.run((db) =>
        db
          .selectFrom('jobs')
          .select(jobColumns)
          .where('account', '=', owner.account)
          .$if(owner.api_key !== undefined, (query) => query.where('api_key', '=', owner.api_key ?? ''))
          .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
          .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute(),
      );
      const jobs = rows.slice(0, limit).map(readJob);
      const last = jobs.at(-1);
      return { jobs, next: rows.length > limit && last ? buildCursor(last.id) : null };
    },

    async cancel(owner, id) {
      const { id: found, keep_seconds } = await find(owner, id);
      const time = now().getTime();
      const [row] = await write((db) =>
        db
          .updateTable('jobs')
          .set({
            status: 'cancelled',
            ended_at: time,
            expires_at: time + keep_seconds * 1000,
            request: null,
            announced: isAnnounced,
          })
          .where('id', '=', found)
          .where('status', 'in', ['queued', 'running'])
          .returning(jobColumns)
          .execute(),
      );
      return row && readJob(row);
    },

    async forget(owner, id) {
      const { id: found } = await find(owner, id);
      const [row] = await write((db) =>
        db
          .deleteFrom('jobs')
          .where('id', '=', found)
          .where('status', 'not in', ['queued', 'running'])
          .returning(jobColumns)
          .execute(),
      );
      return row && readJob(row);
    },
  };
}

function notFound(): StoreError {
  return new StoreError('render_not_found', 'there is no render with this id');
}
