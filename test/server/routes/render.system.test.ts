import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorCode, errors, type RenderRequest } from '../../../src/contract/index.ts';
import { EngineError } from '../../../src/engine/index.ts';
import { isForOperator } from '../../../src/server/answers/problems.ts';
import { done, openTestService, pdf, type TestService } from '../test-service.ts';

const url = '/api/v1/renderers/pdf';
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
});
beforeEach(() => service.reset());

function render(payload: unknown, headers: Record<string, string> = {}) {
  return service.app.inject({
    method: 'POST',
    url,
    headers: { ...service.auth, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
}

const sha256 = (form: 'base64' | 'hex') => createHash('sha256').update(pdf).digest(form);

describe('a render', () => {
  it('answers the PDF and says all about it in headers', async () => {
    const answer = await render({ parts: 'https://example.com' });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(pdf);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': 'inline; filename="document.pdf"',
      'repr-digest': `sha-256=:${sha256('base64')}:`,
      'platen-pages': '2',
      'platen-warnings': '0',
      'server-timing': 'queue;dur=1, load;dur=20, print;dur=30, bind;dur=4',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.headers).not.toHaveProperty('platen-warning-list');
  });

  it('hands the engine the body as it came, the account and nothing else', async () => {
    const body: RenderRequest = {
      parts: [
        'https://example.com',
        { html: '', assets: { 'a/b.css': { type: 'text/css', base64: '' } } },
        { template: '01890000-0000-7000-8000-000000000000', context: { n: 0, f: false, s: '', nil: null } },
      ],
      options: { landscape: false, margin: '0', timeout_ms: 1 },
    };
    await render(body);
    expect(service.engine.calls[0]?.request).toEqual(body);
    const [key] = await service.store.keys.list('a');
    expect(service.engine.calls[0]?.context).toMatchObject({ account: 'a', key: key?.id, quotesTemplates: true });
  });

  it('lists warnings in ASCII, cut to whole ones', async () => {
    const warnings = Array.from({ length: 30 }, (_, part) => ({
      part,
      code: 'resource_failed',
      detail: 'ü\r\n😀'.repeat(60),
    }));
    service.engine.answer = async () => ({ ...done, warnings });
    const answer = await render({ parts: 'https://example.com' });
    const header = answer.headers['platen-warning-list'] as string;
    expect(header).toMatch(/^[ -~]{100,4096}$/);
    const list = JSON.parse(header);
    expect(list[0]).toEqual({ ...warnings[0], detail: warnings[0]?.detail.slice(0, 300) });
    const left = 30 - (list.length - 1);
    expect(list.at(-1)).toEqual({
      part: list.length - 1,
      code: 'resource_failed',
      detail: `Not listed here: ${left} more. An answer as JSON has all warnings.`,
    });
    expect(answer.headers['platen-warnings']).toBe('30');
  });

  it('names in its header the characters that have no glyph', async () => {
    const characters = [{ character: '字', code_point: 'U+5B57' }];
    const warning = { part: 0, code: 'glyph_missing', detail: 'Han without a glyph', script: 'Han', characters };
    service.engine.answer = async () => ({ ...done, warnings: [warning] });
    const answer = await render({ parts: 'https://example.com' });
    expect(JSON.parse(answer.headers['platen-warning-list'] as string)).toEqual([warning]);
  });

  it('names many scripts in its header rather than each of their characters twice', async () => {
    const characters = Array.from({ length: 10 }, () => ({ character: '字', code_point: 'U+5B57' }));
    const warnings = Array.from({ length: 20 }, (_, index) => ({
      part: 0,
      code: 'glyph_missing',
      detail: `${index} without a glyph in any font: 字 U+5B57`,
      script: `${index}`,
    }));
    service.engine.answer = async () => ({
      ...done,
      warnings: warnings.map((warning) => ({ ...warning, characters })),
    });
    const answer = await render({ parts: 'https://example.com' });
    expect(JSON.parse(answer.headers['platen-warning-list'] as string)).toEqual(warnings);
  });

  it('answers a report where JSON is wanted', async () => {
    const warnings = [{ part: 0, code: 'resource_failed', detail: 'a.png' }];
    service.engine.answer = async () => ({ ...done, warnings });
    const answer = await render({ parts: 'https://example.com' }, { accept: 'application/json' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      data: {
        pages: 2,
        bytes: pdf.length,
        sha256: sha256('hex'),
        warnings,
        timings: done.timings,
        templates: [],
        pdf: pdf.toString('base64'),
      },
    });
  });

  it.each([
    ['', 'application/pdf'],
    ['*/*', 'application/pdf'],
    ['application/*', 'application/pdf'],
    ['application/json, text/plain, */*', 'application/pdf'],
    ['application/pdf, application/json;q=0.9', 'application/pdf'],
    ['application/json, application/pdf;q=0.9', 'application/json'],
    ['application/pdf;q=0, */*', 'application/json'],
    ['APPLICATION/JSON', 'application/json'],
    ['*/*;q=0.1, application/json', 'application/json'],
    ['text/html', 'application/problem+json'],
    ['application/pdf;q=0', 'application/problem+json'],
    ['nonsense;;;,', 'application/problem+json'],
  ])('with Accept %j answers %s', async (accept, type) => {
    const answer = await render({ parts: 'https://example.com' }, { accept });
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.statusCode).toBe(type.includes('problem') ? 406 : 200);
    if (answer.statusCode === 406) expect(answer.json().code).toBe('not_acceptable');
    expect(service.engine.calls).toHaveLength(answer.statusCode === 200 ? 1 : 0);
  });

  it.each([
    ['Invoice 12', 'inline; filename="Invoice 12.pdf"'],
    ['Invoice.PDF', 'inline; filename="Invoice.pdf"'],
    ['a"b\\c/../d:e', 'inline; filename="a-b-c-..-d-e.pdf"'],
    ['../../etc/passwd', 'inline; filename="etc-passwd.pdf"'],
    ['...', 'inline; filename="document.pdf"'],
    ['\u202egnp.exe', 'inline; filename="gnp.exe.pdf"'],
    [
      'Rechnung für Müller',
      `inline; filename="Rechnung f_r M_ller.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20M%C3%BCller.pdf`,
    ],
    ["it's (a) *", `inline; filename="it's (a).pdf"`],
    ['😀'.repeat(300), `inline; filename="${'_'.repeat(100)}.pdf"; filename*=UTF-8''${'%F0%9F%98%80'.repeat(100)}.pdf`],
  ])('names the file after the title %j', async (title, header) => {
    const answer = await render({ parts: 'https://example.com', metadata: { title } });
    expect(answer.headers['content-disposition']).toBe(header);
  });

  it.each(['a\r\nX-Evil: 1', 'a\0b', 'a\u0085b', 'x'.repeat(1001)])('refuses the title %j', async (title) => {
    const answer = await render({ parts: 'https://example.com', metadata: { title } });
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ pointer: '/metadata/title' }] });
  });

  it('gives the engine templates of the same account and no other', async () => {
    const mine = await service.store.templates.create('a', { name: 'mine', content: '1' });
    const theirs = await service.store.templates.create('b', { name: 'theirs', content: '2' });
    service.engine.answer = async (_request, { loadTemplate }) => {
      expect(await loadTemplate?.(mine.id)).toMatchObject({ content: '1', preview_context: {} });
      expect(await loadTemplate?.(theirs.id)).toBeUndefined();
      expect(await loadTemplate?.('../x')).toBeUndefined();
      return done;
    };
    expect((await render({ parts: { template: mine.id } })).statusCode).toBe(200);
  });
});

