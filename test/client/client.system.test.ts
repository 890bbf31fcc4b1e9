import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Client,
  type ClientOptions,
  createClient,
  listAllTemplates,
  type ReceivedRender,
  ServiceError,
} from '../../src/client/index.ts';
import {
  type RecordedRequest,
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from '../helpers/recording-server.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const template = {
  content: '<p>',
  id,
  inserted_at: '2026-01-01T00:00:00Z',
  name: 'n',
  preview_context: {},
  updated_at: '2026-01-01T00:00:00Z',
};

let server: RecordingServer;
let client: Client;

async function start(
  answer: Parameters<typeof startRecordingServer>[0],
  options: Partial<ClientOptions> = {},
  path = '',
): Promise<void> {
  server = await startRecordingServer(answer);
  client = createClient({ baseUrl: server.url + path, apiKey: 'secret-key', timeoutMs: 5000, ...options });
}

afterEach(async () => {
  await client?.close();
  await server?.close();
});

const take = async (received: ReceivedRender) =>
  received.kind === 'pdf' ? { ...received, bytes: await buffer(received.stream) } : received;

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

describe('the requests', () => {
  it('are those of the published interface', async () => {
    await start((request, response) =>
      request.method === 'PATCH' ? sendJson(response, 200, { data: template }) : sendPdf(response),
    );
    await client.updateTemplate(id, { name: 'x' });
    await client.receivePdf({ parts: 'https://example.com' }, take);
    const [update, render] = server.requests as [RecordedRequest, RecordedRequest];
    expect([update.method, update.path, update.body]).toEqual([
      'PATCH',
      `/api/v1/templates/${id}`,
      '{"template":{"name":"x"}}',
    ]);
    expect([render.method, render.path, render.body]).toEqual([
      'POST',
      '/api/v1/renderers/pdf',
      '{"parts":"https://example.com"}',
    ]);
    for (const { headers } of [update, render]) {
      expect(headers.authorization).toBe('Bearer secret-key');
      expect(headers['content-type']).toBe('application/json');
    }
  });

  it.each(['/pdf', '/pdf/', '/a/b//'])('keep the path prefix of the base address %s', async (prefix) => {
    await start((_request, response) => sendJson(response, 200, { data: template }), {}, prefix);
    await client.getTemplate(id);
    expect(server.requests[0]?.path).toBe(`${prefix.replace(/\/+$/, '')}/api/v1/templates/${id}`);
  });

  it('say where nothing is found that a base address ends before the path of the interface', async () => {
    await start(
      (_request, response) => sendJson(response, 404, { code: 'not_found', detail: 'nothing here' }),
      {},
      '/api/v1',
    );
    const { code, message, details } = await failureOf(client.getTemplate(id));
    expect([code, message, details.status]).toEqual([
      'not_found',
      'nothing here; a base address ends before /api/v1',
      404,
    ]);
  });

  it('send no body and no content type with a GET, and If-Match where it is wanted', async () => {
    await start((_request, response) => response.writeHead(204).end());
    await client.deleteTemplate(id, { ifMatch: '"v3"' });
    const { headers, body } = server.requests[0] as RecordedRequest;
    expect([headers['content-type'], headers['if-match'], body]).toEqual([undefined, '"v3"', '']);
  });
});

