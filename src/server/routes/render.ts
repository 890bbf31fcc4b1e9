import type { FastifyInstance } from 'fastify';
import { type RenderRequest, routes } from '../../contract/index.ts';
import type { Engine, RenderResult } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';
import { answerRender } from '../answers/answer-render.ts';
import { chooseForm } from '../answers/choose-form.ts';
import { RequestError } from '../answers/problems.ts';
import { requireParts } from '../checks/caller.ts';
import type { ServiceMetrics } from '../observe/service-metrics.ts';
import type { Admission } from '../requests/admission.ts';
import { type Replays, readIdempotencyKey } from '../requests/replays.ts';
import type { Shutdown } from '../shutdown.ts';
import { findTemplates } from './find-templates.ts';
import { addRoute } from './route.ts';

/** What renders go through. */
interface RenderParts {
  engine: Engine;
  store: Store;
  admission: Admission;
  replays: Replays;
  shutdown: Shutdown;
  metrics: ServiceMetrics;
  clock: () => number;
}

/** Registers the render operation. */
export function addRender(app: FastifyInstance, parts: RenderParts): void {
  const { replays, shutdown } = parts;
  addRoute(app, routes.renderPdf, async (request, reply) => {
    const form = chooseForm(request.headers.accept);
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    const { account, keyId: scope, bodyDigest: digest } = request;
    const body = request.body as RenderRequest;
    requireParts(request.caller, body.parts);
    const signal = shutdown.signalFor(reply);
    const work = (stop: AbortSignal) => render(parts, body, account, stop);
    try {
      const result = await (idempotencyKey === undefined
        ? work(signal)
        : replays.run({ scope, idempotencyKey, digest, signal }, work));
      const answer = answerRender(form, result, body.metadata?.title);
      reply.headers(answer.headers);
      return answer.body;
    } catch (error) {
      throw shutdown.forced ? new RequestError('shutting_down') : error;
    } finally {
      request.releasePlace?.();
    }
  });
}

async function render(
  { engine, store, admission, metrics, clock }: RenderParts,
  body: RenderRequest,
  account: string,
  signal: AbortSignal,
): Promise<RenderResult> {
  const start = clock();
  const loadTemplate = findTemplates(store.templates, account);
  const result = await engine.render(body, { account, signal, loadTemplate });
  const totalMs = clock() - start;
  metrics.noteTimings(result.timings, totalMs);
  admission.noteDuration(Math.max(0, totalMs - result.timings.queue_ms));
  return result;
}
