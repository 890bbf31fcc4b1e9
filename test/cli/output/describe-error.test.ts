import { expect, test } from 'vitest';
import { CommandError } from '../../../src/cli/output/command-error.ts';
import { describeError } from '../../../src/cli/output/describe-error.ts';
import { RequestFailure } from '../../../src/cli/output/request-words.ts';
import { ServiceError } from '../../../src/client/index.ts';

const answer = new ServiceError('e_invoice_invalid', '/pdf/e_invoice is not XML', { status: 422, requestId: 'r' });

test('an error of the XML of an invoice names the file that was given, not the document', () => {
  const words = { parts: ['invoice.html'], flags: true, eInvoice: 'bill.xml' };
  expect(describeError(new RequestFailure(answer, words))).toMatchObject({
    message: 'bill.xml: the XML of the e-invoice cannot be used',
    why: '--e-invoice is not XML',
  });
});

test('a command that ran out of time names the condition it may have waited for', () => {
  const words = { parts: ['page.html'], flags: true, waitFor: '#done' };
  const error = new ServiceError('timeout', 'no complete answer within 3 s');
  expect(describeError(new RequestFailure(error, words)).why).toBe('the page was to meet --wait-for first: #done');
});

test('an address that is not allowed names who decides: the own settings, or the operator of a service', () => {
  const error = new ServiceError('address_not_allowed', 'The URL is not allowed', { status: 422 });
  expect(describeError(error).fix).toContain('platen config get egress');
  expect(describeError(error, 'https://pdf.example.com').fix).toContain('the operator of the service');
});

test.each([
  ['invalid_request', '/metadata/title', 'must have at most 1000 characters', 'the request is not valid'],
  ['address_not_allowed', '/destination/put', 'is a URL that is not allowed', 'the URL is not allowed'],
] as const)('a fault of a flag does not name the only source: %s', (code, pointer, detail, message) => {
  const error = new ServiceError(code, `${pointer} ${detail}`, { status: 422, errors: [{ pointer, detail }] });
  expect(describeError(new RequestFailure(error, { parts: ['page.html'], flags: true }))).toMatchObject({ message });
});

test('a fault of the only source names it', () => {
  const errors = [{ pointer: '/parts/0/html', detail: 'must not be empty' }];
  const error = new ServiceError('invalid_request', '/parts/0/html must not be empty', { status: 422, errors });
  expect(describeError(new RequestFailure(error, { parts: ['page.html'], flags: true }))).toMatchObject({
    message: 'page.html: the request is not valid',
  });
});

test.each([
  'unauthorized',
  'forbidden',
  'not_found',
  'template_not_found',
  'rate_limited',
  'queue_full',
  'shutting_down',
  'internal',
  'server_failed',
  'unexpected_answer',
  'timeout',
  'rejected',
  'conflict',
] as const)('an error of the service as a whole names its URL, and not the document: %s', (code) => {
  const error = new ServiceError(code, 'it says why', { status: 500 });
  const words = { parts: ['page.html'], flags: true };
  const { message } = describeError(new RequestFailure(error, words), 'https://pdf.example.com');
  expect(message).toMatch(/^(?!page\.html).* \(https:\/\/pdf\.example\.com\)$/);
});

test.each([
  'invalid_request',
  'too_large',
  'template_error',
  'page_failed',
  'render_timeout',
  'pdf_invalid',
  'not_conforming',
] as const)('an error of the document names it, and not the service: %s', (code) => {
  const error = new ServiceError(code, 'it says why', { status: 422 });
  const words = { parts: ['page.html'], flags: true };
  const { message } = describeError(new RequestFailure(error, words), 'https://pdf.example.com');
  expect(message).toMatch(/^page\.html: (?!.*https:)/);
});

test.each([
  ['EADDRINUSE', 'another program listens there (EADDRINUSE)'],
  ['EADDRNOTAVAIL', 'this machine does not have this address (EADDRNOTAVAIL)'],
  ['EACCES', 'this user may not use the port (EACCES)'],
  ['EINVAL', 'the system refuses it (EINVAL)'],
])('a port that cannot be opened is told with its address and why, as for %s', (code, why) => {
  const error = Object.assign(new Error(code), { code, syscall: 'listen', address: '127.0.0.1', port: 4000 });
  expect(describeError(error)).toMatchObject({ code: 'io_failed', message: 'cannot listen on 127.0.0.1:4000', why });
});

