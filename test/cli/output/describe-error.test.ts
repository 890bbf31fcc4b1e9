import { expect, test } from 'vitest';
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
