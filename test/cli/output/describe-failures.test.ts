import { describe, expect, it } from 'vitest';
import { describeError } from '../../../src/cli/output/describe-error.ts';
import { RequestFailure, type RequestWords } from '../../../src/cli/output/request-words.ts';
import { ServiceError } from '../../../src/client/index.ts';
import type { ErrorCode } from '../../../src/contract/index.ts';

const url = 'https://pdf.example.com';
const checkNetwork = 'check the network and base_url: platen config list';
const checkScheme = 'check the network and base_url, also whether it is http:// or https://: platen config list';
const trust = 'if the service uses a private CA, name its file with --ca-file';

describe('a service that gave no answer', () => {
  it.each<[ErrorCode, string, string | undefined, string | undefined, string]>([
    [
      'connection_refused',
      'it failed (ECONNREFUSED)',
      url,
      'nothing listens there',
      'check that the service is running, and base_url: platen config list',
    ],
    [
      'name_not_resolved',
      'it failed (ENOTFOUND)',
      url,
      'the host does not exist',
      'check the host name in base_url: platen config list',
    ],
    ['connection_failed', 'it failed (EODD)', url, undefined, checkNetwork],
    ['connection_failed', 'it failed (EPIPE) twice', 'http://a.example', undefined, checkNetwork],
    ['connection_failed', 'it failed (EPIPE)', 'http://a.example', 'the other side closed the connection', checkScheme],
    [
      'connection_failed',
      'it failed (UND_ERR_SOCKET)',
      'http://a.example',
      'the other side closed the connection',
      checkScheme,
    ],
    ['connection_failed', 'it failed (EPIPE)', url, 'the other side closed the connection', checkNetwork],
    ['connection_failed', 'it failed (EPIPE)', undefined, 'the other side closed the connection', checkNetwork],
    ['connection_failed', 'it failed (ETIMEDOUT)', 'http://a.example', 'the connection timed out', checkNetwork],
    ['connection_failed', 'it failed (bad HTTP)', url, 'the response is not valid HTTP', checkNetwork],
    ['connection_failed', 'it failed (CERT_HAS_EXPIRED)', url, undefined, checkNetwork],
    ['tls_failed', 'it failed (SELF_SIGNED_CERT)', url, undefined, trust],
    ['tls_failed', 'it failed', url, undefined, trust],
    [
      'tls_failed',
      'it failed (CERT_HAS_EXPIRED)',
      url,
      undefined,
      'have the operator of the service renew it, or check the clock of this machine',
    ],
    [
      'connection_failed',
      'no way through the proxy http://p.example',
      url,
      undefined,
      'check HTTPS_PROXY, or add the host to NO_PROXY',
    ],
  ])('says what happened and what to do: %s, %s at %s', (code, message, baseUrl, why, fix) => {
    expect(describeError(new ServiceError(code, message), baseUrl)).toEqual({
      ...{ code, message, exit: 11, fix },
      ...(why !== undefined && { why }),
    });
  });

  it('has a time limit that --wait-for may have used up', () => {
    const words = { parts: ['a.html', 'b.html'], flags: true };
    const explain = (code: ErrorCode, more: Partial<RequestWords>) =>
      describeError(new RequestFailure(new ServiceError(code, 'it failed'), { ...words, ...more }));
    const fix = 'allow more time with --timeout 5m';
    expect(explain('timeout', {})).toEqual({ code: 'timeout', exit: 12, message: 'it failed', fix });
    expect(explain('body_cut', { waitFor: '#done' })).not.toHaveProperty('why');
    expect(explain('timeout', { waitFor: '#done' }).why).toBe('the page was to meet --wait-for first: #done');
  });
});

describe('a service that answered', () => {
  it.each<[ErrorCode, object, string | undefined, string]>([
    ['internal', {}, url, 'try again; if it happens again, report the time to the operator of the service'],
    ['internal', { requestId: 'r1' }, url, 'try again; if it happens again, report the request id to the operator'],
    ['internal', { requestId: 'r1' }, undefined, 'please report this with the command and its output with --debug'],
    ['server_failed', {}, url, 'try again later; if it happens again, report the time to the operator of the service'],
    ['rate_limited', {}, url, 'try again later'],
    ['not_found', {}, url, 'check base_url: platen config list'],
    ['not_found', {}, undefined, 'check base_url: platen config list'],
    ['connection_failed', {}, url, checkNetwork],
  ])('says what to do: %s with %j at %s', (code, details, baseUrl, fix) => {
    const error = new ServiceError(code, 'no way through the proxy p (EPIPE)', { status: 500, ...details });
    expect(describeError(error, baseUrl)).toMatchObject({ fix, why: 'no way through the proxy p (EPIPE)' });
  });

  it('is known by all that it says', () => {
    const details = { status: 500, requestId: 'r1', embedded: true, errors: [{ pointer: '/a', detail: 'is wrong' }] };
    const error = new ServiceError('internal', 'The disk of https://a.example is full.', details);
    expect(describeError(error, url)).toEqual({
      ...{ code: 'internal', exit: 10, ...details },
      message: `the service met an unexpected error (${url})`,
      why: 'The disk of https://a.example is full; /a is wrong',
      fix: 'try again; if it happens again, report the request id to the operator',
    });
  });
});

