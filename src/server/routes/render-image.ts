import type { FastifyInstance } from 'fastify';
import { type ImageRequest, routes } from '../../contract/index.ts';
import type { DrawnImage, RenderResult } from '../../engine/index.ts';
import { answerImages, chooseImageForm, chooseKeptForm, drawResult } from '../answers/answer-images.ts';
import { takeSubmission } from '../jobs/take-submission.ts';
import { prefersAsync, refuseJob } from '../requests/job-fields.ts';
import { addRoute } from '../requests/route.ts';
import { type RenderParts, renderOnce } from './render.ts';

/** Registers the operation that renders images of pages. */
export function addImages(app: FastifyInstance, parts: RenderParts): void {
  addRoute(app, routes.renderImage, async (request, reply) => {
    const startedAt = performance.now();
    const given = request.body as ImageRequest;
    const { background } = parts;
    const { prefer, accept } = request.headers;
    if (background && prefersAsync(prefer)) {
      return takeSubmission({ ...parts, background }, request, reply, chooseKeptForm(given, accept));
    }
    refuseJob(given);
    const form = chooseImageForm(given, accept);
    const { image: _, ...body } = given;
    const { account, keyId: key } = request.caller;
    const draw = (result: RenderResult, signal: AbortSignal) =>
      drawResult(parts.engine, result, form, {
        caller: { account, key, signal },
        startedAt,
        timeoutMs: body.options?.timeout_ms,
      });
    let images: DrawnImage[] | undefined;
    const result = await renderOnce(parts, request, reply, {
      body,
      finish: async (finished, signal) => {
        images = await draw(finished, signal);
      },
    });
    // A repeat of a request has the PDF that was kept.
    images ??= await draw(result, parts.shutdown.signalFor(reply));
    const answer = await answerImages(form, result, images, body.metadata?.title);
    reply.headers(answer.headers);
    return answer.body;
  });
}
