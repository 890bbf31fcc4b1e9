import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Drawing } from '../../contract/index.ts';
import { answerRender } from '../answers/answer-render.ts';
import { RequestError } from '../answers/problems.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDashboardRoutes, type DashboardRequest } from './dashboard-route.ts';

/**
 * Registers the drawing of a template that is being edited. A later drawing of the same place stops the earlier. Drawings have a slot
 * of their own in the engine, are not logged and count as no render. Its answer is a PDF: no content of a template ever becomes a page of this origin.
 */
export function addDrawing(app: FastifyInstance, parts: DashboardParts): void {
  const { engine, shutdown } = parts;
  const running = new Map<string, AbortController>();

  addDashboardRoutes(app, parts, {
    async drawTemplate({ caller, body, reply }: DashboardRequest<Drawing>) {
      const { content, preview_context, options = {}, place = '' } = body;
      const name = JSON.stringify([caller.session.id, place]);
      const replaced = new AbortController();
      running.get(name)?.abort();
      running.set(name, replaced);
      const id = randomUUID();
      try {
        const signal = AbortSignal.any([shutdown.signalFor(reply), replaced.signal]);
        const loadTemplate = async () => ({ name: '', content, preview_context });
        const request = { parts: { template: id, options } };
        const result = await engine.render(request, { account: caller.account, signal, loadTemplate, drawing: true });
        const answer = answerRender('pdf', result, undefined);
        reply.headers(answer.headers);
        return answer.body;
      } catch (error) {
        if (!replaced.signal.aborted) throw error;
        throw new RequestError('still_running', 'a later drawing has taken the place of this one');
      } finally {
        if (running.get(name) === replaced) running.delete(name);
      }
    },
  });
}