describe('the faults of a request', () => {
  const invalid = (message: string, errors: { pointer: string; detail: string }[], words?: RequestWords, more = {}) => {
    const error = new ServiceError('invalid_request', message, { status: 422, errors, ...more });
    const { message: what, why } = describeError(words === undefined ? error : new RequestFailure(error, words));
    return [what, why];
  };
  const one = { parts: ['a.html'], flags: true };
  const two = { parts: ['a.html', undefined], flags: true };

  it.each<[string, [string, string][], RequestWords | undefined, string, string]>([
    ['/a is wrong', [['/a', 'is wrong']], undefined, '', '/a is wrong'],
    ['x', [['', 'must be an object']], undefined, '', 'x; must be an object'],
    ['x', [['/options/page_size', 'is wrong']], undefined, '', 'x; /options/page_size is wrong'],
    ['x', [['/options/page_size', 'is wrong']], one, '', 'x; --size is wrong'],
    ['x', [['/parts/0/html', 'is empty']], one, 'a.html: ', 'x; a.html is empty'],
    ['x', [['/partsize', 'is wrong']], one, '', 'x; /partsize is wrong'],
    ['x', [['/context/a', 'is wrong']], one, 'a.html: ', 'x; /context/a is wrong'],
    [
      'x',
      [
        ['/parts/0/html', 'is empty'],
        ['/options/scale', 'is wrong'],
      ],
      one,
      'a.html: ',
      'x; a.html is empty; --scale is wrong',
    ],
    ['x', [['/parts/0/context/a~1b/0/c~0d', 'is wrong']], one, 'a.html: ', 'x; a/b[0].c~d is wrong'],
    ['x', [['/parts/context/7', 'is wrong']], one, 'a.html: ', 'x; [7] is wrong'],
    ['x: a.b is wrong', [['/parts/context/a/b', 'is wrong']], one, 'a.html: ', 'x: a.b is wrong'],
    ['x', [['/parts/1/fields/First~0~1', 'is wrong']], two, '', 'x; field "First~/": is wrong'],
    ['x', [['/parts/1/fields', 'there are none']], two, '', 'x; there are none'],
    ['x', [['/parts/0/fieldset', 'is wrong']], two, '', 'x; /parts/0/fieldset is wrong'],
  ])('are named by what the user wrote: %s %j', (message, faults, words, place, why) => {
    const errors = faults.map(([pointer, detail]) => ({ pointer, detail }));
    expect(invalid(message, errors, words)).toEqual([`${place}the request is not valid`, why]);
  });

  it.each([
    [{ part: 0 }, two, 'a.html: '],
    [{ part: 1 }, two, 'part 1: '],
    [{}, two, ''],
    [{ part: 0 }, { parts: [undefined], flags: true }, ''],
    [{}, { ...one, eInvoice: 'bill.xml' }, 'a.html: '],
  ])('are of a part: %j', (details, words, place) => {
    expect(invalid('x', [], words, details)).toEqual([`${place}the request is not valid`, 'x']);
  });

  it('against a standard are listed, even if the message has one of them', () => {
    const errors = [{ pointer: '', detail: 'fault 1' }];
    const error = new ServiceError('not_conforming', 'it has fault 1', { status: 422, errors });
    expect(describeError(error)).toMatchObject({ why: 'it has fault 1', faults: ['fault 1'] });
  });

  it('of an XML that is no flag are of the document', () => {
    const error = new ServiceError('e_invoice_invalid', 'x', { status: 422 });
    expect(describeError(new RequestFailure(error, one)).message).toMatch(/^a\.html: /);
  });
});

describe('a service inside the command', () => {
  const caused = (code: ErrorCode, cause: unknown) => describeError(new ServiceError(code, 'it failed', { cause }));

  it('tells a cause with the same code', () => {
    const cause = Object.assign(new Error('the folder is full'), { code: 'storage_full' });
    expect(caused('storage_full', cause)).toMatchObject({ code: 'storage_full', message: 'the folder is full' });
    expect(caused('internal', cause)).toMatchObject({ code: 'storage_full', message: 'the folder is full' });
  });

  it.each<[string, unknown]>([
    ['another code', Object.assign(new Error('no'), { code: 'usage' })],
    ['no code', new Error('no')],
    ['nothing', null],
    ['an error of another service', new ServiceError('storage_full', 'no')],
  ])('tells its own failure if the cause is %s', (_cause, cause) => {
    expect(caused('storage_full', cause)).toMatchObject({ code: 'storage_full', message: 'it failed' });
  });
});

describe('a file of the browser or the database', () => {
  const failed = (name: string, cause: unknown, message = 'it failed') => {
    const { why, fix } = describeError(Object.assign(new Error(message, { cause }), { code: 'io_failed', name }));
    return [why, fix];
  };
  const usual = 'check the path, its permissions and the free space';

  it.each<[string, unknown, string, string | undefined, string]>([
    ['Error', undefined, 'it failed', undefined, usual],
    ['Error', null, 'it failed', undefined, usual],
    ['StoreError', { code: 5 }, 'it failed', undefined, usual],
    [
      'Error',
      undefined,
      'EMFILE: it failed',
      undefined,
      'raise the limit (ulimit -n), or run fewer things at the same time',
    ],
    [
      'StoreError',
      { code: 'SQLITE_IOERR_WRITE' },
      'it failed',
      undefined,
      'check the free space and the disk, or name a folder on another one: PLATEN_DATA_DIR',
    ],
    ['Error', { code: 'SQLITE_IOERR_WRITE' }, 'it failed', undefined, usual],
    [
      'StoreError',
      { code: 'EIO' },
      'it failed',
      'the device failed (EIO)',
      'check the disk, or name a path on another one',
    ],
    ['Error', { code: 'EISDIR' }, 'it failed', 'it is a folder (EISDIR)', 'name a file in it'],
  ])('is explained: %s of %j, %s', (name, cause, message, why, fix) => {
    expect(failed(name, cause, message)).toEqual([why, fix]);
  });
});
