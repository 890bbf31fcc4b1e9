import { expect, test } from 'vitest';
import { startTestServer } from '../server/start-test-server.ts';

const renders = '/api/v1/renderers/pdf';

test('an account that asks for more than all places, with several keys, keeps nobody else from rendering', {
  timeout: 60_000,
}, async () => {
  const { server, call, openCaller } = await startTestServer();
  expect((await call(renders, { parts: { html: 'warm' } })).status).toBe(200);
  const keys = await Promise.all(Array.from({ length: 7 }, () => openCaller('greedy')));
  const slow = { parts: { html: 'slow' }, options: { wait_for: { delay_ms: 20_000 }, timeout_ms: 60_000 } };
  const statuses: number[] = [];
  const greedy = Array.from({ length: 66 }, (_, at) =>
    keys[at % keys.length]?.(renders, slow).then(({ status }) => statuses.push(status)),
  );
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(9);
  expect(statuses).toEqual(Array(9).fill(503));
  // Two slots, and one more for the keys that hold none of them.
  expect(server.engine.status()).toMatchObject({ running: 3, waiting: 54 });
  expect((await call('/readyz')).status).toBe(200);

  const start = performance.now();
  for (const account of ['b', 'c', 'd']) {
    const other = await openCaller(account);
    expect((await other(renders, { parts: { html: `at once: ${account}` } })).status).toBe(200);
  }
  expect(performance.now() - start).toBeLessThan(10_000);
  await server.close();
  await Promise.allSettled(greedy);
});
