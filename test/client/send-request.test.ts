import { describe, expect, it } from 'vitest';
import { send } from '../../src/client/send-request.ts';
import { ServiceError } from '../../src/client/service-error.ts';
import type { Transport, TransportRequest } from '../../src/client/transport.ts';

/** A service that sends each request to `location`. */
function redirecting(location: string): { transport: Transport; seen: string[] } {
  const seen: string[] = [];
  const transport: Transport = {
    async send({ url }: TransportRequest) {
      seen.push(url.href);
      const body = Object.assign((async function* () {})(), { dump: async () => {}, destroy: () => {} });
      return { status: 307, headers: { location }, body };
    },
    proxy: undefined,
    close: async () => {},
  };
  return { transport, seen };
}

it.each(['http://pdf.example.com/', 'https://pdf.example.com:8443/', 'https://example.com/'])(
  'a key for https://pdf.example.com does not follow a redirect to %s',
  async (location) => {
    const { transport, seen } = redirecting(location);
    const request = {
      route: 'getTemplate',
      method: 'GET',
      headers: { authorization: 'Bearer k' },
      body: undefined,
    } as const;
    const url = new URL('https://pdf.example.com/api/v1/templates/x');
    const sent = send({ ...request, url }, transport, new AbortController().signal);
    await expect(sent).rejects.toMatchObject({ code: 'redirected' });
    expect(seen).toEqual([url.href]);
  },
);

/** Sends a request to a service that answers with these, one after the other; the last for ever. Its bodies count their reads. */
function open(
  answers: readonly { status: number; headers?: object; chunks?: Buffer[]; error?: Error }[],
  embedded = false,
) {
  const requests: TransportRequest[] = [];
  const read = { chunks: 0, dumped: 0 };
  const transport: Transport = {
    async send(request) {
      requests.push(request);
      const {
        status,
        headers = {},
        chunks = [],
        error,
      } = answers[Math.min(requests.length, answers.length) - 1] ?? { status: 0 };
      async function* readChunks() {
        for (const chunk of chunks) {
          read.chunks += 1;
          yield chunk;
        }
        if (error) throw error;
      }
      const dump = async () => {
        read.dumped += 1;
      };
      return {
        status,
        headers: headers as Record<string, string>,
        body: Object.assign(readChunks(), { dump, destroy: () => {} }),
      };
    },
    ...(embedded && { embedded }),
    proxy: undefined,
    close: async () => {},
  };
  const url = new URL('https://pdf.example.com/api/v1/templates');
  const outgoing = { route: 'createTemplate', method: 'POST', url, headers: {}, body: { a: 1 } } as const;
  return { requests, read, send: (signal = new AbortController().signal) => send(outgoing, transport, signal) };
}

describe('a redirect', () => {
  it.each([
    [301, 'POST', { a: 1 }],
    [302, 'POST', { a: 1 }],
    [303, 'GET', undefined],
    [307, 'POST', { a: 1 }],
    [308, 'POST', { a: 1 }],
  ])('of status %i is followed with %s', async (status, method, body) => {
    const { requests, read, send } = open([{ status, headers: { location: '/b' } }, { status: 200 }]);
    expect((await send()).status).toBe(200);
    expect(requests.map((request) => [request.url.href, request.method, request.body])).toEqual([
      ['https://pdf.example.com/api/v1/templates', 'POST', { a: 1 }],
      ['https://pdf.example.com/b', method, body],
    ]);
    expect(read.dumped).toBe(1);
  });

  it('is followed three times', async () => {
    const again = { status: 307, headers: { location: '/b' } };
    const { requests, send } = open([again, again, again, { status: 204 }]);
    expect([(await send()).status, requests.length]).toEqual([204, 4]);
    await expect(open([again]).send()).rejects.toMatchObject({
      ...{ code: 'redirected', message: 'https://pdf.example.com redirects more than 3 times' },
    });
  });

  it.each([undefined, 'https://:x'])('must lead somewhere: %s', async (location) => {
    await expect(open([{ status: 302, headers: { location } }]).send()).rejects.toMatchObject({
      ...{ code: 'unexpected_answer', message: 'https://pdf.example.com redirects without saying where' },
    });
  });

  it.each([300, 304, 305])('is no answer of status %i', async (status) => {
    const { requests, send } = open([{ status, headers: { location: '/b' } }]);
    await expect(send()).rejects.toMatchObject({ code: 'unexpected_answer', details: { status } });
    expect(requests).toHaveLength(1);
  });
});

describe('an answer that is no success', () => {
  it.each([199, 400, 500])('is an error: %i', async (status) => {
    const chunks = [Buffer.from('{"detail": "wr'), Buffer.from('ong"}')];
    const error = await open([{ status, chunks }])
      .send()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'wrong', details: { status } });
    expect((error as ServiceError).details).not.toHaveProperty('embedded');
    await expect(open([{ status, chunks }], true).send()).rejects.toMatchObject({ details: { embedded: true } });
  });

  it('is read as far as a megabyte', async () => {
    const chunks = Array.from({ length: 5 }, () => Buffer.alloc(512 * 1024, ' '));
    const { read, send } = open([{ status: 500, chunks }]);
    await expect(send()).rejects.toMatchObject({ code: 'server_failed' });
    expect(read.chunks).toBe(3);
  });

  it('may break off, or be stopped', async () => {
    const error = Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    await expect(open([{ status: 500, error }]).send()).rejects.toBeInstanceOf(ServiceError);
    await expect(open([{ status: 500, error }]).send(AbortSignal.abort())).rejects.toBe(error);
  });
});

describe('a request that is not answered', () => {
  const fail = (error: Error, signal = new AbortController().signal) => {
    const transport = { send: () => Promise.reject(error), proxy: undefined, close: async () => {} };
    const url = new URL('https://pdf.example.com/');
    return send({ route: 'listTemplates', method: 'GET', url, headers: {}, body: undefined }, transport, signal);
  };

  it('is an error of the connection, unless it is one already or was stopped', async () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    await expect(fail(cause)).rejects.toMatchObject({ name: 'ServiceError', cause });
    const known = new ServiceError('invalid_request', 'x');
    await expect(fail(known)).rejects.toBe(known);
    await expect(fail(cause, AbortSignal.abort())).rejects.toBe(cause);
  });
});
