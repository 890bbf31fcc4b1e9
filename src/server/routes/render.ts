import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RenderRequest, routes } from '../../contract/index.ts';
import type { Engine, RenderResult } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';
import { answerRender } from '../answers/answer-render.ts';
import { chooseForm } from '../answers/choose-form.ts';
import { RequestError } from '../answers/problems.ts';
import { reachOf, requireParts, requireSeal } from '../checks/caller.ts';
import { findTemplates, renderAndSend } from '../destination/render-and-send.ts';
import type { Background } from '../jobs/background.ts';
import { takeSubmission } from '../jobs/take-submission.ts';
import type { ServiceMetrics } from '../observe/service-metrics.ts';
import { traceStages } from '../observe/trace-work.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { RenderRecorder } from '../records/render-recorder.ts';
import type { Admission } from '../requests/admission.ts';
import { prefersAsync, refuseJob } from '../requests/job-fields.ts';
import { type Replays, readIdempotencyKey, scopeOf } from '../requests/replays.ts';
import { addRoute } from '../requests/route.ts';
import type { SharedReplays } from '../requests/shared-replays.ts';
import type { Shutdown } from '../requests/shutdown.ts';

/** What renders go through. */
export interface RenderParts {
  engine: Engine;
  store: Store;
  admission: Admission;
  replays: Replays;
  sharedReplays: SharedReplays;
  shutdown: Shutdown;
  metrics: ServiceMetrics;
  /** Keeps the last renders and holds accounts to their quota. */
  recorder: RenderRecorder | undefined;
  /** Where the spans of a render go. */
  tracing: Tracing | undefined;
  /** Takes what is to be rendered later. Without it every render is answered synchronously. */
  background: Background | undefined;
  clock: () => number;
}

/** Registers the render operation. */
export function addRender(app: FastifyInstance, parts: RenderParts): void {
  addRoute(app, routes.renderPdf, async (request, reply) => {
    const { background } = parts;
    if (background && prefersAsync(request.headers.prefer)) {
      return takeSubmission({ ...parts, background }, request, reply);
    }
    const form = chooseForm(request.headers.accept);
    const body = request.body as RenderRequest;
    refuseJob(body);
    const result = await renderOnce(parts, request, reply, { body });
    const answer = answerRender(form, result, body.metadata?.title);
    reply.headers(answer.headers);
    return answer.body;
  });
}

/** A render, and what is made of its result within it. */
interface RenderWork {
  body: RenderRequest;
  /** Its failure is that of the render. */
  finish?: (result: RenderResult, signal: AbortSignal) => Promise<void>;
}

/** Renders what a request asks for, or answers with the result of the same request under its idempotency key. */
export async function renderOnce(
  parts: RenderParts,
  request: FastifyRequest,
  reply: FastifyReply,
  work: RenderWork,
): Promise<RenderResult> {
  const { background, replays, sharedReplays, shutdown } = parts;
  const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
  const { account, keyId, bodyDigest: digest } = request;
  requireParts(request.caller, work.body.parts);
  requireSeal(request.caller, work.body);
  const signal = shutdown.signalFor(reply);
  const replay = (replayed: { scope: string; idempotencyKey: string; digest: string }) =>
    replays.run({ ...replayed, signal }, (stop) =>
      sharedReplays.run(replayed, async () => {
        // Throws if the key belongs to a background render with another body.
        const idempotency = { name: replayed.idempotencyKey, digest };
        await (await background?.jobs())?.findRepeated({ account, api_key: keyId, idempotency });
        return render(parts, work, request, stop);
      }),
    );
  try {
    if (idempotencyKey === undefined) return await render(parts, work, request, signal);
    return await replay({ scope: scopeOf(request), idempotencyKey, digest });
  } catch (error) {
    throw shutdown.forced ? new RequestError('shutting_down') : error;
  } finally {
    request.releasePlace?.();
  }
}

async function render(
  { engine, store, admission, metrics, recorder, tracing, clock }: RenderParts,
  { body, finish }: RenderWork,
  { caller, id: requestId }: Pick<FastifyRequest, 'caller' | 'id'>,
  signal: AbortSignal,
): Promise<RenderResult> {
  const { account, keyId: key, scopes } = caller;
  // Here, because a repeat that is answered again uses nothing of the quota.
  await recorder?.admit(account);
  const start = clock();
  const loadTemplate = findTemplates(store.revisions, reachOf(caller));
  const onStage = tracing && traceStages(tracing);
  const context = { account, key, signal, loadTemplate, onStage, quotesTemplates: scopes.includes('templates:read') };
  const work = async () => {
    const rendered = await renderAndSend(engine, body, context);
    await finish?.(rendered, signal);
    return rendered;
  };
  const result = await work().catch((error: unknown) => {
    // A disconnected caller needs no error about it.
    if (!signal.aborted) recorder?.note({ caller, requestId, request: body, ms: clock() - start, error });
    throw error;
  });
  const totalMs = clock() - start;
  recorder?.note({ caller, requestId, request: body, ms: totalMs, result });
  metrics.noteTimings(result.timings, totalMs);
  admission.noteDuration(Math.max(0, totalMs - result.timings.queue_ms));
  return result;
}
