import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../../src/server/index.ts';
import { cacheFolder } from '../../engine/test-engine.ts';
import { askPoppler, hasPoppler, readSignature } from '../../helpers/read-signature.ts';
import { type RecordingServer, startRecordingServer } from '../../helpers/recording-server.ts';
import { type ServedAuthority, serveAuthority } from '../../helpers/serve-authority.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { dumpDatabase, findWords } from '../../store/dump-database.ts';
import { openTestServer, type TestServer } from '../start-test-server.ts';

const render = '/api/v1/renderers/pdf';
const secret = 'a-long-secret-of-invoices';
const parts = { pdf: Buffer.from(buildPages(1)).toString('base64') };
const signed = (sign: object, pdf: object = {}) => ({ parts, pdf: { ...pdf, sign } });

describe('a service with seals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-seals-'));
  const dataFolder = join(folder, 'data');
  const variables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY'];
  let authority: ServedAuthority;
  let receiver: RecordingServer;
  let service: TestServer;
  let words: string[];
  beforeAll(async () => {
    authority = await serveAuthority();
    receiver = await startRecordingServer((_, response) => response.end());
    const seals = join(folder, 'seals');
    mkdirSync(seals, { mode: 0o700 });
    const invoices = authority.issue('invoices');
    copyFileSync(authority.pack(invoices, secret), join(seals, 'invoices.p12'));
    writeFileSync(join(seals, 'invoices.password'), `${secret}\n`, { mode: 0o600 });
    words = [secret, ...readFileSync(invoices.key, 'latin1').split('\n').slice(1, 4)];
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '10' };
    for (const name of variables) vi.stubEnv(name, traces[name as keyof typeof traces]);
    mkdirSync(dataFolder);
    service = await openTestServer({
      store: { dataFolder },
      traces,
      accessLog: true,
      logLevel: 'trace',
      records: { days: 1, keepContent: true },
      engine: {
        cacheFolder,
        sandbox: 'preferred',
        egress: { level: 'public', allow: [`127.0.0.1/32:${new URL(receiver.url).port}`] },
        seals: { folder: seals },
        timestampUrl: `${authority.url}/tsa`,
      },
    });
    vi.unstubAllEnvs();
  });
  afterAll(async () => {
    await service?.close();
    await Promise.all([authority?.close(), receiver?.close()]);
    rmSync(folder, { recursive: true });
  });

  it('says at its start which ones it has', () => {
    expect(service.entries.find(({ event }) => event === 'listening')).toMatchObject({ seals: ['invoices'] });
    expect(service.server.seals).toEqual(['invoices']);
  });

  it.skipIf(!hasPoppler)('signs what a key with the scope asks for, with the timestamp of the operator', async () => {
    const call = await service.openCaller('a', ['render', 'seal:invoices']);
    const answer = await call(render, signed({ seal: 'invoices', reason: 'Final', certify: 'no-changes' }));
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(askPoppler(bytes)).toMatch(/Total document signed[\s\S]*Signature is Valid/);
    const { signature, content } = readSignature(bytes);
    expect([authority.verify(signature, content), authority.asked.at(-1)]).toEqual(['', 'POST /tsa']);
    expect(bytes.toString('latin1')).toContain('/Reason (Final)');
    // A signature is an addition to the same bytes.
    const plain = Buffer.from(await (await call(render, { parts })).arrayBuffer());
    expect(bytes.subarray(0, plain.length).equals(plain)).toBe(true);
    const basic = await call(render, signed({ seal: 'invoices', level: 'b-b' }));
    expect([basic.status, authority.asked.length]).toEqual([200, 1]);
  });

  it('refuses a seal by the name of the scope, and what cannot be signed by its field', async () => {
    const limited = await service.openCaller('a', ['render', 'seal:hr']);
    for (const headers of [{}, { prefer: 'respond-async' }]) {
      const refused = await limited(render, signed({ seal: 'invoices' }), headers);
      expect(await refused.json()).toMatchObject({ status: 403, detail: expect.stringContaining('"seal:invoices"') });
      const unknown = await limited(render, signed({ seal: 'hr' }), headers);
      expect(await unknown.json()).toMatchObject({ status: 422, errors: [{ pointer: '/pdf/sign/seal' }] });
    }
    const call = await service.openCaller('a', ['render', 'seal:*']);
    const encrypt = { user_password: '', owner_password: 'owner' };
    for (const [body, pointer] of [
      [signed({ seal: 'invoices' }, { encrypt }), '/pdf/sign'],
      [signed({ seal: 'invoices' }, { linearize: true }), '/pdf/sign'],
      [signed({ seal: 'INVOICES' }), '/pdf/sign/seal'],
      [signed({ seal: 'invoices', level: 'b-lta' }), '/pdf/sign/level'],
      [signed({}), '/pdf/sign/seal'],
    ] as const) {
      expect(await (await call(render, body)).json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] });
    }
  });

  it('asks an authority that the request names under the rules of pages', async () => {
    const call = await service.openCaller('a', ['render', 'seal:invoices']);
    const before = authority.asked.length;
    const url = authority.url.replace('127.0.0.1', 'localhost');
    const refused = await call(render, signed({ seal: 'invoices', timestamp_url: `${url}/tsa` }));
    expect(await refused.json()).toMatchObject({
      status: 502,
      code: 'signing_failed',
      stage: 'sign',
      detail: expect.stringContaining('is not allowed'),
    });
    // The certificate of the seal names an address that pages may not reach either.
    const proofs = await call(render, signed({ seal: 'invoices', level: 'b-lt' }));
    expect(await proofs.json()).toMatchObject({
      code: 'signing_failed',
      detail: expect.stringContaining('not allowed'),
    });
    expect(authority.asked.slice(before)).toEqual(['POST /tsa']);
  });

  it.skipIf(!hasPoppler)('signs in the background, and shows its key and its password to nobody', async () => {
    const call = await service.openCaller('a', ['render', 'seal:invoices', 'webhooks']);
    const events = ['render.done', 'render.failed'];
    const webhook = await call('/api/v1/webhooks', { webhook: { address: `${receiver.url}/hook`, events } });
    const made = await webhook.text();
    expect([webhook.status, made]).toEqual([201, expect.any(String)]);
    const submit = async (body: object) => {
      const { data } = await (await call(render, body, { prefer: 'respond-async' })).json();
      const ended = await vi.waitUntil(
        async () => {
          const { data: now } = await (await call(`/api/v1/renders/${data.id}`)).json();
          return ['done', 'failed'].includes(now.status) ? now : undefined;
        },
        { timeout: 20_000, interval: 100 },
      );
      return ended;
    };
    const done = await submit(signed({ seal: 'invoices' }));
    const failed = await submit(signed({ seal: 'invoices', timestamp_url: 'http://127.0.0.1:9/tsa' }));
    expect([done.status, failed.error]).toMatchObject(['done', { code: 'signing_failed' }]);
    const result = await call(`/api/v1/renders/${done.id}/pdf`);
    expect(askPoppler(Buffer.from(await result.arrayBuffer()))).toContain('Signature is Valid');
    await vi.waitUntil(() => receiver.requests.filter(({ path }) => path === '/hook').length >= 2, { timeout: 20_000 });
    await vi.waitUntil(() => receiver.requests.some(({ path }) => path.includes('traces')), { timeout: 20_000 });
    const seen = inspect([service.entries, receiver.requests, done, failed], { depth: 20, maxStringLength: null });
    expect(seen).toContain('signing_failed');
    const everything = Buffer.concat([Buffer.from(seen), await dumpDatabase({ dataFolder }), ...authority.sent]);
    expect(findWords(everything, words)).toEqual([]);
  });

  it('does not start with a seal that cannot be used, and names the file', async () => {
    const seals = join(folder, 'broken');
    mkdirSync(seals, { mode: 0o700 });
    writeFileSync(join(seals, 'hr.p12'), secret, { mode: 0o600 });
    const start = startServer({
      version: '1',
      host: '127.0.0.1',
      port: 0,
      store: { dataFolder: join(folder, 'other') },
      engine: { cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, seals: { folder: seals } },
    });
    const error = await start.catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('hr.p12 cannot sign') });
    expect(inspect(error)).not.toContain(secret);
  });
});
