import { describe, expect, it } from 'vitest';
import { isForOperator, problemHeaders, RequestError, toProblem } from '../../../src/server/answers/problems.ts';

const fail = (code: unknown, more: object = {}) => Object.assign(new Error('words'), { code, ...more });

describe('the problem of an error', () => {
  it('has the status, the title and the words of its code', () => {
    expect(toProblem(fail('page_failed'), 'r1')).toEqual({
      type: 'urn:platen:error:page_failed',
      title: 'The page returned an error',
      status: 422,
      code: 'page_failed',
      request_id: 'r1',
      retryable: false,
      detail: 'words',
    });
  });

  it.each([
    ['its detail before its words', fail('page_failed', { detail: 'more' }), { detail: 'more' }],
    ['no words where it has none', new RequestError('page_failed', ''), {}],
    ['the title of its code by default', new RequestError('page_failed'), { detail: 'The page returned an error' }],
  ])('has %s', (_what, error, members) => {
    const { detail } = toProblem(error, 'r1');
    expect(detail === undefined ? {} : { detail }).toEqual(members);
  });

  it('has the members that may travel, and no other', () => {
    const members = { errors: [], part: 0, stage: 'print', line: 1, column: 2, retryable: true };
    const problem = toProblem(fail('template_error', { ...members, path: '/etc', stack: 'secret' }), 'r1');
    expect(problem).toMatchObject(members);
    expect(problem).not.toHaveProperty('path');
    expect(problem).not.toHaveProperty('stack');
  });

  it.each([
    ['of no code', new Error('secret')],
    ['of a code that is not known', fail('ENOENT')],
    ['of a code that never travels', fail('conflict')],
    ['of an inherited name', fail('constructor')],
    ['that is no error', undefined],
    ['that is a text', 'secret'],
  ])('%s is internal and says nothing', (_what, error) => {
    expect(toProblem(error, 'r1')).toEqual({
      type: 'urn:platen:error:internal',
      title: 'An unexpected error',
      status: 500,
      code: 'internal',
      request_id: 'r1',
      retryable: true,
    });
  });

  it.each(['internal', 'storage_full', 'store_unavailable', 'results_unavailable', 'result_gone'])(
    'of %s is for the operator: it has no words',
    (code) => {
      expect(toProblem(fail(code, { part: 1 }), 'r1')).not.toHaveProperty('detail');
      expect(toProblem(fail(code, { part: 1 }), 'r1')).not.toHaveProperty('part');
      expect(isForOperator(code)).toBe(true);
    },
  );

  it.each([
    [
      'FST_ERR_CTP_BODY_TOO_LARGE',
      'too_large',
      'the body is larger than 32 MiB, or than 16 KiB where anybody may send one',
    ],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type', 'send the body as "Content-Type: application/json"'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_json', 'the body is shorter or longer than its Content-Length'],
    ['FST_ERR_BAD_URL', 'not_found', 'the path is not valid'],
    ['FST_ERR_MAX_PARAM_LENGTH', 'not_found', 'the path is not valid'],
  ])('of %s is %s', (thrown, code, detail) => {
    expect(toProblem(fail(thrown), 'r1')).toMatchObject({ code, detail });
  });

  it('has the status that the server has set, which no other error can', () => {
    expect(toProblem(new RequestError('invalid_request', 'x', { status: 400 }), 'r1').status).toBe(400);
    expect(toProblem(fail('invalid_request', { status: 400 }), 'r1').status).toBe(422);
    expect(isForOperator('invalid_request')).toBe(false);
  });
});

describe('the headers of a problem', () => {
  const headers = (error: unknown, waitMs = 3100) => problemHeaders(toProblem(error, 'r1'), error, () => waitMs);

  it.each([
    ['unauthorized', { 'www-authenticate': 'Bearer' }],
    ['forbidden', {}],
    ['invalid_request', {}],
    ['internal', {}],
    ['rate_limited', { 'retry-after': '4' }],
    ['queue_full', { 'retry-after': '4' }],
    ['still_running', { 'retry-after': '4' }],
    ['in_use', {}],
    ['store_unavailable', { 'retry-after': '2' }],
    ['results_unavailable', { 'retry-after': '2' }],
  ])('%s are %j', (code, expected) => {
    expect(headers(fail(code))).toEqual(expected);
  });

  it('name the time of the error before the usual one, and a second at least', () => {
    expect(headers(fail('rate_limited', { retryAfterMs: 1001 }))).toEqual({ 'retry-after': '2' });
    expect(headers(fail('store_unavailable', { retryAfterMs: 9000 }))).toEqual({ 'retry-after': '9' });
    expect(headers(fail('queue_full'), 0)).toEqual({ 'retry-after': '1' });
    expect(headers(fail('queue_full', { retryAfterMs: 0 }))).toEqual({ 'retry-after': '1' });
  });
});
