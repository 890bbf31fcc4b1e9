import { expect, it } from 'vitest';
import type { BackgroundEntry } from '../../../src/contract/index.ts';
import { openTestDashboard } from './test-dashboard.ts';

const path = '/api/dashboard/background';
const facts = { warnings: [], timings: null, error: null, title: null };

/** An account with renders in the background, which the test does by itself. */
async function openWorkspace() {
  const workspace = await openTestDashboard();
  const { browser } = await workspace.addPerson('ada@example.com');
  const jobs = await workspace.store.jobs();
  const { auth } = await workspace.makeKey('a');
  async function submit(body: object = {}): Promise<string> {
    const answer = await workspace.app.inject({
      method: 'POST',
      url: '/api/v1/renderers/pdf',
      headers: { ...auth, prefer: 'respond-async' },
      payload: { parts: 'https://example.com', ...body },
    });
    return answer.json().data.id;
  }
  /** Begins the next render, as a service does, and gives its id. */
  async function begin(): Promise<string> {
    const [ticket] = await jobs.tickets.claim('a worker', 1, 60_000);
    const taken = ticket && (await jobs.take({ ...ticket, isAgain: false }));
    if (!taken) throw new Error('no render waits');
    return taken.job.id;
  }
  const list = async (query = ''): Promise<BackgroundEntry[]> => (await browser.read(path + query)).data.renders;
  const idsOf = async (query = '') => (await list(query)).map(({ id }) => id);
  const cancel = (id: string, by = browser) => by.send({ method: 'DELETE', url: `${path}/${id}` });
  return { ...workspace, browser, jobs, submit, begin, list, idsOf, cancel };
}

it('lists what runs with its progress, then what waits and why, and nothing that has ended', async () => {
  const { submit, begin, list, jobs } = await openWorkspace();
  const [done, running] = [await submit(), await submit()];
  await begin();
  await jobs.end(done, { facts: { ...facts, pages: 1, bytes: 10, sha256: 'ab', title: 'Letter' } });
  await begin();
  await jobs.noteProgress(new Map([[running, { parts: 5, parts_done: 2, pages: 12 }]]));
  const waiting = await submit();
  const start_at = new Date(Date.now() + 3_600_000).toISOString();
  const later = await submit({ job: { start_at } });
  expect(await list()).toMatchObject([
    { id: running, status: 'running', by: 'key test', source: 'url', progress: { parts: 5, parts_done: 2, pages: 12 } },
    { id: later, status: 'queued', waits_for: 'start', start_at },
    // Nobody does renders here.
    { id: waiting, status: 'queued', waits_for: 'worker' },
  ]);
  expect(await list('?status=done')).toMatchObject([{ id: done, status: 'done', pages: 1, title: 'Letter' }]);
});

it('says of which template they are', async () => {
  const { submit, list, store } = await openWorkspace();
  const { id: template } = await store.templates.create('a', { name: 'Invoice' });
  await submit();
  await submit({ parts: [{ html: 'Before' }, { template: template.toUpperCase() }] });
  expect(await list()).toMatchObject([
    { source: 'several', template },
    { source: 'url', template: null },
  ]);
});

it('says that there are more than it shows', async () => {
  const { submit, browser } = await openWorkspace();
  for (let count = 0; count < 50; count += 1) await submit();
  expect((await browser.read(path)).data).toMatchObject({ renders: { length: 50 }, has_more: false });
  await submit();
  expect((await browser.read(path)).data).toMatchObject({ renders: { length: 50 }, has_more: true });
});

it('cancels what waits or runs, and lists it as cancelled', async () => {
  const { submit, begin, cancel, idsOf } = await openWorkspace();
  const [running, waiting] = [await submit(), await submit()];
  await begin();
  for (const id of [running, waiting]) {
    expect((await cancel(id)).json().data).toMatchObject({ id, status: 'cancelled', by: 'key test' });
  }
  expect(await idsOf()).toEqual([]);
  expect(await idsOf('?status=cancelled')).toEqual([waiting, running]);
});

it('keeps a render that has ended before it was cancelled, with its PDF', async () => {
  const { submit, begin, cancel, jobs, idsOf } = await openWorkspace();
  const id = await submit();
  await begin();
  await jobs.end(id, { facts: { ...facts, pages: 1, bytes: 10, sha256: 'ab' } });
  for (const _ of [1, 2]) expect((await cancel(id)).json().data).toMatchObject({ id, status: 'done' });
  expect(await idsOf('?status=done')).toEqual([id]);
});

it('lets editors cancel what others have submitted; viewers look, and take away only their own', async () => {
  const { submit, cancel, addPerson, idsOf } = await openWorkspace();
  const [viewer, editor] = [await addPerson('bob@example.com', 'viewer'), await addPerson('eve@example.com', 'editor')];
  const id = await submit();
  expect((await viewer.browser.read(path)).data.renders).toMatchObject([{ id }]);
  expect((await cancel(id, viewer.browser)).statusCode).toBe(403);
  const remove = (one: string) => viewer.browser.send({ method: 'DELETE', url: `/api/v1/renders/${one}` });
  expect((await remove(id)).statusCode).toBe(404);
  expect(await idsOf()).toEqual([id]);
  const own = await viewer.browser.send({
    method: 'POST',
    url: '/api/v1/renderers/pdf',
    headers: { prefer: 'respond-async' },
    payload: { parts: { html: 'x' } },
  });
  expect((await remove(own.json().data.id)).statusCode).toBe(200);
  expect((await cancel(id, editor.browser)).json().data).toMatchObject({ status: 'cancelled' });
});

it('refuses a status that there is not', async () => {
  const { browser } = await openWorkspace();
  expect((await browser.send({ url: `${path}?status=lost` })).statusCode).toBe(422);
});
