import Fastify, { type InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { formatApiKey, limits, routes } from '../../../src/contract/index.ts';
import { localCaller } from '../../../src/server/checks/caller.ts';
import { buildTokenBuckets } from '../../../src/server/limits/token-buckets.ts';
import { admitRequests } from '../../../src/server/requests/admit-requests.ts';
import type {} from '../../../src/server/requests/route.ts';
import { buildShutdown } from '../../../src/server/requests/shutdown.ts';

const key = formatApiKey(Buffer.alloc(32, 7));
const bearer = { authorization: `Bearer ${key}` };
const cookie = { cookie: 'platen=right', host: 'localhost' };
const person = {
  id: 's1',
  userId: 'u1',
  email: 'ann@example.com',
  account: 'home',
  memberships: [{ account: 'home', role: 'viewer' as const, since: '' }],
};

/** What differs in a request of Node. */
interface Raw {
  httpVersion?: string;
  rawHeaders?: string[];
}

/** An app whose renders say which room they took. */
function open({ takesJobs = false, scopes = localCaller('home').scopes, hasPeople = true } = {}) {
  const shutdown = buildShutdown();
  const rate = { perSecond: 0.5, burst: 3 };
  const local = buildTokenBuckets(rate, () => 0);
  const room: unknown[] = [];
  const take = (how: string) => (account: string, keyId: string, bytes: number) => {
    room.push([how, account, keyId, bytes]);
    return () => void room.push('released');
  };
  const app = Fastify({ bodyLimit: limits.body });
  let changed: Raw = {};
  app.decorateRequest('caller', undefined as never);
  app.addHook('onRequest', async ({ raw }) => void Object.assign(raw, changed));
  app.setErrorHandler<Error & { code: string; retryAfterMs?: number; status?: number }>((error, _request, reply) =>
    reply.code(error.status ?? 500).send([error.code, error.message, error.retryAfterMs]),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
  admitRequests(app, {
    findCaller: async (text) => (text === key ? { ...localCaller('home'), scopes } : undefined),
    findSession: hasPeople ? async (secret) => (secret === 'right' ? person : undefined) : undefined,
    shutdown,
    takesJobs,
    admission: { enter: take('enter'), receive: take('receive') } as never,
    requests: local,
    local,
    rate,
    failures: buildTokenBuckets({ perSecond: 1, burst: 1 }, () => 0),
  });
  app.get('/open', async () => 'open');
  const config = { scope: 'keys' as const };
  app.get('/keys', { config }, async ({ caller: { by }, account, keyId }) => [by, account, keyId]);
  app.get('/templates', { config: { scope: 'templates:read' } }, async ({ caller }) => [caller.by, caller.keyId]);
  for (const url of [routes.renderPdf.path, routes.renderImage.path])
    app.post(url, { config: { scope: 'render' } }, async ({ releasePlace }) => typeof releasePlace);
  const ask = async (options: InjectOptions, raw: Raw = {}) => {
    changed = raw;
    const { statusCode, headers, payload } = await app.inject(options);
    return { status: statusCode, headers, said: payload.startsWith('[') ? JSON.parse(payload) : payload };
  };
  return { app, ask, shutdown, room };
}

const keys = { url: '/keys', headers: bearer };
const render = (headers: object, url: string = routes.renderPdf.path, payload = '') =>
  ({ method: 'POST', url, headers: { ...bearer, ...headers }, payload }) as const;

describe('a request', () => {
  it('without a scope needs no key', async () => {
    expect(await open().ask({ url: '/open' })).toMatchObject({ status: 200, said: 'open' });
  });

  it('to nowhere needs no key', async () => {
    expect(await open().ask({ url: '/none' })).toMatchObject({ status: 404 });
  });

  it('comes in with a key, whose name, account and id it then has', async () => {
    expect(await open().ask(keys)).toMatchObject({ status: 200, said: ['the command line', 'home', 'local'] });
  });

  it.each([
    ['no Host', { rawHeaders: ['Accept', 'host'] }, 400, 'the header Host is missing'],
    ['two', { rawHeaders: ['Host', 'a', 'host', 'a'] }, 400, 'the header Host is there twice'],
    [
      'two in HTTP/1.0',
      { rawHeaders: ['Host', 'a', 'HOST', 'b'], httpVersion: '1.0' },
      400,
      'the header Host is there twice',
    ],
  ])('with %s is refused, and its connection ends', async (_what, raw, status, message) => {
    const { headers, ...answer } = await open().ask({ url: '/open' }, raw);
    expect(answer).toEqual({ status, said: ['invalid_request', message, null] });
    expect(headers.connection).toBe('close');
  });

  it.each([
    ['/open', 200, 'open'],
    ['/keys', 400, ['invalid_request', 'use HTTP/1.1', null]],
    ['/none', 404, expect.anything()],
  ])('of HTTP/1.0 without Host for %s has the status %i', async (url, status, said) => {
    expect(await open().ask({ url, headers: bearer }, { httpVersion: '1.0', rawHeaders: [] })).toMatchObject({
      status,
      said,
    });
  });

  it('is refused during a shutdown, unless it needs no key', async () => {
    const { ask, shutdown } = open();
    await shutdown.begin(0);
    const message = 'this service is shutting down; another one may respond';
    expect((await ask(keys)).said).toEqual(['shutting_down', message, 5000]);
    expect((await ask({ url: '/open' })).status).toBe(200);
  });

  it('ends its connection once a shutdown is announced', async () => {
    const { ask, shutdown } = open();
    expect((await ask(keys)).headers.connection).toBe('keep-alive');
    shutdown.announce();
    expect(await ask(keys)).toMatchObject({ status: 200, headers: { connection: 'close' } });
  });

  it('runs until its answer is sent, and keeps a shutdown waiting until then', async () => {
    const { app, ask, shutdown } = open();
    const { promise: answer, resolve: send } = Promise.withResolvers<string>();
    const { promise: asked, resolve: start } = Promise.withResolvers<void>();
    app.get('/late', () => {
      start();
      return answer;
    });
    const late = ask({ url: '/late' });
    await asked;
    let isIdle = false;
    const idle = shutdown.begin(5000).then(() => {
      isIdle = true;
    });
    await ask({ url: '/open' });
    expect(isIdle).toBe(false);
    send('done');
    expect((await late).said).toBe('done');
    await idle;
  });

  it('needs the scope of its operation', async () => {
    const message = 'this needs the scope "keys"; the command line has render';
    expect((await open({ scopes: ['render'] }).ask(keys)).said).toEqual(['forbidden', message, null]);
  });
});

describe('a caller', () => {
  const noKey = ['unauthorized', 'send a valid API key as "Authorization: Bearer <API key>"', null];

  it.each([
    ['without a key', {}],
    ['with an unknown key', { authorization: `Bearer ${formatApiKey(Buffer.alloc(32, 8))}` }],
    ['with an unknown cookie', { ...cookie, cookie: 'platen=wrong' }],
    ['with a cookie and a wrong key', { ...cookie, authorization: 'Bearer x' }],
  ])('%s is refused, the second time for a while', async (_what, headers) => {
    const { ask } = open();
    const refused = { url: '/templates', headers };
    expect((await ask(refused)).said).toEqual(noKey);
    const late = ['rate_limited', 'too many requests without a valid API key', 1000];
    expect((await ask(refused)).said).toEqual(late);
    expect((await ask({ ...refused, remoteAddress: '192.0.2.7' })).said).toEqual(noKey);
  });

  it('with two keys is refused', async () => {
    const rawHeaders = ['Host', 'x', 'Authorization', bearer.authorization, 'authorization', bearer.authorization];
    expect((await open().ask(keys, { rawHeaders })).said).toEqual(noKey);
    expect((await open().ask(keys, { rawHeaders: rawHeaders.slice(0, 4) })).status).toBe(200);
    expect((await open().ask(keys, { rawHeaders: ['Host', 'authorization', 'X', bearer.authorization] })).said).toEqual(
      noKey,
    );
  });

  it('may be a person with a cookie', async () => {
    const asked = { url: '/templates', headers: cookie };
    expect((await open().ask(asked)).said).toEqual(['ann@example.com', 'user:u1']);
    expect((await open({ hasPeople: false }).ask(asked)).said).toEqual(noKey);
    expect((await open().ask({ ...asked, headers: { ...cookie, ...bearer } })).said).toEqual([
      'the command line',
      'local',
    ]);
  });

  it('has what is left of its rate in each answer, and is refused when nothing is', async () => {
    const { ask } = open();
    const rates = [];
    for (let count = 0; count < 4; count += 1) {
      const { headers, said } = await ask(keys);
      rates.push([headers['ratelimit-policy'], headers.ratelimit, said[0]]);
    }
    const policy = '"key";q=3;w=6';
    expect(rates).toEqual([
      [policy, '"key";r=2;t=2', 'the command line'],
      [policy, '"key";r=1;t=4', 'the command line'],
      [policy, '"key";r=0;t=6', 'the command line'],
      [policy, '"key";r=0;t=2', 'rate_limited'],
    ]);
    expect((await ask(keys)).said).toEqual(['rate_limited', expect.any(String), 2000]);
  });
});

describe('a body', () => {
  const coded = 'send the body without Content-Encoding';
  const charset = 'send the body in UTF-8; its Content-Type names another charset';

  it.each([
    [{ 'content-encoding': 'gzip' }, coded],
    [{ 'content-encoding': '' }, coded],
    [{ 'content-encoding': ' Identity ' }, undefined],
    [{ 'content-type': 'application/json; charset=latin1' }, charset],
    [{ 'content-type': 'application/json;charset = "utf-16"' }, charset],
    [{ 'content-type': 'application/json; charset=xutf-8' }, charset],
    [{ 'content-type': 'application/json; charset=utf-8x' }, charset],
    [{ 'content-type': 'application/json; Charset="UTF-8"' }, undefined],
    [{ 'content-type': 'application/json; charset=utf8' }, undefined],
    [{ 'content-type': 'application/json; charset=us-ascii; x=y' }, undefined],
    [{ 'content-type': 'application/json' }, undefined],
  ])('%j is refused, or read', async (headers, message) => {
    const { said } = await open().ask(render(headers));
    expect(said).toEqual(message === undefined ? 'function' : ['unsupported_media_type', message, null]);
  });

  it('may be as large as the limit', async () => {
    const { ask, room } = open();
    const message = `the body is larger than ${limits.body} bytes`;
    expect((await ask(render({ 'content-length': `${limits.body + 1}` }))).said).toEqual(['too_large', message, null]);
    expect(room).toEqual([]);
    await ask(render({ 'content-length': `${limits.body}` }));
    expect(room[0]).toEqual(['enter', 'home', 'local', limits.body]);
  });

  it.each([
    [{}, false],
    [{ expect: '100-continue' }, true],
  ])('is asked for if the caller waits for that: %j', async (headers, isAsked) => {
    const { app, ask } = open();
    let count = 0;
    app.addHook('onRequest', async (_request, reply) => {
      reply.raw.writeContinue = () => {
        count += 1;
      };
    });
    await ask(render(headers));
    expect(count).toBe(Number(isAsked));
  });
});

describe('a render', () => {
  it.each([
    ['takes a place', false, {}, routes.renderPdf.path, ['enter', 'home', 'local', 0]],
    ['of images takes a place', false, {}, routes.renderImage.path, ['enter', 'home', 'local', 0]],
    ['takes room for its body', false, { 'content-length': '7' }, routes.renderPdf.path, ['enter', 'home', 'local', 7]],
    [
      'takes all room without a length',
      false,
      { 'transfer-encoding': 'chunked' },
      routes.renderPdf.path,
      ['enter', 'home', 'local', limits.body],
    ],
    [
      'in the background takes no place',
      true,
      { prefer: 'respond-async' },
      routes.renderPdf.path,
      ['receive', 'home', 'local', 0],
    ],
    [
      'takes a place where others may be in the background',
      true,
      {},
      routes.renderPdf.path,
      ['enter', 'home', 'local', 0],
    ],
    [
      'takes a place where none is in the background',
      false,
      { prefer: 'respond-async' },
      routes.renderPdf.path,
      ['enter', 'home', 'local', 0],
    ],
  ])('%s, until its answer is sent', async (_what, takesJobs, headers, url, taken) => {
    const { ask, room } = open({ takesJobs });
    expect((await ask(render(headers, url, 'x'.repeat(Number(taken[3]) % limits.body)))).said).toBe('function');
    expect(room).toEqual([taken, 'released']);
  });

  it('alone takes a place', async () => {
    const { ask, room } = open();
    await ask(keys);
    expect(room).toEqual([]);
  });
});

it('a request that waits for the word to send its body is a request', () => {
  const { app } = open();
  const seen: unknown[] = [];
  app.server.removeAllListeners('request').on('request', (...pair) => seen.push(pair));
  app.server.emit('checkContinue', 'request', 'response');
  expect(seen).toEqual([['request', 'response']]);
});
