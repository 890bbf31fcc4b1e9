import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookEvents } from '../../../src/contract/index.ts';
import { type Caller, localCaller } from '../../../src/server/checks/caller.ts';
import { addWebhooks } from '../../../src/server/webhooks/webhook-routes.ts';

const now = Date.parse('2026-05-04T10:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const id = '018f0000-0000-7000-8000-000000000001';
const address = 'https://hook.example:444/secret';
const stored = { id, address, events: ['render.done'], enabled: true, old_secret_until: 'then' };

function open({
  caller,
  refuses = false,
  isFull = false,
}: {
  caller?: Partial<Caller>;
  refuses?: boolean;
  isFull?: boolean;
} = {}) {
  const sent = isFull ? undefined : { id: 'd' };
  const calls: unknown[][] = [];
  const audit: unknown[] = [];
  const answer =
    (name: string, value: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return value;
    };
  const webhooks = Object.fromEntries(
    ['get', 'create', 'update', 'delete', 'rotate'].map((name) => [name, answer(name, stored)]),
  );
  const store = {
    webhooks: async () => ({
      webhooks: { ...webhooks, list: answer('list', [stored]) },
      deliveries: { list: answer('deliveries', { deliveries: ['d'], next: 'n' }) },
    }),
  };
  const app = Fastify();
  app.decorateRequest('caller', undefined as never);
  app.decorateRequest('bodySize', 0);
  app.addHook(
    'onRequest',
    async (request) => void Object.assign(request, { caller: { ...localCaller('home'), ...caller } }),
  );
  app.setErrorHandler<Error & { code: string; errors?: unknown }>((error, _request, reply) =>
    reply.code(400).send([error.code, error.message, error.errors]),
  );
  addWebhooks(
    app,
    {
      store,
      engine: { refusesOutside: async () => refuses },
      webhooks: { test: answer('test', sent), retry: answer('retry', sent) },
    } as never,
    { note: (entry: unknown) => void audit.push(entry) } as never,
  );
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const { statusCode, payload: text } = await app.inject({
      method,
      url: `/api/v1/${path}`,
      ...(payload && { payload }),
    });
    return { status: statusCode, said: text === '' ? undefined : JSON.parse(text) };
  };
  return { ask, calls, audit };
}

const noted = (action: string, details?: object) => [
  {
    account: 'home',
    by: 'the command line',
    action,
    target: { id, name: 'hook.example:444' },
    ...(details && { details }),
  },
];
const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

describe('webhooks', () => {
  it('are listed', async () => {
    const { ask, calls, audit } = open();
    expect(await ask('GET', 'webhooks')).toEqual({ status: 200, said: { data: [stored] } });
    expect([calls, audit]).toEqual([[['list', 'home']], []]);
  });

  it.each([
    [{}, webhookEvents],
    [{ events: ['render.failed'] }, ['render.failed']],
  ])('are made for events: %j', async (more, events) => {
    const { ask, calls, audit } = open();
    expect(await ask('POST', 'webhooks', { webhook: { address, ...more } })).toEqual({
      status: 201,
      said: { data: { ...stored, secret } },
    });
    expect(calls).toEqual([['create', 'home', { address, events, secret, createdBy: 'the command line' }, 20]]);
    expect(audit).toEqual(noted('webhook.created', { events: stored.events }));
  });

  it.each([
    ['https://ann@hook.example/', false, 'invalid_request', 'must not contain a user or a password'],
    ['https://:x@hook.example/', false, 'invalid_request', 'must not contain a user or a password'],
    ['https://hook.example/#a', false, 'invalid_request', 'must not contain a fragment, which is never sent'],
    [
      'http://hook.example/',
      true,
      'invalid_request',
      "must be https; plain http needs the operator's permission (--allow)",
    ],
    ['https://hook.example/', true, 'address_not_allowed', undefined],
  ])('are not made for %s', async (wrong, refuses, code, detail) => {
    const { ask, calls } = open({ refuses });
    const { said } = await ask('POST', 'webhooks', { webhook: { address: wrong } });
    const pointer = '/webhook/address';
    expect(said).toEqual(
      detail === undefined
        ? [code, 'the URL is not allowed, or its host does not resolve', null]
        : [code, `${pointer} ${detail}`, [{ pointer, detail }]],
    );
    expect(calls).toEqual([]);
  });

  it('are changed', async () => {
    const { ask, calls, audit } = open({ refuses: true });
    expect(await ask('PATCH', `webhooks/${id}`, { webhook: { enabled: false } })).toEqual({
      status: 200,
      said: { data: stored },
    });
    expect(calls).toEqual([
      ['get', 'home', id],
      ['update', 'home', id, { enabled: false }],
    ]);
    expect(audit).toEqual(noted('webhook.changed', { changed: ['enabled'], events: stored.events, enabled: true }));
    expect((await ask('PATCH', `webhooks/${id}`, { webhook: { address } })).said[0]).toBe('address_not_allowed');
    expect(calls).toHaveLength(3);
  });

  it('are deleted', async () => {
    const { ask, calls, audit } = open();
    expect(await ask('DELETE', `webhooks/${id}`)).toEqual({ status: 204, said: undefined });
    expect([calls, audit]).toEqual([[['delete', 'home', id]], noted('webhook.deleted')]);
  });

  it.each([
    [{}, '2026-05-05T10:00:00.000Z'],
    [{ overlap_seconds: 60 }, '2026-05-04T10:01:00.000Z'],
    [{ overlap_seconds: 0 }, null],
  ])('have another secret, beside the old one for a while: %j', async (rotation, until) => {
    const { ask, calls, audit } = open();
    const { said } = await ask('POST', `webhooks/${id}/rotate`, { rotation });
    expect(said).toEqual({ data: { ...stored, secret } });
    expect(calls).toEqual([['rotate', 'home', id, secret, until === null ? null : new Date(until)]]);
    expect(audit).toEqual(noted('webhook.rotated', { old_secret_until: 'then' }));
  });

  it.each([
    ['tested', `webhooks/${id}/test`, 'test'],
    ['sent again', `deliveries/${id}/retry`, 'retry'],
  ])('are %s', async (_what, path, name) => {
    const { ask, calls } = open();
    expect((await ask('POST', path)).said).toEqual({ data: { id: 'd' } });
    expect(calls).toEqual([[name, 'home', id]]);
    const message = 'too many webhook deliveries of this account are pending';
    expect((await open({ isFull: true }).ask('POST', path)).said).toEqual(['rate_limited', message, null]);
  });

  it.each([
    ['', { limit: 50, after: undefined, state: undefined }],
    ['?limit=7&state=failed', { limit: 7, after: undefined, state: 'failed' }],
  ])('have deliveries: "%s"', async (query, wanted) => {
    const { ask, calls } = open();
    expect((await ask('GET', `webhooks/${id}/deliveries${query}`)).said).toEqual({ data: ['d'], page: { next: 'n' } });
    expect(calls.at(-1)).toEqual(['deliveries', 'home', id, wanted]);
  });

  it.each([{ templates: ['t'] }, { folder: 'f' }])('are not for a key with %j', async (caller) => {
    const { ask, calls } = open({ caller });
    const message = 'this API key is for certain templates only, and webhooks report every render';
    expect((await ask('GET', 'webhooks')).said).toEqual(['forbidden', message, null]);
    expect(calls).toEqual([]);
  });
});
