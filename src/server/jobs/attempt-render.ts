import { createHash } from 'node:crypto';
import type { RenderFailure, RenderRequest, Timings } from '../../contract/index.ts';
import type { Engine, RenderResult } from '../../engine/index.ts';
import type { AttemptJob, JobEdges, JobOutcome, PlacedResult, ResultStore } from '../../jobs/index.ts';
import type { JobFacts, Store, StoredJob } from '../../store/index.ts';
import { isForOperator, toProblem } from '../answers/problems.ts';
import { findTemplates, renderAndSend } from '../destination/render-and-send.ts';
import { traceStages } from '../observe/trace-work.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RenderRecorder } from '../records/render-recorder.ts';
import { putBackSecrets } from '../records/request-secrets.ts';

/** What jobs are rendered with. */
export interface JobParts {
  engine: Engine;
  store: Store;
  results(): Promise<ResultStore>;
  /** Does again what failed because a store was away for a moment. */
  keepTrying<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  recorder: RenderRecorder | undefined;
  onRendered(timings: Timings, totalMs: number): void;
  /** Where the stages of renders are reported. */
  tracing: Tracing | undefined;
  /** Called with failures that an operator must see the cause of. */
  onFailure(error: unknown, requestId: string): void;
  clock: () => number;
}

/**
 * Milliseconds that a job waits for a slot before another service may begin it. They do not count as its own time, which may be so short
 * that it would never get one.
 */
const queueMs = 30_000;
/** Codes of failures that the job did not cause. */
const notNow = new Set(['queue_full', 'queue_timeout', 'shutting_down', 'store_unavailable']);

/** Renders jobs, and keeps their PDFs. */
export function buildAttempt(parts: JobParts): AttemptJob {
  return async (job, text, edges) => {
    let request = JSON.parse(text) as RenderRequest;
    const start = parts.clock();
    try {
      // What waited may begin after others have used up the quota.
      await parts.recorder?.admit(job.account);
      request = putBackSecrets(request, edges.openSecrets());
      const result = await render(parts, job, request, edges);
      const placed = await keepResult(parts, job.id, result.pdf, edges.signal);
      return succeed(parts, job, { request, result, placed, ms: parts.clock() - start });
    } catch (error) {
      if (edges.signal.aborted) throw error;
      const failure = describeFailed(error, job.request_id);
      if (notNow.has(failure.code)) return 'not_now';
      if (isForOperator(failure.code)) parts.onFailure(error, job.request_id);
      return fail(parts, job, { request, error, failure, ms: parts.clock() - start });
    }
  };
}

function render(
  { engine, store, tracing }: JobParts,
  { account, api_key: key }: StoredJob,
  request: RenderRequest,
  { signal, onProgress }: JobEdges,
): Promise<RenderResult> {
  const loadTemplate = findTemplates(store.revisions, account);
  const onStage = tracing && traceStages(tracing);
  // Keys that may not read templates see the failures of others.
  const quotesTemplates = false;
  const inBackground = true;
  const context = { account, key, inBackground, signal, queueMs, onProgress, loadTemplate, onStage, quotesTemplates };
  return renderAndSend(engine, request, context);
}

/** Keeps a PDF, or has the end of its job bring it along. */
async function keepResult(
  { results, keepTrying }: JobParts,
  id: string,
  pdf: Uint8Array,
  signal: AbortSignal,
): Promise<PlacedResult> {
  const store = await keepTrying(results, signal);
  return store.carry?.(id, pdf) ?? { place: await keepTrying(() => store.put(id, pdf), signal) };
}

interface Success {
  request: RenderRequest;
  result: RenderResult;
  placed: PlacedResult;
  ms: number;
}

function succeed(parts: JobParts, job: StoredJob, { request, result, placed, ms }: Success): JobOutcome {
  const { pages, warnings, timings, templates, pdf } = result;
  const facts: JobFacts = {
    pages,
    warnings,
    timings,
    ...(templates && { templates }),
    bytes: pdf.byteLength,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    error: null,
    title: request.metadata?.title ?? null,
  };
  return {
    end: { facts, result: placed.place, piece: placed.piece },
    async settle(ended) {
      if (ended === undefined) return (await parts.results()).drop(placed.place);
      parts.onRendered(timings, ms);
      await parts.recorder?.record({ caller: callerOf(job), requestId: job.request_id, request, ms, result });
    },
  };
}

interface Failure {
  request: RenderRequest;
  error: unknown;
  failure: RenderFailure;
  ms: number;
}

function fail(parts: JobParts, job: StoredJob, { request, error, failure, ms }: Failure): JobOutcome {
  const none = { pages: null, bytes: null, sha256: null, warnings: [], timings: null, title: null };
  return {
    end: { facts: { ...none, error: failure } },
    async settle(ended) {
      if (ended) await parts.recorder?.record({ caller: callerOf(job), requestId: job.request_id, request, ms, error });
    },
  };
}

/** Why a render failed, as an answer would say it. */
function describeFailed(error: unknown, requestId: string): RenderFailure {
  const { type: _, status: __, request_id: ___, ...failure } = toProblem(error, requestId);
  return failure;
}

/** Who submitted a job, as far as the log of renders asks. */
function callerOf({ account, api_key, by }: StoredJob) {
  return { account, keyId: api_key, by, scopes: [], templates: null, folder: null };
}
