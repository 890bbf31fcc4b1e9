import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Role } from '../../../src/contract/index.ts';
import { openTableQueue } from '../../../src/jobs/index.ts';
import { admit, makeLink } from '../../../src/server/dashboard/invite.ts';
import { type DashboardOptions, openDashboard } from '../../../src/server/dashboard/open-dashboard.ts';
import { openBackground } from '../../../src/server/jobs/background.ts';
import { prepareResults } from '../../../src/server/jobs/service-results.ts';
import { openAuditWriter } from '../../../src/server/observe/audit-writer.ts';
import { buildLog } from '../../../src/server/observe/log.ts';
import { openRenderRecorder, type RecordOptions } from '../../../src/server/records/render-recorder.ts';
import { buildShutdown } from '../../../src/server/requests/shutdown.ts';
import { openStore } from '../../../src/store/index.ts';
import { closeAfterFile } from '../../helpers/close-after-file.ts';
import { buildTestEngine, openTestService } from '../test-service.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a browser sends. */
export interface Sent {
  method?: Method;
  url: string;
  payload?: object | string;
  headers?: Record<string, string>;
  /** The address that it comes from. */
  remoteAddress?: string;
}

export const password = 'correct horse battery';
export const host = 'pdf.example.com';

/**
 * A service with a dashboard, on a clock that stands still until it is moved. Passwords are weak, so that tests are quick; with a larger
 * `log2N` they take their time.
 */
export async function openTestDashboard(options: DashboardOptions = {}, records: RecordOptions = {}, log2N = 10) {
  let time = Date.parse('2026-05-04T10:00:00.000Z');
  const now = () => new Date(time);
  const folder = await mkdtemp(join(tmpdir(), 'platen-dashboard-'));
  // The service, which is opened later, is closed before.
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  const store = await openStore({ dataFolder: folder }, { now });
  const { engine, shutdown } = { engine: buildTestEngine(), shutdown: buildShutdown() };
  const log = buildLog(undefined, 'info', now);
  const audit = openAuditWriter(store, log);
  const recorder = openRenderRecorder(store, log, records, now);
  const clock = () => time;
  // Takes renders in the background, and does none.
  const background = openBackground({
    ...{ store, engine, log, recorder, clock, role: 'web', capacity: { concurrency: 2, queue: 20 } },
    openQueue: async (jobs) => openTableQueue(jobs.tickets),
    results: await prepareResults(undefined, { store, location: { dataFolder: folder } }),
  });
  const edges = {
    version: '1.2.3',
    log,
    engine,
    store,
    background,
    shutdown,
    audit: audit.add,
    clock: () => time,
    now,
    log2N,
  };
  const dashboard = await openDashboard({ webFolder: pathToFileURL(`${folder}/`), ...options }, edges);
  const service = await openTestService({
    background,
    store,
    engine,
    shutdown,
    dashboard,
    audit,
    recorder,
    clock,
  });
  dashboard.register(service.app);
  const accounts = await store.accounts();

  /** A browser that keeps its cookie and says where its requests come from. */
  function openBrowser(at: { host?: string; remoteAddress?: string } = {}) {
    const browser = {
      cookie: '',
      setCookie: '',
      async send({ method = 'GET', url, payload, headers = {}, remoteAddress = at.remoteAddress }: Sent) {
        const answer = await service.app.inject({
          method,
          url,
          headers: {
            host: at.host ?? host,
            'sec-fetch-site': 'same-origin',
            ...(browser.cookie !== '' && { cookie: browser.cookie }),
            ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(payload !== undefined && { payload }),
          ...(remoteAddress !== undefined && { remoteAddress }),
        });
        const set = answer.headers['set-cookie'];
        if (set !== undefined) {
          browser.setCookie = String(set);
          browser.cookie = browser.setCookie.split(';')[0]?.replace(/^[^=]+=$/, '') ?? '';
        }
        return answer;
      },
      signIn: (email: string, given = password) =>
        browser.send({ method: 'POST', url: '/api/dashboard/session', payload: { email, password: given } }),
      read: async (url: string) => (await browser.send({ url })).json(),
    };
    return browser;
  }

  /** A person who is new in an account, as the operator adds them, with a password. */
  async function addPerson(email: string, role: Role = 'admin', account = 'a') {
    const { id } = await admit(accounts.users, email, account, role);
    const link = await makeLink(accounts.users, id, { now: now() });
    const browser = openBrowser();
    await browser.send({ method: 'POST', url: '/api/dashboard/password', payload: { link, password } });
    return { id, email, browser };
  }

  return {
    ...service,
    background,
    accounts,
    folder,
    openBrowser,
    addPerson,
    settle: audit.settle,
    flush: recorder.flush,
    move(milliseconds: number) {
      time += milliseconds;
    },
    now,
  };
}
