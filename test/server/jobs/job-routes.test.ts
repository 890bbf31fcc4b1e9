import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Caller, localCaller } from '../../../src/server/checks/caller.ts';
import { addJobs } from '../../../src/server/jobs/job-routes.ts';
import { buildShutdown } from '../../../src/server/requests/shutdown.ts';
import type { StoredJob } from '../../../src/store/index.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const place = { store: 'folder', name: 'r', bytes: 4 };
const done = { id, kind: 'pdf', status: 'done', result: place, sha256: 'ff', warnings: [], timings: null, title: null };
const running = { ...done, status: 'running', result: null };

interface Given {
  job?: object;
  caller?: Partial<Caller>;
  /** What a look at the job finds later. */
  later?: object;
  cancelled?: object;
  forgotten?: object;
  hasPlaces?: boolean;
  fails?: boolean;
}

function open({ job = done, caller, later = job, cancelled, forgotten, hasPlaces = true, fails }: Given = {}) {
  const steps: unknown[][] = [];
  const note = (...step: unknown[]) => void steps.push(step);
  let looks = 0;
  const jobs = {
    get: async (...args: unknown[]) => {
      note('get', ...args);
      looks += 1;
      return looks === 1 ? job : later;
    },
    list: async (...args: unknown[]) => {
      note('list', ...args);
      return { jobs: [job, job], next: 'more' };
    },
    cancel: async (...args: unknown[]) => {
      note('cancel', ...args);
      return cancelled;
    },
    forget: async (...args: unknown[]) => {
      note('forget', ...args);
      return forgotten;
    },
  };
  const results = {
    drop: async (dropped: unknown) => {
      note('drop', dropped);
      if (fails) throw new Error('away');
    },
    link: async () => 'https://results.example/r',
    open: async () => ({ size: 4, stream: Buffer.from('%PDF') }),
  };
  const background = {
    jobs: async () => jobs,
    results: async () => results,
    describe: async ({ id: own, status }: StoredJob) => ({ id: own, status }),
    noteEnd: (ended: unknown) => note('noteEnd', ended),
    onEnd: () => () => undefined,
  };
  const app = Fastify();
  app.decorateRequest('caller', undefined as never);
  app.decorateRequest('account', '');
  app.decorateRequest('bodySize', 0);
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { caller: { ...localCaller('home'), ...caller }, account: 'home' });
  });
  app.setErrorHandler<Error & { code: string }>((error, _request, reply) =>
    reply.code(400).send([error.code, error.message]),
  );
  const waitPlaces = {
    enter: (account: string) => {
      note('enter', account);
      return hasPlaces ? () => note('leave') : undefined;
    },
  };
  addJobs(app, {
    background: background as never,
    shutdown: buildShutdown(),
    waitPlaces,
    announce: async () => note('announce'),
  });
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({ method, url: `/api/v1/renders${path}`, headers });
    const said = answer.payload.startsWith('{') || answer.payload.startsWith('[') ? answer.json() : answer.payload;
    return { status: answer.statusCode, said, headers: answer.headers };
  };
  return { ask, steps };
}

const all = { account: 'home', api_key: undefined };
const own = { account: 'home', api_key: 'local' };

describe('a list of renders', () => {
  it.each([
    ['', { limit: 50 }],
    ['?limit=7&status=done&after=x', { limit: 7, status: 'done', after: 'x' }],
  ])('has what "%s" asks for', async (query, wanted) => {
    const { ask, steps } = open();
    const { said } = await ask('GET', query);
    expect(said).toEqual({ data: [1, 2].map(() => ({ id, status: 'done' })), page: { next: 'more' } });
    expect(steps).toEqual([['list', all, { status: undefined, after: undefined, ...wanted }]]);
  });

  it.each([
    ['a key for templates', { templates: ['t'] }],
    ['a key for a folder', { folder: 'f' }],
  ])('has what %s has submitted', async (_what, caller) => {
    const { ask, steps } = open({ caller });
    await ask('GET', '');
    expect(steps[0]?.[1]).toEqual(own);
  });
});

describe('a render', () => {
  it('is described, with a tag that changes with it', async () => {
    const { ask, steps } = open();
    const { status, said, headers } = await ask('GET', `/${id}`);
    expect([status, said, steps]).toEqual([200, { data: { id, status: 'done' } }, [['get', all, id]]]);
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(headers).not.toHaveProperty('retry-after');
    const other = await open({ job: running }).ask('GET', `/${id}`);
    expect(other.headers['retry-after']).toBe('1');
    expect(other.headers.etag).not.toBe(headers.etag);
    const known = await open().ask('GET', `/${id}`, { 'if-none-match': String(headers.etag) });
    expect([known.status, known.said]).toEqual([304, '']);
  });

  it.each([
    ['is waited for', 'wait_seconds=5', running, true, done, 'done', ['get', 'enter', 'get', 'leave']],
    ['that has ended is not waited for', 'wait_seconds=5', done, true, done, 'done', ['get']],
    ['is not waited for', 'wait_seconds=0', running, true, done, 'running', ['get']],
    ['is not waited for without a place', 'wait_seconds=5', running, false, done, 'running', ['get', 'enter']],
  ])('%s', async (_what, query, job, hasPlaces, later, status, names) => {
    const { ask, steps } = open({ job, later, hasPlaces });
    expect((await ask('GET', `/${id}?${query}`)).said.data.status).toBe(status);
    expect(steps.map(([name]) => name)).toEqual(names);
  });

  it('has a result, or a link to it', async () => {
    const { ask } = open({ job: { ...done, expires_at: '2999-01-01T00:00:00.000Z' } });
    expect((await ask('GET', `/${id}/result`)).said).toBe('%PDF');
    expect((await ask('GET', `/${id}/result?link=true`)).said.data.url).toBe('https://results.example/r');
    expect((await ask('GET', `/${id}/result?link=false`)).said).toBe('%PDF');
    expect((await ask('GET', `/${id}/pdf`)).said).toBe('%PDF');
  });

  it('of images has no PDF', async () => {
    const { ask } = open({ job: { ...done, kind: 'image' } });
    const message = `the render makes images instead of a PDF: GET /api/v1/renders/${id}/result`;
    expect((await ask('GET', `/${id}/pdf`)).said).toEqual(['not_found', message]);
  });
});

describe('a render that is deleted', () => {
  it('is cancelled while it has not ended', async () => {
    const cancelled = { ...running, status: 'cancelled' };
    const { ask, steps } = open({ job: running, cancelled });
    expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 200, said: { data: { id, status: 'cancelled' } } });
    expect(steps).toEqual([
      ['cancel', all, id],
      ['noteEnd', cancelled],
    ]);
  });

  it.each([
    ['its result', done, [['drop', place]], false],
    ['its result, which may be away', done, [['drop', place]], true],
    ['no result', { ...done, result: null }, [], false],
    ['nothing that is there', undefined, [], false],
  ])('is forgotten after it was announced, with %s', async (_what, forgotten, dropped, fails) => {
    const { ask, steps } = open({ ...(forgotten && { forgotten }), fails });
    expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 204, said: '' });
    expect(steps).toEqual([['cancel', all, id], ['announce'], ['forget', all, id], ...dropped]);
  });

  it.each([
    ['viewer', own],
    ['editor', all],
  ] as const)('is one that a %s may delete', async (role, owner) => {
    const { ask, steps } = open({ caller: { role } });
    await ask('DELETE', `/${id}`);
    expect(steps[0]).toEqual(['cancel', owner, id]);
  });
});
