import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { openEmbeddedService } from '../../src/server/index.ts';
import { openStore } from '../../src/store/index.ts';
import { cacheFolder } from '../engine/test-engine.ts';
import { startTestServer } from './start-test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-embedded-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const engine = { cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, concurrency: 2 } as const;
const open = (dataFolder = join(folder, 'none')) =>
  openEmbeddedService({ version: '1.2.3', engine, store: { dataFolder }, account: 'default' });
const never = new AbortController().signal;

describe('answers as the service that listens does', () => {
  const service = open();
  afterAll(() => service.close());

  it.each([
    ['a document', { parts: { html: '<title>t</title><h1>One</h1>' } }, {}],
    ['a document as JSON', { parts: { html: '<h1>One</h1>' } }, { accept: 'application/json' }],
    ['a warning', { parts: { html: '<img src=none.png>' } }, {}],
    ['a title beyond ASCII', { parts: { html: 'x' }, metadata: { title: 'Zoë “1”' } }, {}],
    ['no parts', {}, {}],
    ['a field that nobody knows', { parts: { html: 'x' }, colour: 'red' }, {}],
    ['a wrong option', { parts: { html: 'x', options: { page_size: 'A99' } } }, {}],
    ['a form that it has not', { parts: { html: 'x' } }, { accept: 'image/png' }],
    ['a template that is not there', { parts: { template: '01890000-0000-7000-8000-000000000000' } }, {}],
    ['a broken PDF', { parts: { pdf: 'AAAA' } }, {}],
  ])('%s', async (_name, body, headers) => {
    const { call } = await startTestServer();
    const listening = await call('/api/v1/renderers/pdf', body, headers);
    const embedded = await service.render({ headers, body: JSON.stringify(body), signal: never });
    expect(embedded.status).toBe(listening.status);
    const same = ['content-disposition', 'repr-digest', 'platen-pages', 'platen-warnings', 'platen-warning-list'];
    for (const name of same)
      expect([name, embedded.headers[name] ?? null]).toEqual([name, listening.headers.get(name)]);
    const type = listening.headers.get('content-type')?.split(';')[0];
    if (type === 'application/pdf') {
      expect(embedded.body.equals(Buffer.from(await listening.arrayBuffer()))).toBe(true);
      return;
    }
    const plain = (text: string) => {
      const {
        request_id: _,
        data: { timings: __, ...data } = {} as Record<string, unknown>,
        ...rest
      } = JSON.parse(text);
      return { ...rest, data };
    };
    expect(plain(embedded.body.toString())).toEqual(plain(await listening.text()));
  });

  it('text that is no JSON', async () => {
    const answer = await service.render({ headers: {}, body: '{', signal: never });
    expect([answer.status, JSON.parse(answer.body.toString()).code]).toEqual([400, 'invalid_json']);
  });
});

test('a render that names no template makes no store', async () => {
  const dataFolder = join(folder, 'untouched');
  const service = open(dataFolder);
  const answer = await service.render({ headers: {}, body: '{"parts":{"html":"x"}}', signal: never });
  await service.close();
  expect([answer.status, existsSync(dataFolder)]).toEqual([200, false]);
});

test('a stored template is found', async () => {
  const dataFolder = join(folder, 'stored');
  const store = await openStore({ dataFolder });
  const { id } = await store.templates.create('default', {
    name: 'a',
    content: 'Hello {{ name }}',
    preview_context: {},
  });
  await store.close();
  const service = open(dataFolder);
  const body = JSON.stringify({ parts: { template: id, context: { name: 'Ada' } } });
  const answer = await service.render({ headers: {}, body, signal: never });
  await service.close();
  expect([answer.status, answer.headers['platen-pages']]).toEqual([200, '1']);
});

test('who gives up hears his own reason', async () => {
  const service = open();
  const body = '{"parts":{"html":"<script>while(1);</script>"}}';
  const answer = service.render({ headers: {}, body, signal: AbortSignal.timeout(300) });
  await expect(answer).rejects.toThrow(/timeout/);
  await service.close();
});
