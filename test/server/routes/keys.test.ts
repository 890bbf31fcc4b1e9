import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Caller, localCaller } from '../../../src/server/checks/caller.ts';
import { keyOperations } from '../../../src/server/routes/keys.ts';
import type { KeyStore } from '../../../src/store/index.ts';

const now = Date.parse('2026-05-04T10:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const stored = {
  id: 'k2',
  account: 'home',
  name: 'shop',
  scopes: ['render'],
  templates: null,
  folder: null,
  created_at: '2026-05-01T10:00:00.000Z',
  expires_at: null,
  revoked_at: null,
};
const { account: _, ...shown } = stored;

function open({ key = stored, list = [stored] }: { key?: object; list?: object[] } = {}) {
  const calls: unknown[][] = [];
  const keys = {
    list: async (...args: unknown[]) => {
      calls.push(['list', ...args]);
      return list;
    },
    get: async (...args: unknown[]) => {
      calls.push(['get', ...args]);
      return key;
    },
    create: async ({ key: made, ...fields }: { key: string }) => {
      calls.push(['create', fields]);
      return { ...stored, id: 'k3', key: made.length };
    },
    revoke: async (...args: unknown[]) => {
      calls.push(['revoke', ...args]);
      return { ...stored, revoked_at: 'now' };
    },
    expire: async (id: string, at: Date) => {
      calls.push(['expire', id, at.toISOString()]);
      return { ...stored, expires_at: at.toISOString() };
    },
  } as unknown as KeyStore;
  const run = (
    name: keyof typeof keyOperations,
    changes: { caller?: Partial<Caller>; body?: unknown; query?: object } = {},
  ) =>
    keyOperations[name](keys, {
      id: 'k2',
      query: {},
      body: undefined,
      ...changes,
      caller: { ...localCaller('home'), ...changes.caller },
    });
  return { run, calls };
}

describe('a list of keys', () => {
  const list = ['a', 'b', 'c'].map((id) => ({ ...stored, id }));

  it.each([
    [{}, ['a', 'b', 'c'], null],
    [{ limit: '2' }, ['a', 'b'], 'b'],
    [{ limit: '3' }, ['a', 'b', 'c'], null],
    [{ after: 'a' }, ['b', 'c'], null],
    [{ after: 'a', limit: '1' }, ['b'], 'b'],
    [{ after: 'c', limit: '1' }, [], null],
  ])('has a page for %j', async (query, ids, next) => {
    const { run, calls } = open({ list });
    expect(await run('listKeys', { query })).toEqual({
      body: { data: ids.map((id) => ({ ...shown, id })), page: { next } },
    });
    expect(calls).toEqual([['list', 'home']]);
  });
});

const fields = {
  account: 'home',
  name: 'n',
  scopes: ['render', 'templates:read', 'templates:write'],
  templates: null,
  folder: null,
  expiresAt: undefined,
  createdBy: 'the command line',
};

