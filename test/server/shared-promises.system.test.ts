import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore, type Store } from '../../src/store/index.ts';
import { databases } from '../store/databases.ts';
import type { RunningDatabase } from '../store/running-database.ts';
import { type Changes, done, openTestService, type TestService } from './test-service.ts';

const url = '/api/v1/renderers/pdf';

describe.each(databases)('services on one $name', ({ name, start }) => {
  let database: RunningDatabase;
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database.stop());

  /** The given number of services, each with its own store on one database, and a function that calls them all. */
  async function openServices(count: number, changes: Changes = {}) {
    const location = await database.makeLocation();
    const stores: Store[] = [];
    const services: TestService[] = [];
    for (let at = 0; at < count; at += 1) {
      const store = await openStore(location);
      stores.push(store);
      services.push(await openTestService({ store, ...changes }));
    }
    const key = await services[0]?.makeKey('a');
    const ask = (at: number, idempotencyKey: string, body: object = { parts: 'https://example.com' }) =>
      services[at]?.app.inject({
        method: 'POST',
        url,
        headers: { ...key?.auth, 'idempotency-key': idempotencyKey },
        payload: body,
      });
    const list = (at: number) => services[at]?.app.inject({ url: '/api/v1/templates', headers: key?.auth ?? {} });
    const close = () => Promise.all(stores.map((store) => store.close()));
    return { services, ask, list, close, renders: () => services.map(({ engine }) => engine.calls.length) };
  }

  it('render once under an Idempotency-Key, and refuse another body everywhere', async () => {
    const { ask, renders, close } = await openServices(3);
    const first = await ask(0, 'order-1');
    const again = [await ask(1, 'order-1'), await ask(2, 'order-1')];
    expect([first, ...again].map((answer) => answer?.statusCode)).toEqual([200, 200, 200]);
    for (const answer of again) expect(answer?.rawPayload).toEqual(first?.rawPayload);
    expect(again[0]?.headers['platen-pages']).toBe(first?.headers['platen-pages']);
    const other = await ask(1, 'order-1', { parts: 'https://example.org' });
    expect(other?.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(renders()).toEqual([1, 0, 0]);
    await close();
  });

  it('say of a request that another works on that it still runs, and do what failed there', async () => {
    const { services, ask, renders, close } = await openServices(2);
    const [one] = services;
    const { promise, reject } = Promise.withResolvers<typeof done>();
    if (one) one.engine.answer = () => promise;
    const running = ask(0, 'order-2');
    await vi.waitFor(() => expect(renders()).toEqual([1, 0]));
    const meanwhile = await ask(1, 'order-2');
    expect(meanwhile?.json()).toMatchObject({ status: 409, code: 'still_running', retryable: true });
    expect(meanwhile?.headers['retry-after']).toBe('1');
    expect((await ask(1, 'order-2', { parts: 'https://example.org' }))?.statusCode).toBe(422);
    reject(new Error('it failed'));
    expect((await running)?.statusCode).toBe(500);
    expect((await ask(1, 'order-2'))?.statusCode).toBe(200);
    expect(renders()).toEqual([1, 1]);
    await close();
  });

  it.runIf(name === 'Postgres')('allow a key its rate together, not each, and tell what is left', async () => {
    const { list, close } = await openServices(2, { limits: { requestsPerKey: { perSecond: 1, burst: 100 } } });
    const answers = await Promise.all(Array.from({ length: 240 }, (_, at) => list(at % 2)));
    const passed = answers.filter((answer) => answer?.statusCode === 200);
    const refused = answers.filter((answer) => answer?.statusCode === 429);
    // A little more than the burst: seconds pass.
    expect(passed.length).toBeGreaterThanOrEqual(95);
    expect(passed.length).toBeLessThanOrEqual(120);
    expect(passed.length + refused.length).toBe(240);
    expect(refused[0]?.headers).toMatchObject({
      'ratelimit-policy': '"key";q=100;w=100',
      ratelimit: expect.stringMatching(/^"key";r=0;t=\d+$/),
    });
    await close();
  });

  it('make a PDF that is too large to keep again', async () => {
    const { services, ask, renders, close } = await openServices(2);
    for (const { engine } of services) engine.answer = async () => ({ ...done, pdf: Buffer.alloc(2 ** 20 + 1, 'x') });
    expect([(await ask(0, 'large'))?.statusCode, (await ask(1, 'large'))?.statusCode]).toEqual([200, 200]);
    expect(renders()).toEqual([1, 1]);
    await close();
  });
});
