import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { openTestService, type TestService } from './test-service.ts';

const render = '/api/v1/renderers/pdf';
let service: TestService;
let port: number;

beforeAll(async () => {
  service = await openTestService();
  port = await service.listen();
});
beforeEach(() => service.reset());

/** Sends bytes as they are, and returns all that arrives until the connection closes. */
async function exchange(...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => undefined);
  for (const piece of pieces) await write(socket, piece);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(received).toString('latin1');
}

async function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  const request = typeof bytes === 'string' ? bytes.replace('{key}', service.key) : bytes;
  await new Promise((resolve) => socket.write(request, resolve));
}

function head(start: string, ...lines: string[]): string {
  return [start, 'Host: localhost', 'Authorization: Bearer {key}', ...lines, '', ''].join('\r\n');
}

function problemOf(answer: string): Record<string, unknown> {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

const json = 'Content-Type: application/json';
const last = 'Connection: close';

test.each(['Authorization', 'AUTHORIZATION', 'authorization'])(
  'a request with a second header of the name %s has no key',
  async (name) => {
    const second = `${name}: Bearer ${service.key}`;
    const [one, two] = await Promise.all([
      exchange(head('GET /api/v1/templates HTTP/1.1', last)),
      exchange(head('GET /api/v1/templates HTTP/1.1', second, last)),
    ]);
    expect([one, two].map((answer) => answer.slice(9, 12))).toEqual(['200', '401']);
  },
);

describe('a request that is not proper HTTP', () => {
  it.each([
    [
      'both lengths',
      [head(`POST ${render} HTTP/1.1`, json, 'Content-Length: 2', 'Transfer-Encoding: chunked'), '0\r\n\r\n'],
    ],
    [
      'the lengths the other way round',
      [head(`POST ${render} HTTP/1.1`, json, 'Transfer-Encoding: chunked', 'Content-Length: 2'), '0\r\n\r\n'],
    ],
    ['two lengths', [head(`POST ${render} HTTP/1.1`, json, 'Content-Length: 2', 'Content-Length: 3'), '{}']],
    ['a length with a sign', [head(`POST ${render} HTTP/1.1`, json, 'Content-Length: +2'), '{}']],
    [
      'chunked in disguise',
      [head(`POST ${render} HTTP/1.1`, json, 'Transfer-Encoding: chunked, identity'), '0\r\n\r\n'],
    ],
    ['a folded header', ['GET / HTTP/1.1\r\nHost: x\r\n X: y\r\n\r\n']],
    ['a blank before the colon', ['GET / HTTP/1.1\r\nHost : x\r\n\r\n']],
    ['bare line feeds', ['GET / HTTP/1.1\nHost: x\n\n']],
    ['no host', ['GET /healthz HTTP/1.1\r\n\r\n']],
    ['two hosts', ['GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n']],
    ['HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
    ['TLS', [Buffer.from('16030100050100000100', 'hex')]],
    [
      'a bad chunk size',
      [head(`POST ${render} HTTP/1.1`, json, 'Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'],
    ],
  ])('(%s) is 400, and nothing is done', async (_what, pieces) => {
    const answer = await exchange(...pieces);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.split('HTTP/1.1 ').length).toBe(2);
    expect(service.engine.calls).toEqual([]);
    expect(service.internal).toEqual([]);
  });

  it('answers in the form of every other error', async () => {
    const answer = await exchange(head(`POST ${render} HTTP/1.1`, 'Content-Length: x'));
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'invalid_request', retryable: false });
  });

  it('and has no host is answered in that form, too', async () => {
    for (const path of ['/healthz', '/nowhere', '/api/v1/templates']) {
      const answer = await exchange(`GET ${path} HTTP/1.1\r\n\r\n`);
      expect(problemOf(answer)).toMatchObject({ status: 400, detail: 'the header Host is missing' });
    }
  });

  it('has headers of at most 16 KiB', async () => {
    expect(await exchange(head('GET /healthz HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`))).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('over HTTP/1.0 is 400 for operations, while probes may use it', async () => {
    const answer = await exchange(head('GET /api/v1/templates HTTP/1.0'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(problemOf(answer)).toMatchObject({ status: 400, detail: 'use HTTP/1.1' });
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('with CONNECT is 405', async () => {
    const answer = await exchange(head('CONNECT example.com:443 HTTP/1.1'));
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(problemOf(answer)).toMatchObject({ code: 'method_not_allowed' });
  });

  it.each(['x', '200-ok', ''])('that expects %j is 417, in that form', async (expected) => {
    const answer = await exchange(head('GET /healthz HTTP/1.1', `Expect: ${expected}`));
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(problemOf(answer)).toMatchObject({ status: 417, code: 'invalid_request' });
  });

  it('with two Authorization headers is 401', async () => {
    const answer = await exchange(head('GET /api/v1/templates HTTP/1.1', 'Authorization: Bearer x', last));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('may name the whole address', async () => {
    const answer = await exchange(head('GET http://elsewhere.example/api/v1/templates?limit=1 HTTP/1.1', last));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange(head('GET http://elsewhere.example HTTP/1.1', last))).toMatch(/^HTTP\/1\.1 302 /);
  });
});

describe('a method that is not allowed', () => {
  it.each([
    ['TRACE', render, 'POST'],
    ['GET', render, 'POST'],
    ['HEAD', render, 'POST'],
    ['OPTIONS', '/api/v1/templates', 'GET, HEAD, POST'],
    ['PUT', '/api/v1/templates/x', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['PROPFIND', '/api/v1/templates', 'GET, HEAD, POST'],
  ])('%s %s is 405 and says what is', async (method, path, allow) => {
    const answer = await exchange(head(`${method} ${path} HTTP/1.1`, last));
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer.toLowerCase()).toContain(`\r\nallow: ${allow.toLowerCase()}\r\n`);
    if (method !== 'HEAD') expect(problemOf(answer)).toMatchObject({ code: 'method_not_allowed' });
  });

  it.each(['/api/v2/templates', '/api/v1/renderers/pdf/x', '//', '/%', '/api/v1/templates/%zz', '*'])(
    'and there is nothing at %s',
    async (path) => {
      const answer = await exchange(head(`GET ${path} HTTP/1.1`, last));
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(problemOf(answer)).toMatchObject({ code: 'not_found' });
    },
  );
});

describe('a body that waits to be asked for', () => {
  it.each([
    ['without a key', `POST ${render}`, '', 401],
    ['that is too large', `POST ${render}`, `Authorization: Bearer {key}\r\nContent-Length: ${1024 ** 3}\r\n`, 413],
    ['for nothing', 'POST /nowhere', 'Content-Length: 2\r\n', 404],
    ['for what takes none', 'POST /healthz', 'Content-Length: 2\r\n', 405],
  ])('(%s) is refused unread', async (_what, start, lines, status) => {
    const answer = await exchange(`${start} HTTP/1.1\r\nHost: x\r\n${json}\r\n${lines}Expect: 100-continue\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('is asked for from who may send it', async () => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    await write(socket, head(`POST ${render} HTTP/1.1`, json, last, 'Content-Length: 13', 'Expect: 100-continue'));
    await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await write(socket, '{"parts":"x"}');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 422 /);
  });
});

describe('a body that is too large', () => {
  it('is refused when it is announced', async () => {
    const answer = await exchange(head(`POST ${render} HTTP/1.1`, json, `Content-Length: ${1024 ** 3}`), '{"parts":');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(problemOf(answer)).toMatchObject({ code: 'too_large' });
  });

  it('is refused where its chunks do not end, to a caller that reads only once it cannot write', async () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    await write(socket, head(`POST ${render} HTTP/1.1`, json, 'Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x20), Buffer.from('\r\n')]);
    let sent = 0;
    // Twice what a body may have.
    for (; sent < 64; sent += 1) await new Promise((resolve) => socket.write(chunk, resolve));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    await once(socket.resume(), 'end');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(problemOf(answer)).toMatchObject({ code: 'too_large' });
  });

  it('is not read without end', async () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    await write(socket, head(`POST ${render} HTTP/1.1`, json, 'Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x20), Buffer.from('\r\n')]);
    let sent = 0;
    for (let failed = false; !failed && sent < 2000; sent += 1) {
      failed = await new Promise<boolean>((resolve) => socket.write(chunk, (error) => resolve(Boolean(error))));
    }
    expect(sent).toBeLessThan(400);
  });

  it('is reported to a caller that sends it all first', async () => {
    const body = Buffer.alloc(40 * 1024 * 1024, 0x20);
    const headers = { ...service.auth, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}${render}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'too_large' });
  });

  it('is not waited for without a key', async () => {
    const socket = connect(port, '127.0.0.1');
    await write(socket, `POST ${render} HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 1000000\r\n\r\n{`);
    const bytes: Buffer = await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a caller that writes on before it reads', () => {
  const more = Buffer.alloc(512 * 1024, 'x');

  /** Writes `start`, then 8 MiB once `ready` resolves, and reads only then. */
  async function writeOn(at: number, start: string, ready?: Promise<unknown>): Promise<string> {
    const socket = connect(at, '127.0.0.1').pause();
    let failure: Error | undefined;
    socket.on('error', (error) => {
      failure = error;
    });
    await write(socket, start);
    await ready;
    for (let count = 0; count < 16; count += 1) await new Promise((resolve) => socket.write(more, resolve));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    await once(socket.end().resume(), 'close');
    expect(failure).toBeUndefined();
    return answer;
  }

  it.each([
    [431, head('GET /healthz HTTP/1.1', `X-Long: ${'x'.repeat(200_000)}`)],
    [400, 'POST /healthz HTTP/1.1\r\nHost : x\r\n\r\n'],
    [400, `${head(`POST ${render} HTTP/1.1`, json, 'Transfer-Encoding: chunked')}zz\r\n`],
    [405, head('CONNECT example.com:443 HTTP/1.1')],
    [417, head(`POST ${render} HTTP/1.1`, json, 'Expect: x', 'Content-Length: 8388608')],
  ])('gets the whole answer %s', async (status, start) => {
    const answer = await writeOn(port, start);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(problemOf(answer)).toMatchObject({ status });
  });

  it('too slowly gets the whole answer 408', async () => {
    const { listen, app } = await openTestService({ limits: { headersMs: 100, requestMs: 200 } });
    const late = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
    const answer = await writeOn(await listen(), late, once(app.server, 'clientError'));
    expect(problemOf(answer)).toMatchObject({ status: 408 });
  });

  it.each([
    ['a malformed request', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['CONNECT', head('CONNECT example.com:443 HTTP/1.1')],
  ])('and does not end after %s does not delay the end of the service', async (_what, start) => {
    const { listen, app } = await openTestService();
    const socket = connect({ port: await listen(), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    // Only its own time would end the connection.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await write(socket, start);
      await once(socket.resume(), 'end');
      await app.close();
    } finally {
      vi.useRealTimers();
      socket.destroy();
    }
  });
});

describe('connections beyond the limit', () => {
  it('are closed with a line in the log, at most one a second', async () => {
    let time = 0;
    const { listen, lines } = await openTestService({ limits: { connections: 2 }, clock: () => time });
    const at = await listen();
    const open = async () => {
      const socket = connect(at, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const kept = [await open(), await open()];
    for (let count = 0; count < 3; count += 1) await once(await open(), 'close');
    time += 1_000;
    await once(await open(), 'close');
    for (const socket of kept) socket.destroy();
    expect(lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'connections_refused')).toMatchObject([
      { level: 'warn', connections: 1, limit: 2 },
      { level: 'warn', connections: 3, limit: 2 },
    ]);
  });
});