describe('a render of a template', () => {
  const uses = (part: number, revision: number) => ({ part, id: '01890000-0000-7000-8000-000000000000', revision });

  it('says in a header which revisions made it, and as JSON of which parts', async () => {
    service.engine.answer = async () => ({ ...done, templates: [uses(0, 7), uses(2, 3)] });
    const answer = await render({ parts: 'https://example.com' });
    expect(answer.headers['platen-template-revision']).toBe('7, 3');
    const { data } = (await render({ parts: 'https://example.com' }, { accept: 'application/json' })).json();
    expect(data.templates).toEqual([uses(0, 7), uses(2, 3)]);
  });

  it('says nothing of revisions without one', async () => {
    expect((await render({ parts: 'https://example.com' })).headers).not.toHaveProperty('platen-template-revision');
    const { data } = (await render({ parts: 'https://example.com' }, { accept: 'application/json' })).json();
    expect(data.templates).toEqual([]);
  });

  it('uses the newest revision, or that with the label live, or that which is named', async () => {
    const { id } = await service.store.templates.create('a', { name: 'n', content: '1' });
    await service.store.templates.update('a', id, { content: '2' });
    const found: unknown[] = [];
    service.engine.answer = async ({ parts }, { loadTemplate }) => {
      const { template } = parts as { template: string | { id: string } };
      const { id: _, ...choice } = typeof template === 'string' ? { id: template } : template;
      found.push((await loadTemplate?.(id, choice))?.content);
      return done;
    };
    await render({ parts: { template: id } });
    await service.store.labels.set('a', id, 'live', 1);
    await render({ parts: { template: id } });
    await render({ parts: { template: { id, revision: 2 } } });
    await service.store.labels.set('a', id, 'draft', 2);
    await render({ parts: { template: { id, label: 'draft' } } });
    expect(found).toEqual(['2', '1', '2', '2']);
  });

  const id = '01890000-0000-7000-8000-000000000000';
  it.each([
    [{ id, slug: 'invoice' }, '/parts/template', 'must have exactly one of id, slug'],
    [{ slug: 'In Voice' }, '/parts/template/slug', /^must be a slug such as "invoice"/],
    [{ id, revision: 1, label: 'live' }, '/parts/template', 'must have exactly one of revision, label'],
    [{ id, revision: 0 }, '/parts/template/revision', 'must be at least 1'],
    [{ id, revision: '7' }, '/parts/template/revision', 'must be a whole number'],
    [{ id, label: '7' }, '/parts/template/label', /^must be a label: /],
    [{ revision: 7 }, '/parts/template', 'must have exactly one of id, slug'],
    [{ id: 'x', revision: 7 }, '/parts/template/id', 'must be a UUID'],
    [{ id, version: 7 }, '/parts/template/version', 'is not a known field; known are id, slug, revision, label'],
    [5, '/parts/template', 'must be a string or an object'],
  ])('refuses the template %j by its field', async (template, pointer, detail) => {
    const { errors: found = [] } = (await render({ parts: { template } })).json();
    const error = found.find((one: { pointer: string }) => one.pointer === pointer);
    expect(error?.detail, JSON.stringify(found)).toMatch(detail);
  });

  it.each([
    [{ revision: 9 }, 'revision', 'the template has no revision 9; its only revision is 1'],
    [{ label: 'beta' }, 'label', 'the template has no label "beta"; its labels are live'],
  ])('in the background is refused immediately for an unknown %j', async (choice, field, detail) => {
    const background = await openTestService();
    const { id } = await background.store.templates.create('a', { name: 'n' });
    await background.store.labels.set('a', id, 'live', 1);
    const answer = await background.app.inject({
      method: 'POST',
      url,
      headers: { ...background.auth, prefer: 'respond-async' },
      payload: { parts: [{ html: 'x' }, { template: { id, ...choice } }] },
    });
    expect(answer.json()).toMatchObject({
      status: 404,
      code: `${field}_not_found`,
      detail,
      part: 1,
      errors: [{ pointer: `/parts/1/template/${field}`, detail: 'does not exist' }],
    });
  });
});

