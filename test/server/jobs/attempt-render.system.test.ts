import { expect, it } from 'vitest';
import { EngineError } from '../../../src/engine/index.ts';
import { done } from '../test-service.ts';
import { openBackgroundService } from './background-service.ts';

it('a background render of a template says in its state, in its log and beside its PDF which revision made it', async () => {
  const { background, engine, store, submit, send, until } = await openBackgroundService();
  const { id: template } = await store.templates.create('a', { name: 'n' });
  const templates = [{ part: 0, id: template, revision: 4 }];
  engine.answer = async () => ({ ...done, templates });
  const { id, templates: before } = (await submit({ parts: { template } })).json().data;
  expect(before).toEqual([]);
  background.start();
  expect((await until(id, 'done')).templates).toEqual(templates);
  expect((await send('GET', `/api/v1/renders/${id}/pdf`)).headers['platen-template-revision']).toBe('4');
  const { entries } = await (await store.accounts()).renders.list('a', { limit: 1 });
  expect(entries[0]).toMatchObject({ template, templates });
});

it.each([
  ['done', { renders: 1, pages: 2 }],
  ['failed', { renders: 0, pages: 0 }],
])(
  'a background render that is %s is in the log and in the usage before its end is announced',
  async (status, used) => {
    const { background, engine, store, submit } = await openBackgroundService();
    if (status === 'failed') {
      engine.answer = async () => {
        throw new EngineError('page_failed', 'no');
      };
    }
    const { id } = (await submit()).json().data;
    const { promise, resolve } = Promise.withResolvers<string>();
    background.onEnd(id, (ended) => resolve(ended.status));
    background.start();
    expect(await promise).toBe(status);
    const { renders, usage } = await store.accounts();
    const { entries } = await renders.list('a', { limit: 10 });
    expect(entries.map(({ error }) => error?.code)).toEqual([status === 'done' ? undefined : 'page_failed']);
    expect(await usage.sum('a', '2000-01-01')).toEqual(used);
  },
);
