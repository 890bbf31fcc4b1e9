import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import type { TransportRequest } from '../../src/client/transport.ts';
import { openMemoryClient as open, type Response } from './memory-client.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';

const data = {
  ...{ id, content: 'x', slug: 'invoice', key: 'k', secret: 's', address: 'a', state: 'failed', path: 'p', base64: '' },
  ...{ label: 'live', status: 'queued', sets: {}, schema: null },
};
const whole = { body: { data } };
const base = 'http://platen.localhost/api/v1';
const one = `/templates/${id}`;
const list = { body: { data: [data], page: { next: 'n' } } };

type Call = (client: Client) => Promise<unknown>;

/** What a call sent, and what it resolved with. */
async function send(answer: Response, call: Call) {
  const { client, requests } = open(answer);
  const result = await call(client);
  const sent = requests.map(({ method, url, body }) => [`${method} ${url.href.slice(base.length)}`, body]);
  return { sent, result };
}

describe('a call', () => {
  it.each<[Call, string, unknown?]>([
    [(c) => c.createKey({ name: 'ci' }), 'POST /keys', { key: { name: 'ci' } }],
    [(c) => c.lookUpTemplate('a/b'), 'GET /templates/lookup?slug=a%2Fb'],
    [(c) => c.getTemplateProperties(id), `GET ${one}/properties`],
    [(c) => c.updateTemplateProperties(id, { slug: 'a' }), `PATCH ${one}/properties`, { properties: { slug: 'a' } }],
    [(c) => c.getRevision(id, 7), `GET ${one}/revisions/7`],
    [(c) => c.restoreRevision(id, 7), `POST ${one}/revisions/7/restore`],
    [(c) => c.setLabel(id, 'live', 7), `PUT ${one}/labels/live`, { revision: 7 }],
    [(c) => c.getTemplateFiles(id, { revision: 2 }), `GET ${one}/files?revision=2`],
    [(c) => c.getAsset({ path: 'a b' }), 'GET /assets/content?path=a+b'],
    [(c) => c.setAsset({ path: 'a' } as never), 'PUT /assets', { asset: { path: 'a' } }],
    [(c) => c.getValueSets(id, { label: 'live' }), `GET ${one}/values?label=live`],
    [(c) => c.updateValueSets(id, { sets: {} }), `PATCH ${one}/values`, { values: { sets: {} } }],
    [(c) => c.setValueSet(id, 'min', { a: 1 }), `PUT ${one}/values/min`, { values: { a: 1 } }],
    [(c) => c.setValuesSchema(id, { a: 1 }), `PUT ${one}/schema`, { schema: { a: 1 } }],
    [(c) => c.createWebhook({ address: 'a' }), 'POST /webhooks', { webhook: { address: 'a' } }],
    [(c) => c.updateWebhook(id, { enabled: true }), `PATCH /webhooks/${id}`, { webhook: { enabled: true } }],
    [(c) => c.rotateWebhook(id), `POST /webhooks/${id}/rotate`, { rotation: {} }],
    [(c) => c.testWebhook(id), `POST /webhooks/${id}/test`],
    [(c) => c.retryDelivery(id), `POST /deliveries/${id}/retry`],
    [(c) => c.getRender(id, { waitSeconds: 3 }), `GET /renders/${id}?wait_seconds=3`],
  ])('resolves with the data of its answer: %s', async (call, line, body) => {
    expect(await send(whole, call)).toEqual({ sent: [[line, body]], result: data });
  });

  it.each<[Call, string, unknown?]>([
    [(c) => c.updateTemplate(id, { name: 'A' }), `PATCH ${one}`, { template: { name: 'A' } }],
    [(c) => c.createTemplate({ name: 'A' } as never), 'POST /templates', { template: { name: 'A' } }],
    [(c) => c.getTemplate(id), `GET ${one}`],
  ])('resolves with a template and its ETag: %s', async (call, line, body) => {
    const result = { template: data, etag: '"1"', body: { data } };
    expect(await send({ ...whole, headers: { etag: '"1"' } }, call)).toEqual({ sent: [[line, body]], result });
  });

  it.each<[Call, string, unknown?]>([
    [(c) => c.deleteTemplate(id), `DELETE ${one}`],
    [(c) => c.deleteTemplate(id, { force: true }), `DELETE ${one}?force=true`],
    [(c) => c.deleteKey(id), `DELETE /keys/${id}`],
    [(c) => c.deleteLabel(id, 'live'), `DELETE ${one}/labels/live`],
    [(c) => c.deleteAsset({ path: 'a', force: true }), 'DELETE /assets?path=a&force=true'],
    [(c) => c.deleteValueSet(id, 'min'), `DELETE ${one}/values/min`],
    [(c) => c.deleteValuesSchema(id), `DELETE ${one}/schema`],
    [(c) => c.deleteWebhook(id), `DELETE /webhooks/${id}`],
    [(c) => c.cancelRender(id), `DELETE /renders/${id}`],
  ])('resolves with nothing: %s', async (call, line) => {
    expect(await send({ status: 204 }, call)).toEqual({ sent: [[line, undefined]], result: undefined });
  });

  it.each<[Call, string]>([
    [(c) => c.listTemplates({ name: 'A B', limit: 2, kind: 'any' }), '/templates?name=A+B&limit=2&kind=any'],
    [(c) => c.listTemplates({ fields: ['slug', 'kind'] }), '/templates?fields=slug%2Ckind'],
    [(c) => c.listRevisions(id, { limit: 1, after: 'x' }), `/templates/${id}/revisions?limit=1&after=x`],
    [(c) => c.listDeliveries(id, { state: 'failed' }), `/webhooks/${id}/deliveries?state=failed`],
    [(c) => c.listRenders({ status: 'failed' }), '/renders?status=failed'],
  ])('resolves with a page: %s', async (call, line) => {
    const sent = [[`GET ${line}`, undefined]];
    expect(await send(list, call)).toEqual({ sent, result: list.body });
    const last = { data: [], page: { next: null } };
    expect(await send({ body: { data: [] } }, call)).toEqual({ sent, result: last });
    expect(await send({ body: { data: [], page: { next: 7 } } }, call)).toEqual({ sent, result: last });
  });

  it.each<[Call, string]>([
    [(c) => c.listKeys(), '/keys'],
    [(c) => c.listLabels(id), `/templates/${id}/labels`],
    [(c) => c.listAssets({ template: id }), `/assets?template=${id}`],
    [(c) => c.listWebhooks(), '/webhooks'],
  ])('resolves with a list: %s', async (call, line) => {
    expect(await send(list, call)).toEqual({ sent: [[`GET ${line}`, undefined]], result: [data] });
  });

  it('resolves with both keys of a rotation', async () => {
    const answer = { data, old: {} };
    const sent = [[`POST /keys/${id}/rotate`, { rotation: {} }]];
    expect(await send({ body: answer }, (c) => c.rotateKey(id))).toEqual({ sent, result: answer });
  });

  it.each<[Call, string]>([
    [(c) => c.submitRender({ parts: 'x' }), 'pdf'],
    [(c) => c.submitImages({ parts: 'x' }), 'image'],
  ])('resolves with a submitted render: %s', async (call, kind) => {
    const sent = [[`POST /renderers/${kind}`, { parts: 'x' }]];
    expect(await send({ status: 202, ...whole }, call)).toEqual({ sent, result: data });
  });

  it.each<[Call]>([
    [(c) => c.getTemplate(id)],
    [(c) => c.lookUpTemplate('x')],
    [(c) => c.listTemplates()],
    [(c) => c.createKey({ name: 'a' })],
    [(c) => c.createWebhook({ address: 'a' })],
  ])('rejects if the answer is of another kind: %s', async (call) => {
    for (const body of ['no JSON', '1', 'null', {}, { data: null }, { data: 1 }]) {
      await expect(send({ body }, call)).rejects.toMatchObject({ code: 'unexpected_answer' });
    }
  });

  it.each(['', 7, undefined, '\ud800'])('is refused without a usable id: %j', async (wrong) => {
    const { client, requests } = open(whole);
    await expect(client.getTemplate(wrong as string)).rejects.toMatchObject({
      ...{ code: 'invalid_request', message: 'the id must be a text that is not empty' },
    });
    await expect(client.setLabel(id, wrong as string, 1)).rejects.toMatchObject({
      ...{ code: 'invalid_request', message: 'the label must be a text that is not empty' },
    });
    expect(requests).toEqual([]);
  });

  it('keeps what belongs to a path from being another path', async () => {
    const { client, requests } = open(whole);
    await client.getTemplate('../a?b');
    expect(requests[0]?.url.pathname).toBe('/api/v1/templates/..%2Fa%3Fb');
  });

  it('has headers for what it is, and for the options that it is given', async () => {
    const { client, requests } = open(whole, { userAgent: 'mine/1' });
    await client.updateTemplate(id, {}, { ifMatch: '"1"', message: ' Größer ' });
    await client.deleteTemplate(id, { ifMatch: '"1"', message: 'x' });
    await client.submitRender({ parts: 'x' }, { idempotencyKey: 'k1' }).catch(() => {});
    const basic = {
      ...{
        authorization: 'Bearer ',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'mine/1',
      },
    };
    expect(requests.map(({ headers }) => headers)).toEqual([
      { ...basic, 'if-match': '"1"', 'platen-revision-message': 'Gr%C3%B6%C3%9Fer' },
      { ...basic, 'if-match': '"1"' },
      { ...basic, 'idempotency-key': 'k1', prefer: 'respond-async' },
    ]);
    await client.submitRender({ parts: 'x' }).catch(() => {});
    expect(requests.at(-1)?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a rendered PDF', () => {
  const pdf = {
    headers: { 'content-type': 'application/pdf', 'platen-pages': '2' },
    body: Buffer.from('%PDF-1.7\n%%EOF\n'),
  };

  it('is received as it is sent', async () => {
    const { client, requests } = open(pdf);
    const rendered = await client.renderPdf({ parts: { html: 'x' } });
    expect([rendered.pages, Buffer.from(await rendered.bytes()).toString()]).toEqual([2, '%PDF-1.7\n%%EOF\n']);
    const [{ method, url, body, headers } = {} as TransportRequest] = requests;
    expect([method, url.pathname, body]).toEqual(['POST', '/api/v1/renderers/pdf', { parts: { html: 'x' } }]);
    expect(headers.accept).toBe('application/pdf, application/json;q=0.9');
  });

  it('may be one of many', async () => {
    const { client } = open(pdf);
    const pages: unknown[] = [];
    for await (const { index, pdf: made } of client.renderMany([{ parts: 'a' }, { parts: 'b' }]))
      pages.push([index, made?.pages]);
    expect(pages).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});

describe('a failure', () => {
  const problem = {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
    body: { code: 'template_not_found', detail: 'gone' },
  };

  it('is an error with its code, reported with each attempt', async () => {
    const attempts: object[] = [];
    const { client, requests } = open(problem, { onAttempt: (attempt) => attempts.push(attempt) });
    await expect(client.getTemplate(id)).rejects.toMatchObject({
      ...{
        name: 'ServiceError',
        code: 'template_not_found',
        message: 'gone',
        details: { status: 404, embedded: true },
      },
    });
    const url = `http://platen.localhost/api/v1/templates/${id}`;
    expect(attempts).toEqual([
      { method: 'GET', url, attempt: 1, ms: expect.any(Number), status: 404, code: 'template_not_found' },
    ]);
    expect(requests).toHaveLength(1);
  });

  it('is reported of no attempt that succeeded', async () => {
    const attempts: object[] = [];
    const { client } = open(whole, { onAttempt: (attempt) => attempts.push(attempt) });
    await client.getTemplate(id);
    expect(attempts).toEqual([expect.not.objectContaining({ code: expect.anything() })]);
    expect(attempts).toEqual([expect.objectContaining({ status: 200, attempt: 1 })]);
  });

  it('is not tried again in the same process, unless that is wanted', async () => {
    let left = 2;
    const busy = {
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
      body: { code: 'queue_full', retryable: true },
    };
    const { client, requests } = open(() => (left-- > 0 ? busy : whole));
    await expect(client.getTemplate(id)).rejects.toMatchObject({ code: 'queue_full' });
    const waits: unknown[] = [];
    const found = await client.getTemplate(id, {
      retries: 1,
      onWait: (attempt, error) => waits.push([attempt, error.code]) > 0,
    });
    expect([found.template, requests.length, waits]).toEqual([data, 3, [[1, 'queue_full']]]);
  });

  it('shows each answer to the caller', async () => {
    const heads: unknown[] = [];
    const { client } = open(problem);
    await client.getTemplate(id, { onAnswer: (head) => heads.push(head) }).catch(() => {});
    expect(heads).toEqual([{ status: 404, headers: problem.headers }]);
  });

  it('is a timeout if no time is left for further calls', async () => {
    const { client } = open(whole, { totalMs: 1 });
    await client.getTemplate(id).catch(() => {});
    await expect
      .poll(() =>
        client.getTemplate(id).then(
          () => '',
          (error) => error.code,
        ),
      )
      .toBe('timeout');
  });
});

describe('a closed client', () => {
  it('refuses calls, and closes its service', async () => {
    const { client, requests, closed } = open(whole);
    await client.close();
    expect(closed()).toBe(1);
    await expect(client.getTemplate(id)).rejects.toMatchObject({
      code: 'shutting_down',
      message: 'the client is closed',
    });
    expect(requests).toEqual([]);
  });

  it('is closed at the end of its scope', async () => {
    const { client, closed } = open(whole);
    {
      await using scoped = client;
      await scoped.getTemplate(id);
    }
    expect(closed()).toBeGreaterThan(0);
  });
});