describe('a render that fails', () => {
  // Three are for the operator: their answers say nothing.
  const codes = (Object.keys(errors) as ErrorCode[]).filter(
    (code) => errors[code].status !== null && !isForOperator(code),
  );

  it.each(codes)('%s becomes its problem', async (code) => {
    service.engine.answer = async () => {
      throw new EngineError(code, 'what happened', { part: 3, stage: 'print', line: 4, column: 5 });
    };
    const answer = await render({ parts: 'https://example.com' });
    expect(answer.statusCode).toBe(errors[code].status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({
      type: `urn:platen:error:${code}`,
      title: errors[code].title,
      status: errors[code].status,
      code,
      request_id: answer.headers['x-request-id'],
      retryable: errors[code].retryable,
      detail: 'what happened',
      part: 3,
      stage: 'print',
      line: 4,
      column: 5,
    });
    const waits = [429, 503].includes(answer.statusCode) || (answer.statusCode === 409 && errors[code].retryable);
    expect(/^[1-9]\d*$/.test(String(answer.headers['retry-after']))).toBe(waits);
  });

  it('because its template cannot be read gets the time to retry, and not why', async () => {
    service.engine.answer = async () => {
      throw Object.assign(new Error('the database at 10.0.0.1 does not answer'), { code: 'store_unavailable' });
    };
    const answer = await render({ parts: { template: '01890000-0000-7000-8000-000000000000' } });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json()).toMatchObject({ code: 'store_unavailable', retryable: true });
    expect(answer.body).not.toContain('10.0.0.1');
  });

  it.each([
    new TypeError('cannot read /etc/secret'),
    new EngineError('internal', 'secret words'),
    new EngineError('io_failed', 'secret words'),
    new EngineError('browser_missing', 'secret words'),
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' }),
    'a string',
    undefined,
    null,
  ])('unforeseen (%s) says nothing but its id, and is reported', async (error) => {
    service.engine.answer = () => Promise.reject(error);
    const answer = await render({ parts: 'https://example.com' });
    expect(answer.statusCode).toBe(500);
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'request_id', 'retryable', 'status', 'title', 'type']);
    expect(answer.body).not.toMatch(/secret|ECONN/);
    expect(service.internal).toHaveLength(1);
    expect(service.lines.join()).not.toContain('/etc/secret');
  });
});

