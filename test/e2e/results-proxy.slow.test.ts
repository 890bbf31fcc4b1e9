import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { callService } from '../helpers/call-service.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { runCli } from '../helpers/run-cli.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';
import { makeSelfSigned } from '../hostile/self-signed.ts';
import { type S3Server, s3Key, startS3 } from '../jobs/results/s3-server.ts';

const limitMs = 60_000;
/** A name that nobody but the proxy knows. */
const host = 's3.inside.test';
const sockets = new Set<Socket>();
let workspace: Workspace;
let s3: S3Server;
/** TLS before the store. */
let front: Server;
let env: Record<string, string>;

async function listen(server: Server): Promise<number> {
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Joins two connections until either ends. */
function joinSockets(one: Socket, other: Socket): void {
  for (const socket of [one, other]) socket.on('error', () => [one, other].map((end) => end.destroy()));
  one.pipe(other).pipe(one);
}

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  s3 = await startS3();
  const certificate = makeSelfSigned({ host });
  front = createTlsServer(certificate, (socket) =>
    joinSockets(socket, connect(Number(new URL(s3.endpoint).port), '127.0.0.1')),
  );
  await listen(front);
  const trusted = join(workspace.folder, 'store.pem');
  writeFileSync(trusted, certificate.cert);
  env = { ...s3Key, NODE_EXTRA_CA_CERTS: trusted, PLATEN_RESULTS_URL: `s3://results/pdfs?endpoint=https://${host}` };
});
afterAll(async () => {
  await workspace?.clear();
  for (const socket of sockets) socket.destroy();
  front?.close();
  await s3?.stop();
});

/** A proxy as companies have one: it opens tunnels to the store for those with the password, and keeps who asked for what. */
async function openProxy(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer().on('connect', (request, client: Socket) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.headers['proxy-authorization'] !== `Basic ${Buffer.from('an@na:p:ss').toString('base64')}`) {
      client.end('HTTP/1.1 407 Who are you\r\n\r\n');
      return;
    }
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    joinSockets(client, connect((front.address() as AddressInfo).port, '127.0.0.1'));
  });
  onTestFinished(() => void server.close());
  return { port: await listen(server), asked };
}

const serve = (more: Record<string, string>, ...flags: string[]) =>
  workspace.start(['serve', '--port', '0', '--sandbox', 'preferred', '--egress', 'deny', ...flags], {
    env: { ...env, ...more },
    limitMs,
  });

it('PDFs go to an S3 store and come from it by a tunnel of HTTPS_PROXY', { timeout: limitMs }, async () => {
  const proxy = await openProxy();
  const service = serve({ HTTPS_PROXY: `http://an%40na:p%3Ass@127.0.0.1:${proxy.port}` });
  const shown = () => /listens on (http:\S+)/.exec(service.stderr())?.[1];
  await waitUntil('the service listens', () => shown() !== undefined || service.child.exitCode !== null);
  const url = shown() ?? service.stderr();
  const run = (words: string[], remote = {}) =>
    runCli(words, { cwd: workspace.folder, env: { ...workspace.env, ...remote } });
  const key = (await run(['keys', 'create', '--name', 'test'])).stdout.trim();
  const remote = { PLATEN_BASE_URL: url, PLATEN_API_KEY: key };
  writeFileSync(join(workspace.folder, 'a.html'), '<h1>Kept far away</h1>');
  const id = (await run(['render', 'pdf', 'a.html', '--async'], remote)).stdout.trim();
  expect(await run(['renders', 'wait', id, '-o', 'a.pdf'], remote)).toMatchObject({ code: 0 });

  const pdf = await callService(url, { method: 'GET', path: `/api/v1/renders/${id}/pdf`, key });
  expect([pdf.status, pdf.bytes.toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}:443`]));
  const kept = s3.requests.filter((request) => request.includes(id));
  expect(kept[0]).toMatch(/^PUT \/results\/pdfs\/.*\.pdf$/);
  expect(kept.filter((request) => request.startsWith('GET ')).length).toBeGreaterThan(0);
});

it('a proxy that wants another password keeps the service from starting, by name and without the password', {
  timeout: limitMs,
}, async () => {
  const proxy = await openProxy();
  const variables = { HTTPS_PROXY: `http://an%40na:wrong@127.0.0.1:${proxy.port}` };
  // The store is looked at before anybody waits for the browser, so there need be none.
  const ended = await serve(variables, '--chromium', '/no/such/browser').ended;
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain(`the bucket "results" at ${host} cannot be reached`);
  expect(ended.stderr).not.toMatch(/wrong|S3RVER/);
});
