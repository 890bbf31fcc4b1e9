import { expect, it } from 'vitest';
import { explainOutsideFailure, explainOutsideStatus } from '../../../src/server/destination/destination-error.ts';

it.each([
  ['not_allowed', 'is not allowed as a destination, or its name does not resolve', false],
  ['unreachable', 'accepts no connections', true],
  ['tls_failed', 'has no certificate that can be trusted', false],
  ['timeout', 'did not answer in time', true],
  ['broken_off', 'closed the connection before it responded', true],
] as const)('a destination that is %s %s', (failure, why, retryable) => {
  const error = explainOutsideFailure('x.example', failure);
  expect(error).toMatchObject({ code: 'destination_failed', message: `x.example ${why}`, retryable });
});

it.each([
  [299, undefined, 'answered with status 299', false],
  [300, undefined, 'answered with status 300; no redirect is followed', false],
  [399, '<Code>X</Code>', 'answered with status 399; no redirect is followed', false],
  [400, undefined, 'answered with status 400', false],
  [403, '<Error><Code>AccessDenied</Code><Key>secret</Key>', 'answered with status 403 (AccessDenied)', false],
  [403, `<Code>${'x'.repeat(64)}</Code>`, `answered with status 403 (${'x'.repeat(64)})`, false],
  [403, `<Code>${'x'.repeat(65)}</Code>`, 'answered with status 403', false],
  [403, '<Code>a/b</Code>', 'answered with status 403', false],
  [428, undefined, 'answered with status 428', false],
  [429, undefined, 'answered with status 429', true],
  [499, undefined, 'answered with status 499', false],
  [500, undefined, 'answered with status 500', true],
])('a destination with the status %i and the body %j %s', (status, body, why, retryable) => {
  const error = explainOutsideStatus('x.example', status, body);
  expect(error).toMatchObject({ code: 'destination_failed', message: `x.example ${why}`, retryable });
});
