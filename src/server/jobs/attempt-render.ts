import { createHash } from 'node:crypto';
import type { RenderFailure, RenderRequest, Timings } from '../../contract/index.ts';
import type { Engine, RenderResult } from '../../engine/index.ts';
import type { AttemptJob, JobEdges, JobOutcome, PlacedResult, ResultStore } from '../../jobs/index.ts';
import type { JobFacts, Store, StoredJob } from '../../store/index.ts';
import { drawResult, fileImages, type ImageForm } from '../answers/answer-images.ts';
import { isForOperator, toProblem } from '../answers/problems.ts';
import { findTemplates, renderAndSend } from '../destination/render-and-send.ts';
import { traceStages } from '../observe/trace-work.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RenderRecorder } from '../records/render-recorder.ts';
import { putBackSecrets } from '../records/request-secrets.ts';
import type { StoredRenderRequest } from '../requests/job-fields.ts';

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
/** The same for drawing: what is rendered waits longer, because another service would render it again. */
const drawQueueMs = 600_000;
/** Codes of failures that the job did not cause. */
const notNow = new Set(['queue_full', 'queue_timeout', 'shutting_down', 'store_unavailable']);

/** Renders jobs, and keeps their results. */
export function buildAttempt(parts: JobParts): AttemptJob {
  return async (job, text, edges) => {
    const { images, ...stored } = JSON.parse(text) as StoredRenderRequest;
    let request: RenderRequest = stored;
    const start = parts.clock();
    try {
      // What waited may begin after others have used up the quota.
      await parts.recorder?.admit(job.account);
      request = putBackSecrets(request, edges.openSecrets());
      const begunAt = performance.now();
      const result = await render(parts, job, request, edges);
      const file = images
        ? await draw(parts, job, result, { images, request, begunAt, signal: edges.signal })
        : filePdf(result);
      const placed = await keepResult(parts, job.id, file, edges.signal);
      return succeed(parts, job, { request, result, file, placed, ms: parts.clock() - start });
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

/** What a job has made, and its media type; undefined for a PDF. */
interface ResultFile {
  bytes: Uint8Array;
  type?: string;
}

const filePdf = ({ pdf }: RenderResult): ResultFile => ({ bytes: pdf });

/** What drawing takes, besides the PDF. */
interface Drawing {
  images: ImageForm;
  request: RenderRequest;
  /** When the render was begun, as of `performance.now`. */
  begunAt: number;
  signal: AbortSignal;
}

/** Draws the pages of a PDF. The bytes are those that a caller who waits would have been answered. */
async function draw(
  { engine }: JobParts,
  { account, api_key: key }: StoredJob,
  result: RenderResult,
  { images: form, request, begunAt, signal }: Drawing,
): Promise<ResultFile> {
  const drawn = await drawResult(engine, result, form, {
    caller: { account, key, signal, inBackground: true, queueMs: drawQueueMs },
    // Its own time begins with its slot.
    startedAt: begunAt + result.timings.queue_ms,
    timeoutMs: request.options?.timeout_ms,
  });
  return fileImages(form, drawn);
}

/** Keeps a result, or leaves it to the end of its job. */
async function keepResult(
  { results, keepTrying }: JobParts,
  id: string,
  { bytes, type }: ResultFile,
  signal: AbortSignal,
): Promise<PlacedResult> {
  const store = await keepTrying(results, signal);
  return store.carry?.(id, bytes) ?? { place: await keepTrying(() => store.put(id, bytes, type), signal) };
}

interface Success {
  request: RenderRequest;
  result: RenderResult;
  file: ResultFile;
  placed: PlacedResult;
  ms: number;
}

function succeed(parts: JobParts, job: StoredJob, { request, result, file, placed, ms }: Success): JobOutcome {
  const { pages, warnings, timings, templates } = result;
  const { bytes, type } = file;
  const facts: JobFacts = {
    pages,
    warnings,
    timings,
    ...(templates && { templates }),
    ...(type !== undefined && { type }),
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
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
