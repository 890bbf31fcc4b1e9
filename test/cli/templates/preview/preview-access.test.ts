import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isOwnHost, isSame, readBody, readTarget } from '../../../../src/cli/templates/preview/preview-access.ts';
import { limits } from '../../../../src/contract/index.ts';

it.each([
  ['127.0.0.1', true],
  ['LOCALHOST:8080', true],
  ['[::1]:1', true],
  ['127.0.0.2', false],
  ['localhost.example.com', false],
  ['example.com:80', false],
  [undefined, false],
])('the host %s is this machine: %s', (host, isOwn) => {
  expect(isOwnHost(host)).toBe(isOwn);
});

it.each([
  [undefined, '/'],
  ['/a?b=c', '/a?b=c'],
  ['//x/y', '//x/y'],
])('the target %s is %s', (target, path) => {
  const url = readTarget(target);
  expect(url?.host).toBe('127.0.0.1');
  expect(`${url?.pathname}${url?.search}`).toBe(path);
});

it.each(['http://example.com/', '*', ''])('the target %j is no path', (target) => {
  expect(readTarget(target)).toBeUndefined();
});

it('texts are the same only as a whole', () => {
  expect([isSame('abc', 'abc'), isSame('abc', 'abd'), isSame('ab', 'abc')]).toEqual([true, false, false]);
});

describe('a change', () => {
  const read = (text: string) => readBody(Readable.from([Buffer.from(text)]) as unknown as IncomingMessage);

  it.each([
    ['{"template": "a"}', { template: 'a' }],
    ['null', {}],
    ['3', {}],
  ])('%s has the fields %j', async (text, fields) => {
    expect(await read(text)).toEqual(fields);
  });

  it('is JSON, and not too large', async () => {
    await expect(read('{')).rejects.toMatchObject({ code: 'input_invalid' });
    const most = limits.previewContext * 3;
    expect(await read('{}'.padEnd(most))).toEqual({});
    await expect(read('{}'.padEnd(most + 1))).rejects.toMatchObject({ code: 'too_large' });
  });
});