describe('a rendered PDF', () => {
  it('comes with what the service said about it', async () => {
    const headers = {
      'platen-pages': '2',
      'platen-warning-list': '[{"part":0,"code":"resource_missing","detail":"logo.svg"}]',
      'server-timing': 'queue;dur=1, load;dur=20.5, print;dur=30, bind;dur=4',
    };
    await start((_request, response) => sendPdf(response, headers));
    const received = await client.receivePdf({ parts: [] }, take);
    expect(received).toMatchObject({
      kind: 'pdf',
      bytes: tinyPdf,
      pages: 2,
      warnings: [{ part: 0, code: 'resource_missing', detail: 'logo.svg' }],
      timings: { queue_ms: 1, load_ms: 20.5, print_ms: 30, bind_ms: 4 },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['no JSON', { 'platen-warning-list': '[{"detail":' }],
    ['no list', { 'platen-warning-list': '{"detail":"x"}' }],
    ['no warnings', { 'platen-warning-list': '[null, 1, "x", {"detail":1}, {}]' }],
    ['no number of pages', { 'platen-pages': 'two' }],
    ['half of a page', { 'platen-pages': '1.5' }],
    ['timings of something else', { 'server-timing': 'cache;dur=1, queue;dur=2' }],
    ['timings without numbers', { 'server-timing': 'load, print;dur=' }],
  ])('comes without a report that has %s', async (_name, headers) => {
    await start((_request, response) => sendPdf(response, headers));
    const received = await client.receivePdf({ parts: [] }, take);
    expect(received).toEqual(expect.objectContaining({ bytes: tinyPdf, pages: null, warnings: [], timings: null }));
  });

  it('comes with those warnings that can be read', async () => {
    const list = '[{"part":0,"code":"new_code","detail":"one"}, {"code":"other"}]';
    await start((_request, response) => sendPdf(response, { 'platen-warning-list': list }));
    const received = await client.receivePdf({ parts: [] }, take);
    expect(received).toMatchObject({ warnings: [{ part: 0, code: 'new_code', detail: 'one' }] });
  });

  it('may be JSON at another service, and is handed on as it is', async () => {
    await start((_request, response) => sendJson(response, 200, { url: 'https://example.com/x.pdf' }));
    expect(await client.receivePdf({ parts: [] }, take)).toEqual({
      kind: 'json',
      value: { url: 'https://example.com/x.pdf' },
    });
  });

  const half = tinyPdf.subarray(0, 100);
  it.each<[string, string, Record<string, string>, Buffer]>([
    ['shorter than it said', 'body_cut', { 'content-length': String(tinyPdf.length) }, half],
    ['without its end', 'body_cut', {}, half],
    ['with another digest', 'body_cut', { 'repr-digest': `sha-256=:${'A'.repeat(43)}=:` }, tinyPdf],
    ['no PDF at all', 'unexpected_answer', {}, Buffer.from('<html>sign in</html>')],
    ['empty', 'body_cut', {}, Buffer.alloc(0)],
  ])('is refused when it is %s', async (_what, code, headers, body) => {
    await start(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf', ...headers });
        response.write(body, () => response.destroy());
      },
      { retries: 0 },
    );
    if (code === 'unexpected_answer' || headers['repr-digest']) {
      await server.close();
      await start(
        (_request, response) => response.writeHead(200, { 'content-type': 'application/pdf', ...headers }).end(body),
        { retries: 0 },
      );
    }
    expect((await failureOf(client.receivePdf({ parts: [] }, take))).code).toBe(code);
  });

  it('is refused when a body that ends with the connection lost its end', async () => {
    await start(
      (_request, response) => {
        response.removeHeader('content-length');
        response.shouldKeepAlive = false;
        response.useChunkedEncodingByDefault = false;
        response.writeHead(200, { 'content-type': 'application/pdf', connection: 'close' });
        response.end(half);
      },
      { retries: 0 },
    );
    expect((await failureOf(client.receivePdf({ parts: [] }, take))).code).toBe('body_cut');
  });

  it('is refused when the media type is another', async () => {
    await start((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    const error = await failureOf(client.receivePdf({ parts: [] }, take));
    expect([error.code, error.message]).toEqual(['unexpected_answer', expect.stringContaining('text/html')]);
  });

  it('is asked for again, under the same idempotency key, when it was cut off', async () => {
    await start((_request, response, number) => {
      if (number > 0) return sendPdf(response);
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(tinyPdf.length) });
      response.write(half, () => response.destroy());
    });
    expect(await client.receivePdf({ parts: [] }, take)).toMatchObject({ bytes: tinyPdf });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('an error answer', () => {
  const problem = {
    type: 'urn:platen:error:invalid_request',
    title: 'The request is not valid',
    status: 422,
    code: 'invalid_request',
    detail: '/parts/2/htlm is not a known field',
    request_id: 'r1',
    retryable: false,
    errors: [{ pointer: '/parts/2/htlm', detail: 'is not a known field' }],
  };

  it('keeps what a problem says', async () => {
    await start((_request, response) => sendJson(response, 422, problem));
    const error = await failureOf(client.receivePdf({ parts: [] }, take));
    expect(error).toMatchObject({ code: 'invalid_request', message: problem.detail });
    expect(error.details).toMatchObject({ status: 422, requestId: 'r1', errors: problem.errors });
  });

  it.each<[number, unknown, string, string]>([
    [401, { error: 'bad key' }, 'unauthorized', 'bad key'],
    [403, { message: 'not yours' }, 'forbidden', 'not yours'],
    [404, { errors: { detail: 'Not Found' } }, 'not_found', 'Not Found'],
    [422, { errors: { name: ["can't be blank"] } }, 'rejected', 'The service rejected the request'],
    [402, { error: { message: 'pay first' } }, 'payment_required', 'pay first'],
    [409, {}, 'conflict', 'The request conflicts with the stored data'],
    [418, { title: 'teapot' }, 'rejected', 'teapot'],
    [500, 'no json', 'server_failed', 'The service failed'],
  ])('is read from another service too: %i %j', async (status, body, code, message) => {
    await start((_request, response) => sendJson(response, status, body), { retries: 0 });
    const error = await failureOf(client.getTemplate(id));
    expect([error.code, error.message]).toEqual([code, message]);
  });

  it('keeps the fields another service names', async () => {
    await start((_request, response) => sendJson(response, 422, { errors: { name: ["can't be blank"] } }));
    const error = await failureOf(client.updateTemplate(id, { name: '' }));
    expect(error.details.errors).toEqual([{ pointer: '/name', detail: "can't be blank" }]);
  });

  it('is also an answer that is no JSON where JSON was due', async () => {
    await start((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    expect((await failureOf(client.getTemplate(id))).code).toBe('unexpected_answer');
  });
});

describe('the key', () => {
  it('does not follow a redirect to another origin', async () => {
    const elsewhere = await startRecordingServer((_request, response) => sendPdf(response));
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        await start((_request, response) => response.writeHead(status, { location: `${elsewhere.url}/x` }).end());
        const error = await failureOf(client.receivePdf({ parts: [] }, take));
        expect([error.code, error.message]).toEqual(['redirected', expect.stringContaining(elsewhere.url)]);
        await client.close();
        await server.close();
      }
      expect(elsewhere.requests).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it('follows one within the origin, with method and body', async () => {
    await start((request, response) =>
      request.path === '/v2' ? sendPdf(response) : response.writeHead(308, { location: '/v2' }).end(),
    );
    await client.receivePdf({ parts: 'https://example.com' }, take);
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/v1/renderers/pdf', '{"parts":"https://example.com"}'],
      ['POST', '/v2', '{"parts":"https://example.com"}'],
    ]);
  });

  it('does not run in circles', async () => {
    await start((_request, response) => response.writeHead(307, { location: '/again' }).end());
    expect((await failureOf(client.getTemplate(id))).code).toBe('redirected');
    expect(server.requests).toHaveLength(4);
  });

  it.each(['http://example.com', 'http://10.0.0.1:80', 'http://127.0.0.1.example.com'])(
    'does not go to %s in the open',
    (baseUrl) => {
      expect(() => createClient({ baseUrl, apiKey: 'k' })).toThrow(
        expect.objectContaining({ code: 'insecure_address' }),
      );
    },
  );

  it('may go to loopback, and elsewhere where that is allowed', () => {
    for (const baseUrl of ['http://localhost:1', 'http://127.0.0.9', 'http://[::1]:1', 'https://example.com']) {
      expect(() => createClient({ baseUrl, apiKey: 'k' })).not.toThrow();
    }
    expect(() => createClient({ baseUrl: 'http://example.com', apiKey: 'k', insecureHttp: true })).not.toThrow();
  });

  it.each(['nonsense', 'ftp://example.com', 'https://u:p@example.com', 'https://example.com?x=1'])(
    'needs a proper address, not %s',
    (baseUrl) => {
      expect(() => createClient({ baseUrl, apiKey: 'k' })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    },
  );
});

describe('retries', () => {
  it('repeat a render on 503 after the time the service asks for', async () => {
    await start((_request, response, number) =>
      number === 0 ? sendJson(response, 503, { code: 'queue_full' }, { 'retry-after': '0' }) : sendPdf(response),
    );
    await client.receivePdf({ parts: [] }, take);
    expect(server.requests).toHaveLength(2);
  });

  it('do not repeat a change that may have happened', async () => {
    await start((_request, response) => sendJson(response, 500, {}));
    await failureOf(client.updateTemplate(id, { name: 'x' }));
    await failureOf(client.createTemplate({ name: 'x' }));
    expect(server.requests).toHaveLength(2);
  });

  it('do not repeat what the service calls hopeless', async () => {
    await start((_request, response) => sendJson(response, 503, { retryable: false }));
    await failureOf(client.receivePdf({ parts: [] }, take));
    expect(server.requests).toHaveLength(1);
  });

  it('do not wait longer than there is time', async () => {
    await start((_request, response) => sendJson(response, 429, {}, { 'retry-after': '3600' }));
    const error = await failureOf(client.receivePdf({ parts: [] }, take));
    expect([error.code, error.details.retryAfterMs]).toEqual(['rate_limited', 3_600_000]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the deadline', () => {
  it('ends a call that gets no answer', async () => {
    await start(() => {}, { timeoutMs: 300 });
    expect((await failureOf(client.getTemplate(id))).code).toBe('timeout');
  });

  it('ends a download that does not end', async () => {
    await start(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).write(tinyPdf);
      },
      { timeoutMs: 300 },
    );
    expect((await failureOf(client.receivePdf({ parts: [] }, take))).code).toBe('timeout');
  });

  it('leaves the abort of the caller as it is', async () => {
    await start(() => {});
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('stop')), 50);
    await expect(client.getTemplate(id, { signal: abort.signal })).rejects.toThrow('stop');
  });
});

describe('a connection', () => {
  it('that is refused says so', async () => {
    await start(() => {}, { retries: 0 });
    await server.close();
    const error = await failureOf(client.getTemplate(id));
    expect([error.code, error.message]).toEqual(['connection_refused', expect.stringContaining(server.url)]);
  });

  it('to a name that does not exist says so', async () => {
    await start(() => {}, { baseUrl: 'https://no-such-host.invalid', retries: 0 });
    expect((await failureOf(client.getTemplate(id))).code).toBe('name_not_resolved');
  });
});

describe('the list of all templates', () => {
  const list = (next: string | null) => ({ data: [template], page: { next } });
  const readAll = async () => {
    let count = 0;
    for await (const page of listAllTemplates(client)) count += page.length;
    return count;
  };

  it('is read page by page', async () => {
    await start((_request, response, number) => sendJson(response, 200, list(number < 2 ? `page-${number}` : null)));
    expect(await readAll()).toBe(3);
  });

  it('ends where a page leads back to one that was read', async () => {
    await start((_request, response, number) => sendJson(response, 200, list(`page-${number % 2}`)));
    await expect(readAll()).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect(server.requests).toHaveLength(3);
  });

  it('takes no longer than all calls together may', async () => {
    const answer: Parameters<typeof start>[0] = (_request, response, number) => {
      setTimeout(() => sendJson(response, 200, list(`page-${number}`)), 20);
    };
    await start(answer, { totalMs: 300 });
    await expect(readAll()).rejects.toMatchObject({ code: 'timeout', message: 'no complete answer within 0.3 s' });
  });
});