test('a fault of a form field has the name of the field, and in JSON its pointer', () => {
  const errors = [
    { pointer: '/parts/fields/First name~1s', detail: 'the form has no such field; did you mean "First name"?' },
    { pointer: '/parts/fields', detail: 'the form has "First name"' },
  ];
  const error = new ServiceError('invalid_request', 'x', { status: 422, errors });
  expect(describeError(new RequestFailure(error, { parts: ['form.pdf'], flags: true })).why).toContain(
    'field "First name/s": the form has no such field; did you mean "First name"?; the form has "First name"',
  );
  expect(describeError(new RequestFailure(error, { parts: ['form.pdf'], flags: false })).why).toContain(
    '/fields/First',
  );
});

test('names each value that a schema refuses once, as the template does', () => {
  const errors = [
    { pointer: '/parts/context/number', detail: 'is required' },
    { pointer: '/parts/context/lines/1/price', detail: 'must be a number' },
  ];
  const message = 'the values do not follow the schema of the template: number is required (the first of 2 faults)';
  const error = new ServiceError('invalid_request', message, { status: 422, errors });
  expect(describeError(new RequestFailure(error, { parts: ['template:invoice'], flags: true })).why).toBe(
    `${message}; lines[1].price must be a number`,
  );
});

const service = 'https://pdf.example.com';
const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test.each([
  [{ line: 3 }, 'it says why; line 3'],
  [{ line: 3, column: 7 }, 'it says why; line 3, column 7'],
  [{ attempts: 1 }, 'it says why'],
  [{ attempts: 2 }, 'it says why; 2 attempts'],
  [{ retryAfterMs: 0 }, 'it says why'],
  [{ retryAfterMs: 1001 }, 'it says why; the service asks to wait 2 s'],
  [{ stage: 'bind' }, 'it says why; while merging'],
  [{ stage: 'other' }, 'it says why; while other'],
])('tells the details of a failed render: %o', (details, why) => {
  const error = new ServiceError('page_failed', 'it says why', { status: 422, ...details });
  expect(describeError(error).why).toBe(why);
});

test.each([
  ['the page was closed while printing', 'page_failed', 'the page was closed while printing'],
  ['it says why', 'invalid_request', 'it says why'],
  ['it says why', 'not_conforming', 'it says why'],
] as const)('does not name the stage if it is clear: %s, %s', (message, code, why) => {
  expect(describeError(new ServiceError(code, message, { status: 422, stage: 'print' })).why).toBe(why);
});

test('does not repeat the title of an error', () => {
  const explain = (message: string) => describeError(new ServiceError('page_failed', message, { status: 422 }));
  const { message: title } = explain('no network');
  expect(explain(title.toUpperCase())).not.toHaveProperty('why');
  expect(explain(`${title}.`)).not.toHaveProperty('why');
  expect(explain(`${title.toUpperCase()}: no network.`).why).toBe('no network');
  expect(explain('No network.').why).toBe('No network');
});

test('lists the faults of a document against its standard apart from the reason', () => {
  const errors = [1, 2, 3, 4, 5, 6].map((index) => ({ pointer: '', detail: `fault ${index}` }));
  const described = describeError(new ServiceError('not_conforming', 'it says why', { status: 422, errors }));
  expect(described).toMatchObject({ why: 'it says why', faults: errors.map(({ detail }) => detail), errors });
  expect(describeError(new ServiceError('not_conforming', 'it says why', { status: 422 }))).not.toHaveProperty(
    'faults',
  );
  const invalid = describeError(new ServiceError('invalid_request', 'it says why', { status: 422, errors }));
  expect(invalid.why).toBe('it says why; fault 1; fault 2; fault 3; fault 4; fault 5');
  expect(invalid).not.toHaveProperty('faults');
});

test.each([
  [{ part: 1 }, ['a.html', 'b.html'], /^b\.html: /],
  [{}, ['a.html', 'b.html'], /^(?!.*\.html)/],
  [{}, ['a.html'], /^a\.html: /],
])('names the source that failed, if it is known: %o of %o', (details, parts, message) => {
  const error = new ServiceError('page_failed', 'it says why', { status: 422, ...details });
  expect(describeError(new RequestFailure(error, { parts, flags: true })).message).toMatch(message);
});

test.each([
  ['cannot reach it', 'cannot reach it (https://pdf.example.com)'],
  ['cannot reach https://a.example', 'cannot reach https://a.example'],
])('a connection that failed names a URL once: %s', (text, message) => {
  expect(describeError(new ServiceError('timeout', text), service).message).toBe(message);
});