const uuid = '01890000-0000-7000-8000-000000000000';
const asset = { type: 'text/css', base64: 'YQ==' };

describe('a render request', () => {
  it.each<[unknown, string]>([
    [{}, '/parts'],
    [[], ''],
    [null, ''],
    ['https://example.com', ''],
    [5, ''],
    [{ parts: null }, '/parts'],
    [{ parts: 5 }, '/parts'],
    [{ parts: true }, '/parts'],
    [{ parts: [] }, '/parts'],
    [{ parts: Array(101).fill('https://example.com') }, '/parts'],
    [{ parts: '<p>not an address' }, '/parts'],
    [{ parts: 'example.com' }, '/parts'],
    [{ parts: 'file:///etc/passwd' }, '/parts'],
    [{ parts: 'javascript:alert(1)' }, '/parts'],
    [{ parts: ['https://a.example', ' https://a.example'] }, '/parts/1'],
    [{ parts: [['https://a.example']] }, '/parts/0'],
    [{ parts: [{ html: 'x' }, 'https://a.example', { htlm: 'x' }] }, '/parts/2/htlm'],
    [{ parts: { htlm: 'x' } }, '/parts/htlm'],
    [{ parts: {} }, '/parts'],
    [{ parts: { title: 'x' } }, '/parts'],
    [{ parts: [{ html: 'x', url: 'https://a.example' }] }, '/parts/0'],
    [{ parts: [{ html: 5 }] }, '/parts/0/html'],
    [{ parts: [{ html: null }] }, '/parts/0/html'],
    [{ parts: [{ url: 'ftp://a.example' }] }, '/parts/0/url'],
    [{ parts: [{ url: `https://a.example/${'x'.repeat(9000)}` }] }, '/parts/0/url'],
    [{ parts: [{ template: 'x' }] }, '/parts/0/template'],
    [{ parts: [{ template: uuid, context: [] }] }, '/parts/0/context'],
    [{ parts: [{ html: 'x', context: {} }] }, '/parts/0/context'],
    [{ parts: [{ liquid: 5 }] }, '/parts/0/liquid'],
    [{ parts: [{ liquid: 'ä'.repeat(2_621_441) }] }, '/parts/0/liquid'],
    [{ parts: [{ liquid: 'x', context: [] }] }, '/parts/0/context'],
    [{ parts: [{ liquid: 'x', template: uuid }] }, '/parts/0'],
    [{ parts: [{ url: 'https://a.example', assets: {} }] }, '/parts/0/assets'],
    [{ parts: [{ pdf: 'no base64!' }] }, '/parts/0/pdf'],
    [{ parts: [{ html: 'x', assets: { '../a': asset } }] }, '/parts/0/assets/..~1a'],
    [{ parts: [{ html: 'x', assets: { a: { ...asset, base64: '#' } } }] }, '/parts/0/assets/a/base64'],
    [{ parts: [{ html: 'x', assets: { a: { ...asset, type: 'text' } } }] }, '/parts/0/assets/a/type'],
    [{ parts: [{ html: 'x', assets: { a: { base64: '' } } }] }, '/parts/0/assets/a/type'],
    [{ parts: [{ html: 'x', title: 'a\nb' }] }, '/parts/0/title'],
    [{ parts: [{ html: 'x', options: { outline: true } }] }, '/parts/0/options/outline'],
    [{ parts: [{ html: 'x', options: { page_size: 'A99' } }] }, '/parts/0/options/page_size'],
    [{ parts: { html: 'x' }, options: { page_size: { width: '1in' } } }, '/options/page_size/height'],
    [{ parts: { html: 'x' }, options: { page_size: 4 } }, '/options/page_size'],
    [{ parts: { html: 'x' }, options: { margin: '1 cm' } }, '/options/margin'],
    [{ parts: { html: 'x' }, options: { margin: { top: 1 } } }, '/options/margin/top'],
    [{ parts: { html: 'x' }, options: { landscape: 'true' } }, '/options/landscape'],
    [{ parts: { html: 'x' }, options: { landscape: 1 } }, '/options/landscape'],
    [{ parts: { html: 'x' }, options: { scale: '1' } }, '/options/scale'],
    [{ parts: { html: 'x' }, options: { scale: 0 } }, '/options/scale'],
    [{ parts: { html: 'x' }, options: { timeout_ms: 0.5 } }, '/options/timeout_ms'],
    [{ parts: { html: 'x' }, options: { timeout_ms: 1e9 } }, '/options/timeout_ms'],
    [{ parts: { html: 'x' }, options: { wait_for: {} } }, '/options/wait_for'],
    [{ parts: { html: 'x' }, options: { wait_for: { selector: 'a', delay_ms: 1 } } }, '/options/wait_for'],
    [{ parts: { html: 'x' }, options: { wait_for: { network_idle: false } } }, '/options/wait_for/network_idle'],
    [{ parts: { html: 'x' }, options: null }, '/options'],
    [{ parts: { html: 'x' }, metadata: { created: '2026-02-30T00:00:00Z' } }, '/metadata/created'],
    [{ parts: { html: 'x' }, webhook: 'https://a.example' }, '/webhook'],
  ])('is refused, case %#: %s', async (body, pointer) => {
    const answer = await render(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', retryable: false });
    const pointers = answer.json().errors.map((error: { pointer: string }) => error.pointer);
    expect(pointers).toEqual([pointer]);
    expect(service.engine.calls).toEqual([]);
  });

  it('hears how long a text or a list may be', async () => {
    const options = { wait_for: { selector: '' } };
    const answer = await render({ parts: Array.from({ length: 101 }, () => ({ html: 'x' })), options });
    expect(answer.json().errors).toEqual([
      { pointer: '/parts', detail: 'must have at most 100 items' },
      { pointer: '/options/wait_for/selector', detail: 'must not be empty' },
    ]);
  });

  it('hears of all its faults at once, in words', async () => {
    const answer = await render({ parts: [{ htlm: 'x' }, { url: 'x' }], options: { margin: 5, page_size: 'A9' } });
    expect(answer.json().detail).toBe('4 fields are not valid');
    expect(answer.json().errors).toEqual([
      { pointer: '/parts/0/htlm', detail: expect.stringMatching(/^is not a known field; known are url, html/) },
      { pointer: '/parts/1/url', detail: 'must be an absolute http or https URL' },
      { pointer: '/options/page_size', detail: expect.stringMatching(/^must be one of A0, A1/) },
      { pointer: '/options/margin', detail: 'must be a string or an object' },
    ]);
  });

  it('with very many faults hears of the first', async () => {
    const parts = Object.fromEntries(Array.from({ length: 49_000 }, (_, at) => [`x${at}`, 0]));
    const answer = await render({ parts });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toHaveLength(1);
  });
});
