import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CheckedText, CheckedValuesAnswer, Drawing, ValuesAndSchema } from '../../contract/index.ts';
import { loadTemplates, type TemplateRenderer } from '../../engine/index.ts';
import { answerRender } from '../answers/answer-render.ts';
import { RequestError } from '../answers/problems.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDashboardRoutes, type DashboardRequest } from './dashboard-route.ts';

/**
 * Registers what an editor asks for during typing: the pages of a template, and what is wrong with it and with its values. Only the latest of each
 * place counts. Drawings have their own slot in the engine, are not logged and count as no render. Their answer is a PDF: no
 * content of a template ever becomes a page of this origin.
 */
export function addDrawing(app: FastifyInstance, parts: DashboardParts): void {
  const { engine, shutdown, store } = parts;
  const [drawLatest, checkLatest, judgeLatest] = [buildLatestOnly(), buildLatestOnly(), buildLatestOnly()];
  let templates: Promise<TemplateRenderer> | undefined;
  app.addHook('onClose', async () => (await templates)?.close());

  /** What a text uses that may be that of a stored template. */
  async function findDrawnFiles(account: string, id: string | undefined, content: string) {
    const { slug } = id === undefined ? {} : await store.properties.get(account, id).catch(() => ({ slug: undefined }));
    return store.findFiles({ account, id, slug }, content);
  }

  addDashboardRoutes(app, parts, {
    async drawTemplate({ caller: { session, account, keyId: key }, body, reply }: DashboardRequest<Drawing>) {
      const { content, preview_context, options = {}, overlays, place = '', template } = body;
      const id = randomUUID();
      const files = await findDrawnFiles(account, template, content);
      const loadTemplate = async () => ({ name: '', content, preview_context, ...files });
      const request = { parts: { template: id, options }, ...(overlays && { overlays }) };
      const result = await drawLatest(JSON.stringify([session.id, place]), shutdown.signalFor(reply), (signal) =>
        engine.render(request, { account, key, signal, loadTemplate, drawing: true }),
      );
      const answer = answerRender('pdf', result, undefined);
      reply.headers(answer.headers);
      return answer.body;
    },

    async checkTemplate({ caller: { session, account }, body, reply }: DashboardRequest<CheckedText>) {
      const { content, preview_context, template } = body;
      const { partials, names = [] } = await findDrawnFiles(account, template, content);
      templates ??= loadTemplates().then(({ openTemplateRenderer }) => openTemplateRenderer({ children: 1 }));
      const { check } = await templates;
      const data = await checkLatest(session.id, shutdown.signalFor(reply), (signal) =>
        check(content, preview_context, { account, signal, partials, names }),
      );
      return { data };
    },

    async checkValues({ caller: { session, account }, body, reply }: DashboardRequest<ValuesAndSchema>) {
      const { schema, values } = body;
      const data: CheckedValuesAnswer = await judgeLatest(session.id, shutdown.signalFor(reply), (signal) =>
        engine.checkValues(JSON.stringify(schema), values, { account, signal }),
      );
      return { data };
    },
  });
}

/** Does work of which only the latest of a name counts. */
type LatestOnly = <T>(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Builds it: later work ends the earlier of the same name, which throws `still_running`. */
function buildLatestOnly(): LatestOnly {
  const running = new Map<string, AbortController>();
  return async (name, signal, work) => {
    const replaced = new AbortController();
    running.get(name)?.abort();
    running.set(name, replaced);
    try {
      return await work(AbortSignal.any([signal, replaced.signal]));
    } catch (error) {
      if (!replaced.signal.aborted) throw error;
      throw new RequestError('still_running', 'a later request has taken the place of this one');
    } finally {
      if (running.get(name) === replaced) running.delete(name);
    }
  };
}
