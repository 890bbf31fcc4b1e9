import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { RouteName } from '../../src/contract/index.ts';
import { openEmbeddedService } from '../../src/server/index.ts';
import { cacheFolder } from '../engine/test-engine.ts';
import { openTestServer, type TestServer } from './start-test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-embedded-'));

const engine = { cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, concurrency: 2 } as const;
const sharedFolder = join(folder, 'shared');
const open = (dataFolder = sharedFolder) =>
  openEmbeddedService({ version: '1.2.3', engine, store: { dataFolder }, account: 'a' });
const never = new AbortController().signal;
/** The service of all tests that ask nothing of its beginning. */
const shared = open();
afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true, force: true });
});
type Service = ReturnType<typeof open>;

/** Sends a request, and gives the answer with its body read. */
async function send(service: Service, route: RouteName, given: { [field: string]: unknown } = {}) {
  const answer = await service.send({ route, headers: {}, body: undefined, signal: never, ...given });
  return { ...answer, body: await buffer(answer.body) };
}

const render = (service: Service, body: unknown, headers = {}) => send(service, 'renderPdf', { body, headers });
const codeOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).code;

/** The text of an answer without what is never the same. */
function plain(text: string): unknown {
  const { request_id: _, data = {}, ...rest } = JSON.parse(text);
  const { timings: __, ...known } = data;
  return { ...rest, data: known };
}

test('a render that names no template makes no store', async () => {
  const answer = await render(shared, { parts: { html: 'x' } });
  expect([answer.status, existsSync(sharedFolder)]).toEqual([200, false]);
});

describe('answers a render as the service that listens does', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server?.close());
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : { a: deep(levels - 1) });

  it.each<[string, unknown, Record<string, string>]>([
    ['a document', { parts: { html: '<title>t</title><h1>One</h1>' } }, {}],
    ['a document as JSON', { parts: { html: '<h1>One</h1>' } }, { accept: 'application/json' }],
    ['a warning', { parts: { html: '<img src=none.png>' } }, {}],
    ['a title beyond ASCII', { parts: { html: 'x' }, metadata: { title: 'Zoë “1”' } }, {}],
    ['no parts', {}, {}],
    ['a field that nobody knows', { parts: { html: 'x' }, colour: 'red' }, {}],
    ['a wrong option', { parts: { html: 'x', options: { page_size: 'A99' } } }, {}],
    ['two wrong fields', { parts: [{ htlm: 'x' }, { html: 1 }] }, {}],
    ['a form that it has not', { parts: { html: 'x' } }, { accept: 'image/png' }],
    ['a template that is not there', { parts: { template: '01890000-0000-7000-8000-000000000000' } }, {}],
    ['a broken PDF', { parts: { pdf: 'AAAA' } }, {}],
    ['half of a surrogate pair', { parts: { html: 'x' }, metadata: { title: 'a\ud800' } }, {}],
    ['a name with half of a surrogate pair', { parts: { html: 'x' }, 'a\ud800': 1 }, {}],
    ['an integer that would be rounded', { parts: { template: 'x', context: { a: [2 ** 60] } } }, {}],
    ['a key that changes objects', JSON.parse('{"parts": {"html": "x"}, "__proto__": {}}'), {}],
    ['the constructor of a prototype', { parts: { html: 'x' }, constructor: { prototype: {} } }, {}],
    ['as much nesting as may be', { parts: { template: 'x', context: deep(62) } }, {}],
    ['too much nesting', { parts: { template: 'x', context: deep(63) } }, {}],
    ['too many values', { parts: Array(1_000_000).fill(0) }, {}],
    ['too many names', { parts: Object.fromEntries(Array.from({ length: 50_001 }, (_, n) => [`n${n}`, 0])) }, {}],
    ['too many bytes', { parts: { html: 'x'.repeat(33 * 1024 * 1024) } }, {}],
    ['a field without a value', { parts: { html: 'x', title: undefined } }, {}],
    ['an item without a value', { parts: [undefined] }, {}],
    ['a date', { parts: { html: 'x' }, metadata: { created: new Date(0) } }, {}],
  ])('%s', async (_name, body, headers) => {
    const listening = await server.call('/api/v1/renderers/pdf', body as object, headers);
    const embedded = await render(shared, body, headers);
    expect(embedded.status).toBe(listening.status);
    const same = ['content-disposition', 'repr-digest', 'platen-pages', 'platen-warnings', 'platen-warning-list'];
    for (const name of same)
      expect([name, embedded.headers[name] ?? null]).toEqual([name, listening.headers.get(name)]);
    const type = listening.headers.get('content-type')?.split(';')[0];
    if (type === 'application/pdf') {
      expect(embedded.body.equals(Buffer.from(await listening.arrayBuffer()))).toBe(true);
      return;
    }
    expect(plain(embedded.body.toString())).toEqual(plain(await listening.text()));
  });

  it('no body', async () => {
    const answer = await render(shared, undefined);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_json']);
  });
});

