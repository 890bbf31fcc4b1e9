import { writeFileSync } from 'node:fs';
import https from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RecordingServer, sendJson, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { type Claims, makeSelfSigned } from '../../hostile/self-signed.ts';

let home: TestHome;
let server: RecordingServer;

beforeAll(async () => {
  home = makeHome();
  server = await startRecordingServer((_request, response) => sendJson(response, 404, { code: 'not_found' }));
});
afterAll(async () => {
  await server.close();
  home.remove();
});

async function list(env: Record<string, string>, retries = 0) {
  const all = { ...home.env, PLATEN_API_KEY: 'key-of-a-test', ...env };
  const { code, stderr } = await runCli(['templates', 'list', '--retries', `${retries}`], {
    cwd: home.folder,
    env: all,
  });
  return { code, stderr };
}

/** The address of a server that answers a request with these bytes and closes the connection. */
async function answerPlainly(answer: string): Promise<string> {
  const plain = createServer((socket) => socket.once('data', () => socket.end(answer, 'latin1')));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void plain.close());
  return `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
}

describe('an address that does not work', () => {
  it('is advised to use http where https was written for a plain service', async () => {
    const { code, stderr } = await list({ PLATEN_BASE_URL: server.url.replace('http:', 'https:') });
    expect(code).toBe(11);
    expect(stderr).toContain('why: the server there does not speak TLS');
    expect(stderr).toContain('http:// in base_url');
    expect(stderr).not.toContain('openssl');
  });

  it.each([
    ['an alert', '\x15\x03\x01\0\x02\x02\x46'],
    ['Go', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'],
    ['nginx', 'HTTP/1.1 400 Bad Request\r\n\r\n<title>400 The plain HTTP request was sent to HTTPS port</title>'],
    [
      'Apache',
      "HTTP/1.1 400 Bad Request\r\n\r\nReason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
    ],
    ['Tomcat', 'HTTP/1.1 400 \r\n\r\nBad Request\r\nThis combination of host and port requires TLS.\r\n'],
  ])('is told to be of a service with TLS where %s says so to http', async (_who, answer) => {
    const url = await answerPlainly(answer);
    const { code, stderr } = await list({ PLATEN_BASE_URL: url });
    expect([code, stderr]).toEqual([11, expect.stringContaining(`cannot reach ${url} (TLS)`)]);
    expect(stderr).toContain('why: the server there speaks TLS\n  fix: write https:// in base_url');
  });

  it('may be of a service with TLS where http is closed without a word', async () => {
    const { code, stderr } = await list({ PLATEN_BASE_URL: await answerPlainly('') });
    expect([code, stderr]).toEqual([11, expect.stringContaining('the other side closed the connection')]);
    expect(stderr).toContain('base_url, also whether it is http:// or https://: platen config list');
  });

  it('is not advised to use TLS where a service refuses a request for another reason', async () => {
    const url = await answerPlainly('HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\n\r\nno such HTTPS port');
    const { code, stderr } = await list({ PLATEN_BASE_URL: url });
    expect([code, stderr]).toEqual([7, expect.stringContaining('why: no such HTTPS port')]);
    expect(stderr).not.toContain('https://');
  });

  it.each([
    ['speaks no HTTP', 'garbage\r\n', '(no HTTP)', 'the server there does not speak HTTP'],
    ['is an SSH server', 'SSH-2.0-OpenSSH_9.6\r\n', '(no HTTP)', 'the server there does not speak HTTP'],
    [
      'has too long a head',
      `HTTP/1.1 200 OK\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      '(UND_ERR_HEADERS_OVERFLOW)',
      'the response headers are too large',
    ],
    [
      'gives two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      '(bad HTTP)',
      'the response is not valid HTTP',
    ],
  ])('that %s is not asked again, and is told what its answer is', async (_what, answer, name, why) => {
    const url = await answerPlainly(answer);
    const { code, stderr } = await list({ PLATEN_BASE_URL: url }, 1);
    expect([code, stderr]).toEqual([10, expect.stringContaining(`cannot read the answer of ${url} ${name}\n`)]);
    expect(stderr).not.toContain('trying again');
    expect(stderr).toContain(`why: ${why}\n  fix: check that base_url is the URL of a platen service`);
  });

  it.each([
    ['in the head', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-', 'the other side closed the connection'],
    [
      'between chunks',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
      'was cut off',
    ],
    [
      'with a chunk of no size',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n',
      'was cut off',
    ],
  ])('whose answer ends %s is told to have been cut', async (_where, answer, says) => {
    const { code, stderr } = await list({ PLATEN_BASE_URL: await answerPlainly(answer) });
    expect([code, stderr]).toEqual([11, expect.stringContaining(says)]);
  });

  it('behind a proxy that does not answer is a matter of the proxy', async () => {
    const { code, stderr } = await list({
      PLATEN_BASE_URL: 'https://pdf.example.com',
      HTTPS_PROXY: 'http://127.0.0.1:1',
    });
    expect(code).toBe(11);
    expect(stderr).toContain('through the proxy http://127.0.0.1:1');
    expect(stderr).toContain('fix: check HTTPS_PROXY');
  });

  it('that ends with the path of the interface is to be cut', async () => {
    const { code, stderr } = await list({ PLATEN_BASE_URL: `${server.url}/api/v1` });
    expect([code, stderr]).toEqual([5, expect.stringContaining('fix: leave /api/v1 out of base_url')]);
  });

  it.each<[string, Claims, boolean, RegExp]>([
    [
      'whose certificate nobody known has signed',
      {},
      false,
      /: self-signed certificate \(\w+\)\n {2}fix: if the .*--ca-file/,
    ],
    ['whose certificate is of another name', { host: 'other.example' }, true, /\n {2}fix: write a name .* base_url/],
    ['whose certificate is over', { host: 'localhost', expires: 2021 }, true, /\n {2}fix: .* renew .*clock/],
  ])('%s says what to do about that', async (_which, claims, isKnown, says) => {
    const certificate = makeSelfSigned(claims);
    const secure = https.createServer(certificate).listen(0, '127.0.0.1');
    onTestFinished(() => void secure.close());
    await new Promise((resolve) => secure.once('listening', resolve));
    writeFileSync(join(home.folder, 'ca.pem'), certificate.cert);
    const { port } = secure.address() as AddressInfo;
    const { code, stderr } = await list({
      PLATEN_BASE_URL: `https://localhost:${port}`,
      ...(isKnown && { PLATEN_CA_FILE: join(home.folder, 'ca.pem') }),
    });
    expect([code, stderr]).toEqual([11, expect.stringMatching(says)]);
    expect(stderr).not.toContain('Node.js');
  });
});
