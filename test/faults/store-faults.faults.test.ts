import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../../src/store/index.ts';
import { openTestService, type TestService } from '../server/test-service.ts';
import { buildFaultPoint, raiseUntilClean } from './fault-point.ts';

const point = buildFaultPoint();
const folder = mkdtempSync(join(tmpdir(), 'platen-faults-'));
const { prepare } = DatabaseSync.prototype;
let service: TestService;
let store: Store;

beforeAll(async () => {
  store = await openStore({ dataFolder: folder });
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1e6, burst: 1e6 } } });
  // All statements pass here, inside the library, so the test hands in nothing.
  DatabaseSync.prototype.prepare = function prepareOrFail(sql: string) {
    const statement = prepare.call(this, sql);
    for (const name of ['all', 'run'] as const) {
      const run = statement[name].bind(statement) as (...values: unknown[]) => never;
      statement[name] = (...values: unknown[]) => {
        if (point.isHit()) throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 778 });
        return run(...values);
      };
    }
    return statement as never;
  };
});
afterAll(async () => {
  DatabaseSync.prototype.prepare = prepare;
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A template made, changed and deleted through the service; what each step answered. */
async function live(name: string) {
  const send = async (method: 'POST' | 'PATCH' | 'GET' | 'DELETE', path: string, body?: object) => {
    const answer = await service.app.inject({
      method,
      url: `/api/v1/templates${path}`,
      headers: service.auth,
      ...(body && { payload: body }),
    });
    if (answer.statusCode >= 400) expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
    if (answer.statusCode >= 400) expect(answer.body).not.toMatch(/SQLITE|disk|platen\.db/);
    return answer;
  };
  const made = await send('POST', '', { template: { name, content: 'first' } });
  const id = made.statusCode === 201 ? made.json().data.id : undefined;
  if (id === undefined) return { id, changed: false, deleted: false };
  const changed = await send('PATCH', `/${id}`, { template: { content: 'second' } });
  await send('GET', '');
  await send('GET', `/${id}`);
  const deleted = await send('DELETE', `/${id}`);
  return { id, changed: changed.statusCode === 200, deleted: deleted.statusCode === 204 };
}

test('a service whose statements fail, one after the other, says so and keeps to what it answered', async () => {
  const statements = await raiseUntilClean(
    point,
    (n) => live(`n${n}`),
    async (n, { id, changed, deleted }) => {
      const list = await service.store.templates.list('a', { limit: 100 });
      const found = list.templates.filter(({ name }) => name === `n${n}`);
      if (id === undefined || deleted) expect(found).toEqual([]);
      else expect(found).toMatchObject([{ id, content: changed ? 'second' : 'first' }]);
    },
  );
  expect(statements).toBeGreaterThan(8);
  point.set(0);
  expect(await live('after')).toMatchObject({ changed: true, deleted: true });
});

test('a store whose first statements fail, one after the other, opens the next time', async () => {
  const opened = await raiseUntilClean(
    point,
    (n) =>
      openStore({ dataFolder: join(folder, `n${n}`) }).then(
        (store) => store.close(),
        (error: Error) => error,
      ),
    async (n, error) => {
      if (error) expect(error).toMatchObject({ name: 'StoreError', code: 'io_failed' });
      const again = await openStore({ dataFolder: join(folder, `n${n}`) });
      await again.ping();
      await again.close();
    },
  );
  expect(opened).toBeGreaterThan(0);
});