test('a request whose getters throw is refused as one that cannot be read', async () => {
  const html = {
    toJSON() {
      throw new Error('no html');
    },
  };
  const { status, body } = await render(shared, { parts: { html } });
  expect([status, codeOf({ body })]).toEqual([422, 'invalid_request']);
  expect(body.toString()).toContain('the request cannot be read: no html');
});

describe('bytes in the place of base64', () => {
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>');
  const page = '<img src="a.svg">';

  it('give the same PDF', async () => {
    const { body: pdf } = await render(shared, { parts: { html: 'a page' } });
    const request = (bytes: (given: Buffer) => Uint8Array | string) => ({
      parts: [
        { pdf: bytes(pdf) },
        { html: page, assets: { 'a.svg': { type: 'image/svg+xml', base64: bytes(picture) } } },
      ],
      pdf: { attachments: [{ name: 'a.svg', type: 'image/svg+xml', base64: bytes(picture) }] },
    });
    const asText = await render(
      shared,
      request((given) => given.toString('base64')),
    );
    const asBytes = await render(
      shared,
      request((given) => new Uint8Array(given)),
    );
    expect([asText.status, asText.headers['platen-warnings']]).toEqual([200, '0']);
    expect(asBytes.body.equals(asText.body)).toBe(true);
  });

  it('are still there for who sent them', async () => {
    const { body: pdf } = await render(shared, { parts: { html: 'a page' } });
    const given = new Uint8Array(pdf);
    await render(shared, { parts: { pdf: given } });
    expect(Buffer.from(given).equals(pdf)).toBe(true);
  });

  it.each([
    ['a document', { parts: { html: picture } }, '/parts/html'],
    ['a title', { parts: [{ html: 'x', title: picture }] }, '/parts/0/title'],
    ['a whole asset', { parts: { html: 'x', assets: { 'a.svg': picture } } }, '/parts/assets/a.svg'],
  ])('are refused as %s', async (_what, body, pointer) => {
    const answer = await render(shared, body);
    const { code, errors } = JSON.parse(answer.body.toString());
    expect([code, errors[0].pointer.startsWith(pointer)]).toEqual(['invalid_request', true]);
  });

  it.each([24, 25])('of %d MiB count as what they are in base64', async (mebibytes) => {
    const answer = await render(shared, { parts: { pdf: new Uint8Array(mebibytes * 1024 * 1024 - 1000) } });
    expect(codeOf(answer)).toBe(mebibytes === 24 ? 'pdf_invalid' : 'too_large');
  });
});

describe('answers operations on templates as the service that listens does', () => {
  const template = { name: 'a', content: 'Hello {{ name }}' };

  it('from the creation to the deletion', async () => {
    const created = await send(shared, 'createTemplate', { body: { template } });
    const { id } = JSON.parse(created.body.toString()).data;
    expect(created).toMatchObject({ status: 201, headers: { etag: '"v1"', location: `/api/v1/templates/${id}` } });
    const changed = await send(shared, 'updateTemplate', { id, body: { template: { name: 'b' } } });
    expect([changed.status, changed.headers.etag]).toEqual([200, '"v2"']);
    const stale = await send(shared, 'deleteTemplate', { id, headers: { 'if-match': '"v1"' } });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'template_changed']);
    const got = await send(shared, 'getTemplate', { id });
    expect(JSON.parse(got.body.toString()).data).toMatchObject({ name: 'b', content: template.content });
    const list = await send(shared, 'listTemplates', { query: { limit: '10', after: undefined } });
    expect(JSON.parse(list.body.toString()).data).toHaveLength(1);
    const rendered = await render(shared, { parts: { template: id, context: { name: 'Ada' } } });
    expect([rendered.status, rendered.headers['platen-pages']]).toEqual([200, '1']);
    const deleted = await send(shared, 'deleteTemplate', { id });
    expect([deleted.status, deleted.body.length]).toEqual([204, 0]);
    expect((await send(shared, 'getTemplate', { id })).status).toBe(404);
  });

  it.each<[string, RouteName, object, string]>([
    ['a body without a template', 'createTemplate', { body: {} }, 'invalid_request'],
    ['a query that nobody knows', 'listTemplates', { query: { colour: 'red' } }, 'invalid_request'],
    ['an id that is none', 'getTemplate', { id: 'x' }, 'template_not_found'],
    ['a mark that is none', 'deleteTemplate', { id: 'x', headers: { 'if-match': 'v1' } }, 'invalid_request'],
  ])('refuses %s', async (_what, route, request, code) => {
    expect(codeOf(await send(shared, route, { ...request }))).toBe(code);
  });
});

