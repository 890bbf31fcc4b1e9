import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../src/client/index.ts';
import { type RecordingServer, sendJson, startRecordingServer } from '../helpers/recording-server.ts';

const proper = { baseUrl: 'https://pdf.example.com', apiKey: 'k' };

const throwing = (name: string) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error(`no ${name}`);
    },
  }) as never;

describe('the options of a client', () => {
  it.each<[unknown, string]>([
    [null, 'the options of createClient must be an object'],
    [5, 'the options of createClient must be an object'],
    [{ ...proper, apikey: 'k' }, 'the options of createClient have no apikey; known are baseUrl, apiKey, '],
    [{ ...proper, baseUrl: 5 }, 'baseUrl must be a text'],
    [{ apiKey: 'k' }, 'baseUrl undefined is not a valid URL'],
    [{ ...proper, baseUrl: 'pdf.example.com' }, 'baseUrl "pdf.example.com" is not a valid URL'],
    [{ ...proper, apiKey: 5 }, 'apiKey must be one word of visible ASCII'],
    [{ ...proper, apiKey: 'k\n' }, 'apiKey must be one word of visible ASCII'],
    [{ ...proper, apiKey: 'ключ' }, 'apiKey must be one word of visible ASCII'],
    [{ ...proper, retries: -1 }, 'retries must be a whole number from 0'],
    [{ ...proper, timeoutMs: '5s' }, 'timeoutMs must be a whole number of milliseconds from 1'],
    [{ ...proper, userAgent: 'a\nb' }, 'userAgent must be a text of ASCII characters'],
    [{ ...proper, onWait: true }, 'onWait must be a function'],
  ])('are refused at once as %j', (options, message) => {
    expect(() => createClient(options as ClientOptions)).toThrow(
      expect.objectContaining({
        name: 'ServiceError',
        code: 'config_invalid',
        message: expect.stringContaining(message),
      }),
    );
  });

  it.each([undefined, ''])('have a key, which is not %j', (apiKey) => {
    const options = { ...proper, apiKey } as ClientOptions;
    expect(() => createClient(options)).toThrow(
      expect.objectContaining({ name: 'ServiceError', code: 'no_key', message: 'apiKey is missing' }),
    );
  });

  it('are refused where a getter throws', () => {
    const refusal = { name: 'ServiceError', message: 'the options of createClient cannot be read: no env' };
    expect(() => createClient(throwing('env'))).toThrow(expect.objectContaining(refusal));
  });

  it('may be undefined, which is as if they were not there', () => {
    const all = { retries: undefined, timeoutMs: undefined, env: undefined, onWait: undefined, userAgent: undefined };
    expect(() => createClient({ ...proper, ...all })).not.toThrow();
  });
});

describe('a call', () => {
  let server: RecordingServer;
  let client: Client;
  const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';

  async function start() {
    server = await startRecordingServer((_request, response) => sendJson(response, 200, { data: [], page: {} }));
    client = createClient({ baseUrl: server.url, apiKey: 'k' });
  }
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const wrong = (value: unknown) => value as never;
  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    ['a signal', (of) => of.listTemplates({}, wrong({ signal: 5 })), 'signal must be an AbortSignal'],
    ['an idempotency key', (of) => of.renderPdf({ parts: 'x' }, { idempotencyKey: 'ü\n' }), 'idempotencyKey must be'],
    ['an ETag', (of) => of.deleteTemplate(id, { ifMatch: 'a\nb' }), 'ifMatch must be an ETag'],
    ['an unknown option', (of) => of.getTemplate(id, wrong({ timeoutMs: 5 })), 'have no timeoutMs; known are signal'],
    ['no options', (of) => of.renderPdf({ parts: 'x' }, wrong(null)), 'the options of a call must be an object'],
    ['no query', (of) => of.listTemplates(wrong(null)), 'the query must be an object'],
    ['an unknown query', (of) => of.listRenders(wrong({ state: 'done' })), 'the query has no state; known are status'],
    ['a query that is a text', (of) => of.listDeliveries(id, wrong('x')), 'the query must be an object'],
    ['an id that is a symbol', (of) => of.getTemplate(wrong(Symbol('x'))), 'the id must be a text that is not empty'],
    ['no id', (of) => of.deleteTemplate(''), 'the id must be a text that is not empty'],
    ['half a character', (of) => of.cancelRender('\ud800'), 'the id must be a text that is not empty'],
    ['options that throw', (of) => of.listKeys(throwing('signal')), 'the options of a call cannot be read: no signal'],
    ['a query that throws', (of) => of.listTemplates(throwing('limit')), 'the query cannot be read: no limit'],
    ['a request that throws', (of) => of.renderPdf(throwing('parts')), 'the request cannot be read: no parts'],
    ['a template that throws', (of) => of.createTemplate(throwing('name')), 'as JSON: no name'],
    ['a wait', (of) => of.getRender(id, { waitSeconds: 31 }), 'waitSeconds must be a whole number from 0 to 30'],
    ['a time to wait', (of) => of.waitForRender(id, { timeoutMs: Number.NaN }), 'timeoutMs must be a number'],
    ['nothing to wait by', (of) => of.waitForRender(id, wrong(null)), 'the options of a call must be an object'],
  ])('is refused before it is sent where it has %s that is wrong', async (_what, call, message) => {
    await start();
    // A throw instead of a rejection would fail the test here.
    const called = call(client);
    await expect(called).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
    expect(server.requests).toEqual([]);
  });

  it.each([true, false])('to a client that is closed is refused at once (after a call: %j)', async (isUsed) => {
    await start();
    if (isUsed) await client.listTemplates();
    await client.close();
    await expect(client.listTemplates()).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'shutting_down',
      message: 'the client is closed',
    });
    expect(server.requests).toHaveLength(isUsed ? 1 : 0);
  });

  it('under way is refused, and not repeated, where the client is closed', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    server = await startRecordingServer(() => resolve());
    const tries: number[] = [];
    client = createClient({ baseUrl: server.url, apiKey: 'k', onAttempt: ({ attempt }) => tries.push(attempt) });
    const called = client.listTemplates();
    const settled = expect(called).rejects.toMatchObject({ code: 'shutting_down' });
    await asked;
    await client.close();
    await settled;
    expect(tries).toEqual([1]);
  });
});
