import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openReplicas, type Replica, type Replicas } from '../helpers/replicas.ts';
import { startWaitingPage } from '../helpers/waiting-page.ts';
import { sharePostgres } from '../store/shared-postgres.ts';

const timeout = 120_000;

/** A service that takes requests alone, and how to ask it. */
async function openWeb({ start, makeHeaders }: Replicas) {
  const headers = await makeHeaders();
  const web = await start('--role', 'web');
  const authorization = `${headers.authorization}`;
  const ask = (path: string, method = 'GET') =>
    fetch(`${web.url}/api/v1${path}`, { method, headers: { authorization } });
  return {
    ...{ web, headers, ask },
    async submit(parts: object | string): Promise<string> {
      const init = {
        method: 'POST',
        body: JSON.stringify({ parts }),
        headers: { ...headers, prefer: 'respond-async' },
      };
      const answer = await fetch(`${web.url}/api/v1/renderers/pdf`, init);
      expect(answer.status).toBe(202);
      return ((await answer.json()) as { data: { id: string } }).data.id;
    },
    /** The render, once it has ended or after this time. */
    async read(id: string, waitSeconds: number) {
      const answer = await ask(`/renders/${id}?wait_seconds=${waitSeconds}`);
      return ((await answer.json()) as { data: Record<string, unknown> }).data;
    },
  };
}

let replicas: Replicas;
let service: Awaited<ReturnType<typeof openWeb>>;
beforeAll(async () => {
  const flags = ['--egress', 'open', '--concurrency', '1'];
  replicas = await openReplicas(await sharePostgres(), { flags, limitMs: 3 * timeout });
  service = await openWeb(replicas);
});
afterAll(() => replicas?.close());

/** The worker that runs: each test takes over that of the one before. */
let worker: Replica;

/** Renders in the background that a service has done since its start. */
async function countDone(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  return Number(/^platen_jobs_ended_total\{status="done"\} (\d+)/m.exec(await answer.text())?.[1] ?? 0);
}

it('one process takes a render, another does it, and the first serves its PDF', { timeout }, async () => {
  const { web, headers, submit, read, ask } = service;
  const id = await submit({ html: '<h1>By another</h1>' });
  expect(await read(id, 2)).toMatchObject({ status: 'queued', attempts: 0 });

  worker = await replicas.start('--role', 'worker', '--grace', '1s');
  expect(await read(id, 30)).toMatchObject({ status: 'done', attempts: 1, pages: 1 });
  const pdf = await ask(`/renders/${id}/pdf`);
  expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  expect([await countDone(web.url), await countDone(worker.url)]).toEqual([0, 1]);

  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
  for (const path of ['/api/v1/renderers/pdf', `/api/v1/renders/${id}`, '/api/v1/templates', '/dashboard/', '/docs']) {
    const method = path.endsWith('renderers/pdf') ? 'POST' : 'GET';
    const body = method === 'POST' ? { body: '{"parts":{"html":"x"}}' } : {};
    const answer = await fetch(worker.url + path, { method, headers, ...body });
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    expect([answer.status, code], path).toEqual([404, 'not_found']);
    expect(detail).toContain('does background renders alone (--role worker)');
  }
});

/** Gives the worker a render that waits in its middle. */
async function openMiddle() {
  const page = await startWaitingPage();
  onTestFinished(page.close);
  const asked = page.asked();
  const id = await service.submit(page.url);
  await asked;
  return { ...service, page, id };
}

it('a worker whose grace is over gives its render back, and another does it at once', { timeout }, async () => {
  const { id, read, page } = await openMiddle();
  worker.process.child.kill('SIGTERM');
  expect(await worker.process.ended).toMatchObject({ code: 0 });
  expect(await read(id, 0)).toMatchObject({ status: 'queued', attempts: 0 });
  const again = page.asked();
  worker = await replicas.start('--role', 'worker', '--grace', '60s');
  await again;
  page.release();
  expect(await read(id, 30)).toMatchObject({ status: 'done', attempts: 1 });
});

it('a worker that is asked to stop finishes the render that runs, and begins no other', { timeout }, async () => {
  const { id, submit, read, ask, page } = await openMiddle();
  const next = await submit({ html: '<p>next</p>' });
  worker.process.child.kill('SIGTERM');
  await vi.waitFor(async () => expect((await fetch(`${worker.url}/readyz`)).status).toBe(503), 10_000);
  page.release();
  expect(await worker.process.ended).toMatchObject({ code: 0 });
  expect(await read(id, 0)).toMatchObject({ status: 'done', attempts: 1 });
  expect(await read(next, 0)).toMatchObject({ status: 'queued', attempts: 0 });
  expect((await ask(`/renders/${next}`, 'DELETE')).status).toBe(200);
});
