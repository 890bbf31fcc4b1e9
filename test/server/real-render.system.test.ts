import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from './start-test-server.ts';

const render = '/api/v1/renderers/pdf';

describe('a service with a real browser', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await openTestServer();
  });
  afterAll(() => service?.close());

  it('renders, reports, repeats and says what went wrong', async () => {
    const { call, server } = service;
    const headers = { 'idempotency-key': 'one' };
    const parts = { html: '<title>Hi</title><h1>Hello</h1>' };
    const [first, joined] = await Promise.all([call(render, { parts }, headers), call(render, { parts }, headers)]);
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.headers.get('content-length')).toBe(String(bytes.length));
    expect(first.headers.get('platen-pages')).toBe('1');
    const digest = createHash('sha256').update(bytes).digest('base64');
    expect(first.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
    expect(joined.headers.get('repr-digest')).toBe(first.headers.get('repr-digest'));
    expect(server.engine.status().renders).toEqual({ ok: 1 });

    const report = await call(render, { parts, metadata: { title: 'Ä' } }, { accept: 'application/json' });
    expect((await report.json()).data).toMatchObject({ pages: 1, warnings: [], pdf: expect.stringMatching(/^JVBERi/) });

    const failed = await call(render, { parts: [parts, { html: 'x', options: { wait_for: { expression: 'no()' } } }] });
    expect(await failed.json()).toMatchObject({ status: 422, code: 'wait_failed', part: 1 });
    expect((await call('/readyz')).status).toBe(200);
  });

  it('fills in a stored template of the account', async () => {
    const { call } = service;
    const template = { name: 'T', content: '<p>Hello {{ name }}', preview_context: { name: 'preview' } };
    const { data } = await (await call('/api/v1/templates', { template })).json();
    const answer = await call(render, { parts: { template: data.id } });
    expect([answer.status, answer.headers.get('platen-pages')]).toEqual([200, '1']);
    const unknown = await call(render, {
      parts: [{ html: 'x' }, { template: '01890000-0000-7000-8000-000000000000' }],
    });
    expect(await unknown.json()).toMatchObject({ status: 404, code: 'template_not_found', part: 1 });
    const broken = await call('/api/v1/templates', { template: { name: 'B', content: 'a\n{{ x | nofilter }}' } });
    const { id } = (await broken.json()).data;
    expect(await (await call(render, { parts: { template: id } })).json()).toMatchObject({
      status: 422,
      code: 'template_error',
      line: 2,
    });
  });

  it('quotes the source of a template only to keys that may read templates, and in no background render', async () => {
    const { call, openCaller } = service;
    const content = 'a\n{{ x | nofilter }}<!-- SECRET -->';
    const { data } = await (await call('/api/v1/templates', { template: { name: 'B', content } })).json();
    const body = { parts: { template: data.id } };
    const renderOnly = await openCaller('a', ['render']);
    expect((await (await call(render, body)).json()).detail).toContain('SECRET');
    expect(await (await renderOnly(render, body)).json()).toMatchObject({
      detail: '"B", line 2, column 8: there is no filter "nofilter"',
      line: 2,
    });
    const submitted = await (await call(render, body, { prefer: 'respond-async' })).json();
    const ended = await renderOnly(`/api/v1/renders/${submitted.data.id}?wait_seconds=30`);
    expect((await ended.json()).data).toMatchObject({
      status: 'failed',
      error: { detail: '"B", line 2, column 8: there is no filter "nofilter"' },
    });
  });

  it('renders a template that is in the request, also in the background, with the line of its error', async () => {
    const { call } = service;
    const css = { type: 'text/css', base64: Buffer.from('p { break-after: page }').toString('base64') };
    const liquid = '<link rel="stylesheet" href="a.css">{% for n in list %}<p>{{ n }}</p>{% endfor %}end';
    const parts = { liquid, context: { list: [1, 2] }, assets: { 'a.css': css } };
    const answer = await call(render, { parts });
    expect([answer.status, answer.headers.get('platen-pages')]).toEqual([200, '3']);
    const submitted = await (await call(render, { parts }, { prefer: 'respond-async' })).json();
    const ended = await (await call(`/api/v1/renders/${submitted.data.id}?wait_seconds=30`)).json();
    expect(ended.data).toMatchObject({ status: 'done', source: 'liquid', pages: 3 });
    const failed = await call(render, { parts: [{ html: 'x' }, { liquid: 'a\n{{ x | nofilter }}' }] });
    expect(await failed.json()).toMatchObject({ status: 422, code: 'template_error', part: 1, line: 2 });
  });
});