test('a request for templates starts no browser', async () => {
  const service = open(join(folder, 'quiet'));
  await send(service, 'listTemplates');
  expect(service.status()).toBeUndefined();
  await service.close();
});

test('a browser that is not there is reported to the caller', async () => {
  const executable = join(folder, 'no-browser');
  const service = openEmbeddedService({ version: '1.2.3', engine: { ...engine, executable }, account: 'a' });
  await expect(render(service, { parts: { html: 'x' } })).rejects.toMatchObject({ code: 'browser_missing' });
  await expect(service.start()).rejects.toMatchObject({ code: 'browser_missing' });
  await service.close();
});

test('PDFs alone need no browser', async () => {
  const { body: pdf } = await render(shared, { parts: { html: 'x' } });
  const executable = join(folder, 'no-browser');
  const service = openEmbeddedService({ version: '1.2.3', engine: { ...engine, executable }, account: 'a' });
  await service.start({ pages: false });
  expect((await render(service, { parts: [{ pdf }, { pdf }] })).status).toBe(200);
  await expect(render(service, { parts: { pdf }, options: { footer: 'x' } })).rejects.toMatchObject({
    code: 'browser_missing',
  });
  await service.close();
});

describe('a store that does not open', () => {
  const dataFolder = join(folder, 'no-folder');
  const service = open(dataFolder);
  afterAll(() => service.close());
  const parts = { template: '01890000-0000-7000-8000-000000000000' };

  it('is reported as what it is, also by a render', async () => {
    writeFileSync(dataFolder, '');
    await expect(send(service, 'listTemplates')).rejects.toMatchObject({ code: 'io_failed' });
    await expect(render(service, { parts })).rejects.toMatchObject({ code: 'io_failed' });
    await expect(render(service, { parts: [{ html: 'x' }, parts] })).rejects.toMatchObject({ code: 'io_failed' });
    expect(service.status()?.renders).toEqual({ io_failed: 2 });
  });

  it('is tried again by the next call', async () => {
    await rm(dataFolder);
    expect(codeOf(await render(service, { parts }))).toBe('template_not_found');
    expect((await send(service, 'listTemplates')).status).toBe(200);
  });
});

test.each([
  [Number.NaN, 'is NaN'],
  [Number.NEGATIVE_INFINITY, 'is -Infinity'],
  [new Map([['a', 1]]), 'is a Map'],
  [new Set([1]), 'is a Set'],
  [Promise.resolve(1), 'is a Promise'],
  [new Float64Array(2), 'is no Array'],
  [[1].values(), 'is no Array'],
  [new Date(Number.NaN), 'is a Date without a time'],
])('what JSON has no word for is refused, and not changed: %s', async (value, words) => {
  const answer = await render(shared, { parts: { template: 'x', context: { rows: [{ total: value }] } } });
  expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_request']);
  expect(JSON.parse(answer.body.toString())).toMatchObject({
    errors: [{ pointer: '/parts/context/rows/0/total', detail: expect.stringContaining(words) }],
  });
});

test('who has given up stores nothing', async () => {
  const body = { template: { name: 'given up', content: 'x' } };
  await expect(send(shared, 'createTemplate', { body, signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
  const late = new AbortController();
  const answer = send(shared, 'createTemplate', { body, signal: late.signal });
  late.abort();
  await expect(answer).rejects.toThrow(/abort/);
  const { body: list } = await send(shared, 'listTemplates', {});
  expect(list.toString()).not.toContain('given up');
});

test('who gives up hears his own reason', async () => {
  const body = { parts: { html: 'x', options: { wait_for: { expression: 'false' } } } };
  const answer = send(shared, 'renderPdf', { body, signal: AbortSignal.timeout(100) });
  await expect(answer).rejects.toThrow(/timeout/);
});

describe('renders in the background', () => {
  const service = open(join(folder, 'background'));
  afterAll(() => service.close());
  const parts = { html: 'x' };

  it.each<[string, RouteName, { [field: string]: unknown }, number]>([
    ['to begin later', 'renderPdf', { body: { parts, job: { priority: 'low' } } }, 422],
    ['by a preference', 'renderPdf', { body: { parts }, headers: { prefer: 'respond-async' } }, 422],
    ['for images to begin later', 'renderImage', { body: { parts, job: { priority: 'low' } } }, 422],
    ['for images by a preference', 'renderImage', { body: { parts }, headers: { prefer: 'respond-async' } }, 422],
    ['to read', 'getRender', { id: 'x' }, 404],
    ['to list', 'listRenders', {}, 404],
  ])('are not there %s, and the answer says what has them', async (_name, route, given, status) => {
    const answer = await send(service, route, given);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body.toString()).detail).toContain('platen serve');
    expect(existsSync(join(folder, 'background'))).toBe(false);
  });
});
