import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoreLocation } from '../../../src/store/index.ts';
import { databases } from '../../store/databases.ts';
import { dumpDatabase, findWords } from '../../store/dump-database.ts';
import type { RunningDatabase } from '../../store/running-database.ts';
import { done } from '../test-service.ts';
import { openBackgroundService } from './background-service.ts';

const key = Buffer.alloc(32, 3).toString('base64');
const secrets = [
  'userPASSWORD',
  'ownerPASSWORD',
  'urlPASSWORD',
  'queryTOKEN',
  'headerTOKEN',
  'pageHEADER',
  'pageCOOKIE',
  'pagePASSWORD',
  'storedCOOKIE',
  'storedITEM',
];
const request = {
  headers: { Authorization: 'Bearer pageHEADER' },
  cookies: { session: 'pageCOOKIE' },
  basic_auth: { username: 'ada', password: 'pagePASSWORD' },
  storage_state: {
    cookies: [{ name: 's', value: 'storedCOOKIE', domain: 'example.com' }],
    origins: [{ origin: 'https://example.com', localStorage: [{ name: 't', value: 'storedITEM' }] }],
  },
};
const body = {
  parts: ['https://me:urlPASSWORD@example.com/', { url: 'https://example.com/plain', request }],
  pdf: { encrypt: { user_password: 'userPASSWORD', owner_password: 'ownerPASSWORD', permissions: ['print'] } },
  destination: { put: 'https://bucket.test/?signature=queryTOKEN', headers: { authorization: 'headerTOKEN' } },
};

describe.each(databases)('the secrets of a background render on $name', ({ start }) => {
  let database: RunningDatabase | undefined;
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database?.stop());

  async function open(secretKeys?: string[]) {
    const location = { ...(await database?.makeLocation()), secretKeys } as StoreLocation;
    const logLines: string[] = [];
    const service = await openBackgroundService({ location, logLines, records: { keepContent: true } });
    const sent: unknown[] = [];
    service.engine.sendOutside = async (request) => {
      sent.push({ url: request.url, headers: request.headers });
      return { status: 200, ms: 1 } as never;
    };
    const find = async () => [
      ...findWords(await dumpDatabase(location), secrets),
      ...findWords(Buffer.from([...logLines, ...service.lines, ...service.internal].join('\n')), secrets),
    ];
    return { ...service, find, sent, logLines };
  }

  it('are in no row, file or log while it waits, runs and is kept, and the render gets them', async () => {
    const { submit, background, engine, until, find, sent, store } = await open([key]);
    const { promise: isPrinting, resolve: print } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    engine.answer = async () => {
      print();
      await mayEnd;
      return done;
    };
    const answer = await submit(body, { 'idempotency-key': 'once' });
    expect([answer.statusCode, await find()]).toEqual([202, []]);
    expect((await submit(body, { 'idempotency-key': 'once' })).json().data.id).toBe(answer.json().data.id);
    background.start();
    await isPrinting;
    expect(await find()).toEqual([]);
    end();
    await until(answer.json().data.id, 'done');
    const { parts, pdf } = body;
    expect(engine.calls.map(({ request }) => request)).toMatchObject([{ parts, pdf }]);
    expect(sent).toMatchObject([{ url: body.destination.put, headers: { authorization: 'headerTOKEN' } }]);
    const kept = await vi.waitFor(
      async () => {
        const { renders } = await store.accounts();
        const [entry] = (await renders.list('a', { limit: 1 })).entries;
        return JSON.parse((await renders.getKept('a', entry?.id ?? '')).request ?? '');
      },
      { timeout: 10_000 },
    );
    expect(kept).toEqual({
      parts: ['https://example.com/', { url: 'https://example.com/plain' }],
      pdf: { encrypt: { permissions: ['print'] } },
    });
    expect(await find()).toEqual([]);
  });

  it('are gone with a failure, too', async () => {
    const { submit, background, engine, until, find } = await open([key]);
    engine.answer = async () => {
      throw new Error('no');
    };
    const { id } = (await submit(body)).json().data;
    background.start();
    await until(id, 'failed');
    expect(await find()).toEqual([]);
  });
});

describe('a background render with a password on Postgres', () => {
  let database: RunningDatabase | undefined;
  beforeAll(async () => {
    database = await databases.find(({ name }) => name === 'Postgres')?.start();
  });
  afterAll(() => database?.stop());

  it('is refused without a key, naming the field and the setting, and others are not', async () => {
    const service = await openBackgroundService({ location: await database?.makeLocation() });
    const refused = await service.submit({ parts: { html: 'x' }, pdf: body.pdf });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        code: 'invalid_request',
        detail: expect.stringMatching(/^pdf\.encrypt .* PLATEN_SECRET_KEY/),
        errors: [{ pointer: '/pdf/encrypt/user_password' }],
      },
    ]);
    expect((await service.submit({ parts: [{ html: 'x' }, { url: 'https://me:pw@a.test' }] })).json()).toMatchObject({
      errors: [{ pointer: '/parts/1/url' }],
    });
    expect((await service.submit({ parts: { url: 'https://a.test', request } })).json()).toMatchObject({
      errors: [{ pointer: '/parts/request' }],
    });
    const plain = { url: 'https://a.test', request: { user_agent: 'x', language: 'de' } };
    expect((await service.submit({ parts: plain })).statusCode).toBe(202);
    expect((await service.submit({ parts: { html: 'x' } })).statusCode).toBe(202);
    expect((await service.submit({ parts: { html: 'x' }, destination: body.destination })).statusCode).toBe(202);
    const waited = { method: 'POST', url: '/api/v1/renderers/pdf', headers: service.auth } as const;
    const inForeground = await service.app.inject({ ...waited, payload: { parts: { html: 'x' }, pdf: body.pdf } });
    expect(inForeground.statusCode).toBe(200);
  });

  it('fails with its cause in the log if a service has another key', async () => {
    const location = (await database?.makeLocation()) as StoreLocation;
    const logLines: string[] = [];
    const first = await openBackgroundService({ location: { ...location, secretKeys: [key] } });
    const other = await openBackgroundService({ location: { ...location, secretKeys: ['44'.repeat(32)] }, logLines });
    const { id } = (await first.submit({ pdf: body.pdf })).json().data;
    other.background.start();
    expect((await first.until(id, 'failed')).error).toMatchObject({ code: 'internal' });
    expect(logLines.join('\n')).toMatch(/encrypted with the key [0-9a-f]{8}, which this service does not have/);
  });
});