describe('a key', () => {
  const create = (key: object, caller: Partial<Caller> = {}) => {
    const { run, calls } = open();
    return run('createKey', { body: { key: { name: 'n', ...key } }, caller }).then((reply) => ({ reply, calls }));
  };

  it('is made with the usual scopes', async () => {
    const { reply, calls } = await create({});
    expect(calls).toEqual([['create', fields]]);
    expect(reply.body).toEqual({ data: { ...shown, id: 'k3', key: expect.stringMatching(/^platen_/) } });
    const details = { scopes: fields.scopes, expires_at: null };
    expect(reply.done).toEqual({ action: 'key.created', target: expect.objectContaining({ id: 'k3' }), details });
  });

  it('is made with what is asked for', async () => {
    const end = '2026-05-04T10:00:00.001Z';
    const asked = { scopes: ['render'], templates: ['t'], folder: 'f' };
    const { reply, calls } = await create({ ...asked, expires_at: end });
    expect(calls).toEqual([['create', { ...fields, ...asked, expiresAt: new Date(end) }]]);
    expect(reply.done?.details).toEqual({ ...asked, expires_at: null });
    expect((await create({ expires_at: null })).calls[0]?.[1]).toMatchObject({ expiresAt: undefined });
  });

  it.each([
    [{ templates: ['t', 'u'] }, {}, { templates: ['t', 'u'] }],
    [{ templates: ['t', 'u'] }, { templates: ['T'] }, { templates: ['T'] }],
    [{ folder: 'f' }, {}, { folder: 'f' }],
    [{ folder: 'f' }, { folder: 'f/g' }, { folder: 'f/g' }],
  ])('of a caller with %j may have %j', async (caller, key, made) => {
    expect((await create(key, caller)).calls[0]?.[1]).toMatchObject(made);
  });

  const certain = 'this API key is for certain templates only, and has no say over keys for others';
  const below = 'this API key is for the folder "f" and the folders below it, and has no say over keys for others';
  it.each([
    [
      'more scopes',
      { scopes: ['webhooks'] },
      { scopes: ['keys' as const] },
      'this needs the scope "webhooks"; the command line has keys',
    ],
    ['the usual scopes', {}, { scopes: ['keys' as const] }, 'this needs the scope "render"; the command line has keys'],
    ['more templates', { templates: ['t', 'u'] }, { templates: ['t'] }, certain],
    ['another folder', { folder: 'g' }, { folder: 'f' }, below],
    ['no folder', { folder: '' }, { folder: 'f' }, below],
  ])('is not made with %s than its caller has', async (_what, key, caller, message) => {
    await expect(create(key, caller)).rejects.toMatchObject({ code: 'forbidden', message });
  });

  it('ends in the future', async () => {
    const detail = 'must be in the future';
    await expect(create({ expires_at: '2026-05-04T10:00:00.000Z' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: `/key/expires_at ${detail}`,
      errors: [{ pointer: '/key/expires_at', detail }],
    });
  });

  it.each([
    [undefined, false],
    ['2026-06-01T00:00:00.000Z', true],
    ['2026-06-01T00:00:00.001Z', false],
  ])('does not outlive the key that makes it: %s', async (expires_at, isMade) => {
    const expiresAt = new Date('2026-06-01T00:00:00.000Z');
    const made = create(expires_at === undefined ? {} : { expires_at }, { expiresAt }).then(
      () => true,
      ({ code, message }: { code: string; message: string }) => [code, message],
    );
    const message = `this API key ends at ${expiresAt.toISOString()}, and makes no key that outlives it; give an "expires_at" up to then`;
    expect(await made).toEqual(isMade ? true : ['forbidden', message]);
  });
});

describe('a key that is rotated', () => {
  it.each([
    [{}, ['expire', 'k2', '2026-05-05T10:00:00.000Z']],
    [{ overlap_seconds: 60 }, ['expire', 'k2', '2026-05-04T10:01:00.000Z']],
    [{ overlap_seconds: 0 }, ['revoke', 'k2', 'home']],
  ])('ends after %j', async (rotation, ended) => {
    const { run, calls } = open();
    const { body, done } = await run('rotateKey', { body: { rotation } });
    expect(calls.map(([name]) => name)).toEqual(['get', 'create', ended[0]]);
    expect(calls.at(-1)).toEqual(ended);
    const endsAt = ended[0] === 'revoke' ? 'now' : ended[2];
    expect(done).toMatchObject({ action: 'key.rotated', details: { new_id: 'k3', ends_at: endsAt } });
    expect(body).toMatchObject({ data: { id: 'k3', key: expect.any(String) }, old: { id: 'k2' } });
    expect(body).not.toHaveProperty('old.account');
  });

  it('has another end', async () => {
    const { run, calls } = open();
    const expires_at = '2026-07-01T00:00:00.000Z';
    await run('rotateKey', { body: { rotation: { expires_at } } });
    expect(calls[1]?.[1]).toMatchObject({ expiresAt: new Date(expires_at) });
    await expect(
      run('rotateKey', { body: { rotation: { expires_at: '2020-01-01T00:00:00.000Z' } } }),
    ).rejects.toMatchObject({
      errors: [{ pointer: '/rotation/expires_at', detail: 'must be in the future' }],
    });
  });

  it.each([
    ['may do more', { scopes: ['keys' as const] }],
    ['outlives the caller', { expiresAt: new Date('2026-05-05T00:00:00.000Z') }],
  ])('is left if it %s', async (_what, caller) => {
    const { run, calls } = open();
    await expect(run('rotateKey', { body: { rotation: {} }, caller })).rejects.toMatchObject({ code: 'forbidden' });
    expect(calls.map(([name]) => name)).toEqual(['get']);
  });
});

describe('a key that is deleted', () => {
  it('is retired', async () => {
    const { run, calls } = open();
    expect(await run('deleteKey')).toEqual({
      done: { action: 'key.retired', target: { ...stored, revoked_at: 'now' } },
    });
    expect(calls).toEqual([
      ['get', 'k2', 'home'],
      ['revoke', 'k2', 'home'],
    ]);
  });

  it('is left if it may do more', async () => {
    const { run, calls } = open({ key: { ...stored, scopes: ['webhooks'] } });
    await expect(run('deleteKey', { caller: { scopes: ['keys', 'render'] } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(calls).toHaveLength(1);
  });
});
