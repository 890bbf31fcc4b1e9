import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Render } from '../../../src/contract/index.ts';

import { type JobQueue, openTableQueue } from '../../../src/jobs/index.ts';
import { type Background, openBackground, type ServiceRole } from '../../../src/server/jobs/background.ts';
import { prepareResults } from '../../../src/server/jobs/service-results.ts';
import { buildLog } from '../../../src/server/observe/log.ts';
import { openRenderRecorder, type RecordOptions } from '../../../src/server/records/render-recorder.ts';
import { type JobStore, openStore, type StoreLocation } from '../../../src/store/index.ts';
import { buildTestEngine, openTestService, type TestService } from '../test-service.ts';

/** A service that takes renders in the background and does them with an engine in memory. */
export interface BackgroundService extends TestService {
  background: Background;
  /** Submits a render and gives the answer. */
  submit(body?: object, headers?: object): ReturnType<BackgroundService['send']>;
  send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options?: { headers?: object; payload?: object },
  ): Promise<Answer>;
  /** Waits until a render is of this status. */
  until(id: string, status: Render['status']): Promise<Render>;
}

/** An answer as light-my-request gives it. */
export type Answer = Awaited<ReturnType<TestService['app']['inject']>>;

/** Opens one, closed after the test. It begins to do jobs with `start`. */
export async function openBackgroundService({
  role = 'both' as ServiceRole,
  dataFolder = '',
  location = undefined as StoreLocation | undefined,
  records = {} as RecordOptions,
  waitingLimits = {},
  clock = () => performance.now(),
  openQueue = (jobs: JobStore): JobQueue => openTableQueue(jobs.tickets),
  logLines = [] as string[],
} = {}): Promise<BackgroundService> {
  const folder = dataFolder || (await mkdtemp(join(tmpdir(), 'platen-jobs-')));
  const store = await openStore(location ?? { dataFolder: folder });
  const engine = buildTestEngine();
  const log = buildLog(
    (line) => logLines.push(line),
    'info',
    () => new Date(),
  );
  const recorder = openRenderRecorder(store, log, records);
  const background = openBackground({
    ...{ store, engine, role, recorder, log, capacity: { concurrency: 2, queue: 20 } },
    openQueue: async (jobs) => openQueue(jobs),
    waitingLimits,
    results: await prepareResults(undefined, { store, location: location ?? { dataFolder: folder } }),
    clock,
  });
  const service = await openTestService({ store, engine, background, recorder });
  onTestFinished(async () => {
    await background.close();
    await recorder.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const send: BackgroundService['send'] = (method, url, { headers = {}, payload } = {}) =>
    service.app.inject({ method, url, headers: { ...service.auth, ...headers }, ...(payload && { payload }) });
  return {
    ...service,
    background,
    send,
    submit: (body = {}, headers = {}) =>
      send('POST', '/api/v1/renderers/pdf', {
        headers: { prefer: 'respond-async', ...headers },
        payload: { parts: 'https://example.com', ...body },
      }),
    until: (id, status) =>
      vi.waitFor(
        async () => {
          const { data } = (await send('GET', `/api/v1/renders/${id}`)).json();
          if (data.status !== status) throw new Error(`it is ${data.status}`);
          return data;
        },
        { timeout: 15_000 },
      ),
  };
}
