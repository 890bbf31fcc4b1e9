import { randomBytes, randomUUID } from 'node:crypto';
import { EngineError } from '../../../src/children/engine-error.ts';
import { formatApiKey, readChosenTemplate } from '../../../src/contract/index.ts';
import { done } from '../test-service.ts';
import type { openCallers } from './open-callers.ts';

/** What an operation is about: always of the account "a". */
export type SubjectName = 'template' | 'key' | 'webhook' | 'delivery' | 'render' | 'logged render' | 'person';

/** The subject of a request: its id, and that of a template. */
export interface Subject {
  id: string;
  template: string;
  /** The slug of the template. */
  slug: string;
}

/** Makes what operations are about. */
export function openSubjects(service: Awaited<ReturnType<typeof openCallers>>) {
  const { store, engine, app, auth, webhooks, accounts } = service;
  // As the engine does, which this one stands in for.
  engine.answer = async ({ parts }, { loadTemplate }) => {
    for (const part of [parts].flat()) {
      if (typeof part === 'string' || part.template === undefined) continue;
      const { id, slug = '' } = readChosenTemplate(part.template);
      if (await loadTemplate?.(id ?? slug)) continue;
      throw new EngineError('template_not_found', 'there is no such template');
    }
    return done;
  };

  const templates: string[] = [];

  async function addWebhook(): Promise<string> {
    const stores = await store.webhooks();
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const fields = { address: 'https://example.com/', events: [], secret, createdBy: 'test' };
    return (await stores.webhooks.create('a', fields, 20)).id;
  }

  const makers: Record<SubjectName, (template: string) => Promise<string>> = {
    template: async (template) => template,
    async key() {
      const key = formatApiKey(randomBytes(32));
      return (await store.keys.create({ account: 'a', name: 'subject', key, scopes: ['keys'] })).id;
    },
    webhook: addWebhook,
    async delivery() {
      const delivery = await webhooks.test('a', await addWebhook());
      if (delivery === undefined) throw new Error('nothing was sent');
      return delivery.id;
    },
    async render(template) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/renderers/pdf',
        headers: { ...auth, prefer: 'respond-async' },
        payload: { parts: { template } },
      });
      return response.json().data.id;
    },
    async 'logged render'(template) {
      await app.inject({
        method: 'POST',
        url: '/api/v1/renderers/pdf',
        headers: auth,
        payload: { parts: { template } },
      });
      await service.flush();
      const { entries } = await accounts.renders.list('a', { limit: 1 });
      return entries[0]?.id ?? '';
    },
    person: async () => (await service.addPerson(`subject-${randomUUID()}@example.com`, 'viewer')).id,
  };

  return {
    async make(name: SubjectName): Promise<Subject> {
      const { id: template } = await store.templates.create('a', { name: 'subject', folder: 'invoices/de' });
      templates.push(template);
      await store.labels.set('a', template, 'draft', 1);
      const stamp = { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') };
      await store.assets.set('a', { path: 'stamp.svg', template }, stamp);
      await store.valueSets.change('a', template, { sets: { minimal: {} }, schema: {} });
      const { slug } = await store.properties.get('a', template);
      return { id: await makers[name](template), template, slug };
    },
    /** Removes templates, so that a page lists the next ones, and webhooks, of which an account may have few. */
    async clear() {
      for (const id of templates.splice(0)) await store.templates.delete('a', id).catch(() => undefined);
      const stores = await store.webhooks();
      for (const account of ['a', 'b']) {
        for (const { id } of await stores.webhooks.list(account)) await stores.webhooks.delete(account, id);
      }
    },
  };
}
