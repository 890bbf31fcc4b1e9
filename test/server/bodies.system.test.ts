import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyText } from '../helpers/any-text.ts';
import { isLong } from '../helpers/is-long.ts';
import { openTestService, type TestService } from './test-service.ts';

const render = '/api/v1/renderers/pdf';
const templates = '/api/v1/templates';
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 100_000 } } });
});
beforeEach(() => service.reset());

function send(payload: string | Buffer, url = render, headers: Record<string, string> = {}) {
  return service.app.inject({
    method: url === render || url === templates ? 'POST' : 'PATCH',
    url,
    headers: { ...service.auth, 'content-type': 'application/json', ...headers },
    payload,
  });
}

const good = '{"parts":"https://example.com"}';

describe('a body', () => {
  it.each<[string, string | Buffer, number, string, RegExp]>([
    ['is empty', '', 400, 'invalid_json', /empty/],
    ['is blank', '  ', 400, 'invalid_json', /line 1, column 3/],
    ['is no JSON', 'parts=1', 400, 'invalid_json', /not valid JSON/],
    ['is cut off', '{"parts":\n "https://a', 400, 'invalid_json', /line 2, column/],
    ['has a second value', `${good}{}`, 400, 'invalid_json', /line 1, column 32/],
    ['starts with a byte order mark', `\ufeff${good}`, 400, 'invalid_json', /byte order mark/],
    ['is UTF-16', Buffer.from(good, 'utf16le'), 400, 'invalid_json', /./],
    ['is UTF-16 with its mark', Buffer.from(`\ufeff${good}`, 'utf16le'), 400, 'invalid_json', /UTF-8/],
    ['is no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'invalid_json', /UTF-8/],
    ['has overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400, 'invalid_json', /UTF-8/],
    ['has surrogates in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400, 'invalid_json', /UTF-8/],
    [
      'has a key twice',
      '{"parts":"https://a.example","parts":"https://b.example"}',
      400,
      'invalid_json',
      /"parts" appears twice/,
    ],
    ['has a key twice, once escaped', '{"parts":1,"p\\u0061rts":2}', 400, 'invalid_json', /"parts" appears twice/],
    ['is nested 200,000 deep', '['.repeat(200_000), 422, 'invalid_request', /deeper than 64/],
    ['is nested 200,000 deep in objects', '{"a":'.repeat(200_000), 422, 'invalid_request', /deeper than 64/],
    ['has a million and more values', `[${'1,'.repeat(1_000_000)}1]`, 413, 'too_large', /1000000 values/],
    [
      'has too many names',
      `{${Array.from({ length: 50_001 }, (_, at) => `"${at}":0`)}}`,
      413,
      'too_large',
      /50000 names/,
    ],
    [
      'has half a surrogate pair',
      '{"parts":{"html":"\\ud800"}}',
      422,
      'invalid_request',
      /\/parts\/html contains half/,
    ],
    ['has half a pair in a key', '{"parts":{"html":"","\\udc00":1}}', 422, 'invalid_request', /half of a surrogate/],
    [
      'has a number of too many digits',
      `{"parts":{"html":""},"options":{"scale":-${'9'.repeat(400)}}}`,
      422,
      'invalid_request',
      /\/options\/scale is a number beyond/,
    ],
    [
      'has a number too large',
      '{"parts":{"html":""},"options":{"scale":1e999}}',
      422,
      'invalid_request',
      /\/options\/scale is a number beyond/,
    ],
    ['has __proto__', '{"__proto__":{"parts":"https://a.example"}}', 422, 'invalid_request', /"__proto__"/],
    ['has __proto__, escaped', '{"\\u005f_proto__":1}', 422, 'invalid_request', /"__proto__"/],
    [
      'has __proto__ deep down',
      '{"parts":{"template":"x","context":{"a":[{"__proto__":1}]}}}',
      422,
      'invalid_request',
      /"__proto__"/,
    ],
    [
      'has an integer that would be rounded',
      '{"parts":{"template":"x","context":{"a/b":[1,{"id":12345678901234567890}]}}}',
      422,
      'invalid_request',
      /^\/parts\/context\/a~1b\/1\/id is a whole number beyond 9007199254740991.*write it as a text/,
    ],
    ['has constructor.prototype', '{"constructor":{"prototype":{}}}', 422, 'invalid_request', /"prototype"/],
    ['is one huge unfinished string', `"${'x'.repeat(1_000_000)}`, 400, 'invalid_json', /line 1/],
    ['is a storm of escapes', `"${'\\"'.repeat(1_000_000)}`, 400, 'invalid_json', /line 1/],
  ])('that %s is refused', async (_what, body, status, code, detail) => {
    const answer = await send(body);
    expect(answer.json()).toMatchObject({ status, code, detail: expect.stringMatching(detail) });
    expect(answer.statusCode).toBe(status);
    expect(service.engine.calls).toEqual([]);
    expect(service.internal).toEqual([]);
  });

  it('never comes back in words, as it may hold secrets', async () => {
    for (const body of ['hunter2', '{"a": hunter2}', '{"hunter2": tru}', '["hunter2" 1]']) {
      expect((await send(body)).body).not.toContain('hunter2');
    }
  });

  it('may be deep to the limit, and hold any harmless name', async () => {
    const context = JSON.parse(`${'{"a":'.repeat(61)}1${'}'.repeat(61)}`);
    const names = JSON.parse(
      '{"constructor":{"a":1},"prototype":1,"toString":1,"then":1,"":0,"list":[{"constructor":1},{"prototype":1}]}',
    );
    const parts = { template: '01890000-0000-7000-8000-000000000000', context: { ...names, deep: context } };
    const answer = await send(JSON.stringify({ parts }));
    expect(answer.statusCode).toBe(200);
    expect(service.engine.calls[0]?.request.parts).toEqual(parts);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    ['text/plain', good],
    ['application/x-www-form-urlencoded', 'parts=x'],
    ['application/merge-patch+json', good],
    ['multipart/form-data; boundary=x', good],
    ['nonsense', good],
    ['', good],
  ])('of type %j is 415', async (type, body) => {
    const answer = await send(body, render, { 'content-type': type });
    expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('that is compressed is 415, and names the reason', async () => {
    const answer = await send(good, render, { 'content-encoding': 'gzip' });
    expect(answer.json()).toMatchObject({ status: 415, detail: expect.stringContaining('Content-Encoding') });
  });

  it.each(['iso-8859-1', '"UTF-16"', 'utf-7', 'windows-1252; charset=utf-8'])(
    'in the character set %s is 415',
    async (charset) => {
      const answer = await send(good, render, { 'content-type': `application/json;charset=${charset}` });
      expect(answer.json()).toMatchObject({ status: 415, detail: expect.stringContaining('UTF-8') });
    },
  );

  it('may say its character set', async () => {
    expect((await send(good, render, { 'content-type': 'Application/JSON; charset=utf-8' })).statusCode).toBe(200);
    expect((await send(good, render, { 'content-type': 'application/json; charset="UTF-8"' })).statusCode).toBe(200);
  });

  it('that is not there at all is refused', async () => {
    const answer = await service.app.inject({ method: 'POST', url: render, headers: service.auth });
    expect(answer.json()).toMatchObject({ status: 422, detail: 'the body must be an object' });
  });

  it.each([
    ['a million escaped quotes', '\\"'.repeat(1_000_000)],
    ['backslashes before quotes', '\\\\\\"'.repeat(500_000)],
    ['wide characters', '中'.repeat(1_000_000)],
  ])('may be long, with %s in it, and arrives as it was', async (_, text) => {
    expect((await send(`{"parts":{"html":"${text}"},"parts_":1}`)).json().errors[0].pointer).toBe('/parts_');
    const answer = await send(`{"parts":{"html":"${text}"}}`);
    expect(answer.statusCode).toBe(200);
    const { html } = (service.engine.calls.at(-1)?.request.parts ?? {}) as { html: string };
    expect(html === JSON.parse(`"${text}"`)).toBe(true);
  });

  it('of more than 32 MiB is 413', async () => {
    const answer = await send(Buffer.alloc(32 * 1024 * 1024 + 1, 0x20));
    expect(answer.json()).toMatchObject({ status: 413, code: 'too_large' });
  });
});

describe('whatever the body', () => {
  const field = fc.oneof(
    fc.constantFrom(
      'parts',
      'html',
      'url',
      'template',
      'name',
      'content',
      'preview_context',
      'options',
      'margin',
      'assets',
    ),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '', 'a/b', '~'),
    fc.string(),
  );
  const leaf = fc.oneof(
    fc.constantFrom('https://example.com', 'A4', '1cm', 'true', '0', '', 'x'),
    fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, 1e21, -0),
    anyText(),
    fc.integer(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
    object: fc.dictionary(field, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  }));
  const body = fc.oneof(
    value,
    fc.record({ parts: value }),
    fc.record({ parts: fc.record({ html: fc.string() }), options: value }),
    fc.record({
      parts: fc.array(fc.record({ html: value, title: value, options: value }, { requiredKeys: ['html'] })),
    }),
    fc.record({ template: value }),
    fc.record({ template: fc.record({ name: value, content: value, preview_context: value }, { requiredKeys: [] }) }),
  );

  it('a render is refused with words or reaches the engine as it was', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        service.reset();
        const text = JSON.stringify(value);
        const answer = await send(text);
        expect(service.internal).toEqual([]);
        expect([200, 400, 422]).toContain(answer.statusCode);
        if (answer.statusCode === 200) expect(JSON.stringify(service.engine.calls[0]?.request)).toBe(text);
        else expect(service.engine.calls).toEqual([]);
      }),
      { numRuns: isLong ? 3000 : 100 },
    );
  });

  it('a template is refused with words or stored as it was', async () => {
    const { id } = await service.store.templates.create('a', { name: 'before', content: 'before' });
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        service.reset();
        const before = await service.store.templates.get('a', id);
        const answer = await send(JSON.stringify(value), `${templates}/${id}`);
        const after = await service.store.templates.get('a', id);
        expect(service.internal).toEqual([]);
        expect([200, 400, 422]).toContain(answer.statusCode);
        if (answer.statusCode !== 200) expect(after).toEqual(before);
        else expect(after).toMatchObject(JSON.parse(JSON.stringify((value as { template: object }).template)));
      }),
      { numRuns: isLong ? 1500 : 50 },
    );
  });

  it('any bytes get a proper answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 40 }), async (bytes) => {
        expect([400, 422]).toContain((await send(Buffer.from(bytes))).statusCode);
      }),
      { numRuns: isLong ? 1500 : 50 },
    );
    expect(service.internal).toEqual([]);
  });
});