test.each([
  ['it failed (no TLS)', service, 'is it a service without TLS? Then write http:// in base_url: platen config list'],
  ['it failed (TLS)', service, 'write https:// in base_url: platen config list'],
  [
    'it failed (ECONNRESET)',
    'http://pdf.example.com',
    'check the network and base_url, also whether it is http:// or https://: platen config list',
  ],
])('advises on a connection that failed: %s', (message, baseUrl, fix) => {
  expect(describeError(new ServiceError('connection_failed', message), baseUrl).fix).toBe(fix);
});

test.each([
  [`${service}/api/v1`, true],
  [service, false],
])('advises to leave the version out of a URL that has it: %s', (baseUrl, isSaid) => {
  const { fix } = describeError(new ServiceError('not_found', 'x', { status: 404, requestId: 'r' }), baseUrl);
  expect(fix === 'leave /api/v1 out of base_url: platen config list').toBe(isSaid);
});

test('a service inside the command tells the cause of its failure', () => {
  const cause = coded('ENOSPC', { syscall: 'write', path: '/a' });
  const failed = { code: 'io_failed', message: 'cannot write /a', why: 'the disk is full (ENOSPC)' };
  expect(describeError(new ServiceError('internal', 'x', { cause }))).toMatchObject(failed);
  expect(describeError(new ServiceError('page_failed', 'x', { cause }))).toMatchObject({ code: 'page_failed' });
  expect(describeError(new ServiceError('internal', 'x', { cause, status: 500 }))).toMatchObject({ code: 'internal' });
});

test.each([
  ['io_failed', 'ENOSPC', 'the disk is full (ENOSPC)', 'free some space, or name a path on another disk'],
  ['io_failed', 'it is odd', 'it is odd', 'free some space, or name a path on another disk'],
  ['io_failed', undefined, undefined, 'free some space, or name a path on another disk'],
] as const)('an error of a command tells the reason of the system: %s, %s', (code, given, why, fix) => {
  const error = new CommandError(code, 'it failed', { ...(given && { why: given }), cause: coded('ENOSPC') });
  const described = describeError(error);
  expect([described.message, described.why, described.fix]).toEqual(['it failed', why, fix]);
});

test('the fix of an error of a command goes before that of its file', () => {
  const cause = coded('ENOSPC');
  expect(describeError(new CommandError('io_failed', 'x', { fix: 'this', cause })).fix).toBe('this');
  expect(describeError(new CommandError('usage', 'x', { cause })).fix).not.toContain('free some space');
});

test.each([
  [coded('EACCES', { syscall: 'mkdir', path: '/a' }), 'cannot make /a', 'permission denied (EACCES)'],
  [coded('EACCES', { syscall: 'write' }), 'cannot write', 'permission denied (EACCES)'],
  [
    coded('ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'a.example' }),
    'cannot listen on a.example',
    'there is no such host (ENOTFOUND)',
  ],
  [
    coded('EADDRINUSE', { syscall: 'listen', address: '/run/a' }),
    'cannot listen on /run/a',
    'another program listens there (EADDRINUSE)',
  ],
])('an error of the system names what failed: %s', (error, message, why) => {
  expect(describeError(error)).toMatchObject({ code: 'io_failed', message, why });
});

test.each([
  [coded('EACCES'), 'EACCES', true],
  [coded('EODD', { syscall: 'mkdir' }), 'EODD', true],
  ['a text', 'a text', false],
  [undefined, 'undefined', false],
  [null, 'null', false],
  [{ code: 'usage' }, '[object Object]', false],
])('any other error is a fault of platen: %s', (error, message, hasStack) => {
  const described = describeError(error);
  expect(described).toMatchObject({ code: 'bug', message: `something unexpected happened: ${message}` });
  expect('stack' in described).toBe(hasStack);
});

test.each(['browser_missing', 'sandbox_unavailable'] as const)('the reason of %s follows its title', (code) => {
  const described = describeError(Object.assign(new Error('It says why.'), { code }));
  expect(described.why).toBe('It says why');
  expect(described.message).not.toContain('It says why');
});

test.each([
  [{ cause: coded('ENOSPC') }, 'the disk is full (ENOSPC)', 'free some 250 MB, or name a cache folder'],
  [{ cause: coded('ENOSPC'), name: 'StoreError' }, 'the disk is full (ENOSPC)', 'PLATEN_DATA_DIR'],
  [{ cause: coded('ENOSPC'), fix: 'do this' }, 'the disk is full (ENOSPC)', 'do this'],
  [{ fix: 'do this' }, undefined, 'do this'],
  [{ message: 'Too many open files' }, undefined, 'raise the limit (ulimit -n)'],
])('an error of the browser or the database tells what the system refused: %o', (more, why, fix) => {
  const described = describeError(coded('io_failed', more));
  expect(described.why).toBe(why);
  expect(described.fix).toContain(fix);
});
