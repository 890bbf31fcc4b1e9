import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildShutdown } from '../../../src/server/requests/shutdown.ts';
import { addOperations } from '../../../src/server/routes/operations.ts';

const status = {
  version: '1.2.3',
  browser: 'running',
  sandbox: 'on',
  own_network: true,
  running: 1,
  waiting: 2,
  restarts: 3,
  renders: 4,
};

function open({ readiness = 'ready', hasBackground = true } = {}) {
  const app = Fastify();
  const shutdown = buildShutdown();
  const texts: unknown[] = [];
  addOperations(app, {
    engine: { status: () => ({ ...status, other: 5 }) },
    store: { kind: 'SQLite', lastBackup: () => 'then' },
    shutdown,
    metrics: {
      text: (...counts: unknown[]) => {
        texts.push(counts);
        return 'metrics';
      },
    },
    readiness: { look: async () => readiness },
    background: hasBackground ? { countWorkers: async () => 2, counts: async () => ({ queued: 7 }) } : undefined,
  } as never);
  const get = async (url: string) => {
    const { statusCode, headers, payload } = await app.inject({ url });
    return { status: statusCode, type: headers['content-type'], payload };
  };
  return { get, shutdown, texts };
}

it('a service that lives says what it does', async () => {
  const answer = await open().get('/healthz');
  expect([answer.status, JSON.parse(answer.payload)]).toEqual([200, { status: 'ok', ...status }]);
});

describe('the readiness of a service', () => {
  const facts = { version: '1.2.3', own_network: true, database: 'SQLite', last_backup: 'then', workers: 2 };
  const detail = 'nothing is stored until the disk with the data folder has free space (SQLite needs 12 MiB)';

  it.each([
    ['ready', 200, {}],
    ['not_ready', 503, {}],
    ['storage_full', 503, { detail }],
  ])('is %s with the status %i', async (readiness, code, more) => {
    const answer = await open({ readiness }).get('/readyz');
    expect([answer.status, JSON.parse(answer.payload)]).toEqual([code, { status: readiness, ...facts, ...more }]);
  });

  it('ends with the announcement of its end', async () => {
    const { get, shutdown } = open({ hasBackground: false });
    shutdown.announce();
    const answer = await get('/readyz');
    const { workers: _, ...rest } = facts;
    expect([answer.status, JSON.parse(answer.payload)]).toEqual([503, { status: 'shutting_down', ...rest }]);
  });
});

it('the metrics of a service have the numbers of its jobs, if it takes any', async () => {
  const { get, texts } = open();
  expect(await get('/metrics')).toEqual({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    payload: 'metrics',
  });
  await open({ hasBackground: false }).get('/metrics');
  expect(texts).toEqual([[{ queued: 7 }, 2]]);
});
