import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { isLong } from '../helpers/is-long.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { openReplicas } from '../helpers/replicas.ts';
import { sharePostgres } from '../store/shared-postgres.ts';

const flags = ['--egress', 'deny', '--concurrency', '1', '--drain-delay', '2s'];
const renders = '/api/v1/renderers/pdf';
/** Milliseconds between an answer and the next request of its kind: many fall into every step of a restart. */
const pauseMs = 100;

/** Replicas at the start. While one is restarted there is another beside it, so one is enough to lose what it had begun. */
const count = isLong ? 3 : 1;

it('replicas on one Postgres are restarted one after the other under load, and no request and no job fails', {
  timeout: 200_000,
}, async () => {
  const setting = { flags, limitMs: 190_000 };
  const { balancer, start, makeHeaders, close } = await openReplicas(await sharePostgres(), setting);
  onTestFinished(close);
  const headers = await makeHeaders();
  const replicas = await Promise.all(Array.from({ length: count }, () => start()));

  let [running, answered] = [true, 0];
  const failures: string[] = [];
  const submitted: string[] = [];
  const ask = async (path: string, body?: object, expected = 200, more = {}) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(balancer.url + path, { headers: { ...headers, ...more }, ...init });
    const text = await answer.text();
    answered += 1;
    if (answer.status !== expected) failures.push(`${path} ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
  const body = { parts: { html: '<h1>Rolling</h1>' } };
  const load = [
    async () => ask(renders, body),
    async () => ask('/api/v1/templates'),
    async () => {
      const { data } = JSON.parse(await ask(renders, body, 202, { prefer: 'respond-async' }));
      submitted.push(data.id);
      // As fast as they are done, so that the end has little to wait for.
      await ask(`/api/v1/renders/${data.id}?wait_seconds=10`);
    },
  ].map(async (work) => {
    while (running) {
      await work().catch((error: Error) => failures.push(String(error.cause ?? error)));
      await pause(pauseMs);
    }
  });

  for (const [at, old] of replicas.entries()) {
    const [before, begun] = [answered, submitted.length];
    replicas[at] = await start();
    old.process.child.kill('SIGTERM');
    expect(await old.process.ended).toMatchObject({ code: 0 });
    balancer.remove(old.url);
    await waitUntil('others answer and render', () => answered > before + 20 && submitted.length > begun + 4);
  }
  running = false;
  await Promise.all(load);
  expect(failures).toEqual([]);
  for (const id of submitted) {
    const { data } = JSON.parse(await ask(`/api/v1/renders/${id}?wait_seconds=20`));
    expect(data, id).toMatchObject({ status: 'done', pages: 1 });
  }
  expect(failures).toEqual([]);
});
