import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../engine/test-engine.ts';
import { isLong } from '../helpers/is-long.ts';
import { startWaitingPage, type WaitingPage } from '../helpers/waiting-page.ts';
import { startTestServer } from '../server/start-test-server.ts';

const renders = '/api/v1/renderers/pdf';
/** Renders at once, and how many places there are for them. */
const count = isLong ? 200 : 60;
const places = { concurrency: 2, queue: isLong ? 20 : 6 };
/** Renders that one account may have there: an eighth of all places is for the others. */
const share = Math.floor(((places.concurrency + places.queue) * 7) / 8);

let page: WaitingPage;
beforeAll(async () => {
  page = await startWaitingPage();
});
afterAll(() => page.close());

test(`of ${count} renders at once exactly the surplus is refused, and the next one is as usual`, {
  timeout: 120_000,
}, async () => {
  const { server, call } = await startTestServer({
    engine: { cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, ...places },
  });
  const request = { parts: page.url, options: { timeout_ms: 60_000 } };
  const answers: { status: number; code: string | undefined; wait: number; length: number }[] = [];
  const asked = page.asked();
  const all = Array.from({ length: count }, async () => {
    const answer = await call(renders, request);
    const bytes = await answer.arrayBuffer();
    answers.push({
      status: answer.status,
      code: answer.status === 200 ? undefined : JSON.parse(Buffer.from(bytes).toString()).code,
      wait: Number(answer.headers.get('retry-after')),
      length: bytes.byteLength,
    });
  });
  await asked;
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(count - share);
  expect(server.engine.status()).toMatchObject({ running: 2, waiting: share - places.concurrency });
  expect(await (await call('/readyz')).json()).toMatchObject({ status: 'ready' });
  expect((await call('/healthz')).status).toBe(200);
  const releasing = setInterval(() => page.release(), 20);
  await Promise.all(all);
  clearInterval(releasing);

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(count - share);
  for (const { status, code, wait } of refused) {
    expect([status, code]).toEqual([503, 'queue_full']);
    expect(wait).toBeGreaterThanOrEqual(1);
  }
  expect((await call(renders, { parts: { html: '<p>next' } })).status).toBe(200);
  await expect.poll(() => server.engine.status()).toMatchObject({ running: 0, waiting: 0, restarts: 0 });
  expect(await (await call('/readyz')).json()).toMatchObject({ status: 'ready' });
});
