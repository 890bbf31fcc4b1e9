import { describe, expect, it } from 'vitest';
import { readProblem } from '../../src/client/read-problem.ts';
import { errors } from '../../src/contract/index.ts';

const now = Date.parse('2030-05-20T10:00:00Z');
const read = (status: number, body: unknown, headers: Record<string, string | string[]> = {}) =>
  readProblem({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, now);

describe('the code of an answer that is no success', () => {
  it.each([
    [400, 'rejected'],
    [401, 'unauthorized'],
    [402, 'payment_required'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [407, 'proxy_failed'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'not_found'],
    [412, 'template_changed'],
    [422, 'rejected'],
    [429, 'rate_limited'],
    [499, 'rejected'],
    [500, 'server_failed'],
    [503, 'server_failed'],
    [304, 'unexpected_answer'],
  ])('%d alone is %s', (status, code) => {
    expect(read(status, '').code).toBe(code);
  });

  it('is the one that it names, if an answer can have it', () => {
    expect(read(400, { code: 'queue_full' }).code).toBe('queue_full');
    expect(read(400, { code: 'no_such_code' }).code).toBe('rejected');
    // A code of the command line, which no service answers.
    expect(read(400, { code: 'usage' }).code).toBe('rejected');
  });
});

describe('the message of an answer', () => {
  it.each<[unknown, string]>([
    [{ detail: 'd', message: 'm', title: 't' }, 'd'],
    [{ error: 'e', message: 'm' }, 'e'],
    [{ error: { message: 'm', detail: 'd' } }, 'm'],
    [{ error: { detail: 'd' } }, 'd'],
    [{ message: 'm', errors: 'e' }, 'm'],
    [{ errors: 'e' }, 'e'],
    [{ errors: { detail: 'd' } }, 'd'],
    [{ title: 't' }, 't'],
    [{ detail: '', title: 't' }, 't'],
    [{ detail: 7 }, errors.rejected.title],
    [[{ detail: 'd' }], errors.rejected.title],
    ['no JSON', errors.rejected.title],
  ])('%j is %j', (body, message) => {
    expect(read(400, body).message).toBe(message);
  });

  it('is plain text, of 500 characters at most', () => {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    expect(read(502, ' Bad gateway\n', type).message).toBe('Bad gateway');
    expect(read(502, 'x'.repeat(501), type).message).toHaveLength(500);
    expect(read(502, ' ', type).message).toBe(errors.server_failed.title);
    expect(read(502, '<p>', { 'content-type': 'text/html' }).message).toBe(errors.server_failed.title);
  });
});

describe('the fields of an answer', () => {
  it.each<[unknown, [string, string][] | undefined]>([
    [[{ pointer: '/a', detail: 'd' }], [['/a', 'd']]],
    [[{ source: { pointer: '/a' }, title: 't' }], [['/a', 't']]],
    [[{ field: 'a', message: 'm' }], [['a', 'm']]],
    [[{ message: 'm' }], [['', 'm']]],
    [['m', {}, null], [['', 'm']]],
    [
      { a: ['m', 7, ''], b: 'n', detail: 'd' },
      [
        ['/a', 'm'],
        ['/b', 'n'],
      ],
    ],
    [{ detail: 'd' }, undefined],
    [[], undefined],
    ['m', undefined],
    [null, undefined],
  ])('%j are %j', (given, fields) => {
    const found = read(400, { errors: given }).details.errors;
    expect(found?.map(({ pointer, detail }) => [pointer, detail])).toEqual(fields);
  });

  it('are a hundred at most', () => {
    expect(read(400, { errors: Array(101).fill('m') }).details.errors).toHaveLength(100);
  });
});

describe('the details of an answer', () => {
  it('are its request, its place and whether it may be repeated', () => {
    const body = { request_id: 'r', retryable: false, part: 0, line: 1, column: 2, stage: 'load' };
    expect(read(400, body, { 'x-request-id': 'other' }).details).toEqual({
      status: 400,
      requestId: 'r',
      retryable: false,
      part: 0,
      line: 1,
      column: 2,
      stage: 'load',
    });
    expect(read(400, {}, { 'x-request-id': ['r', 's'] }).details).toEqual({ status: 400, requestId: 'r' });
    expect(read(400, { retryable: 'yes', part: '1', stage: 2 }).details).toEqual({ status: 400 });
  });

  it.each([
    ['7', 7000],
    ['0', 0],
    ['Mon, 20 May 2030 10:00:05 GMT', 5000],
    ['Mon, 20 May 2030 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
  ])('with Retry-After: %s are to wait %s ms', (value, ms) => {
    expect(read(503, '', { 'retry-after': value }).details.retryAfterMs).toBe(ms);
  });
});
