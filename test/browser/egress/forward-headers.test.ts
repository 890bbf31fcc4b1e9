import { expect, test } from 'vitest';
import { forwardHeaders, forwardRequestHeaders } from '../../../src/browser/egress/forward-headers.ts';

test.each([
  [
    ['Accept', 'a', 'X-B', 'b'],
    ['Accept', 'a', 'X-B', 'b'],
  ],
  [
    ['TE', 'x', 'Keep-Alive', '1', 'Upgrade', 'h2c', 'Proxy-Authorization', 'x', 'A', 'b'],
    ['A', 'b'],
  ],
  [
    ['Connection', 'close, X-B', 'x-b', '1', 'Transfer-Encoding', 'chunked', 'C', 'd'],
    ['C', 'd'],
  ],
  [
    ['Connection', 'content-length', 'Content-Length', '5'],
    ['Content-Length', '5'],
  ],
])('of the fields %j, these go on: %j', (given, wanted) => {
  expect(forwardHeaders(given)).toEqual(wanted);
});

test('a request names its target, whatever its client wrote, and stays chunked', () => {
  expect(forwardRequestHeaders(['HOST', 'evil', 'A', 'b'], 'a.example')).toEqual(['Host', 'a.example', 'A', 'b']);
  expect(forwardRequestHeaders(['Transfer-Encoding', 'gzip'], 'a.example')).toEqual([
    'Host',
    'a.example',
    'Transfer-Encoding',
    'chunked',
  ]);
});
