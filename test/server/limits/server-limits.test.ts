import { describe, expect, it } from 'vitest';
import { boundConnections, defaultServerLimits, readFileLimit } from '../../../src/server/limits/server-limits.ts';

it('a service allows this unless it is set otherwise', () => {
  expect(defaultServerLimits).toEqual({
    requestsPerKey: { perSecond: 100, burst: 500 },
    failuresPerAddress: { perSecond: 1, burst: 60 },
    bodyBytes: 536_870_912,
    connections: 1024,
    headersMs: 10_000,
    requestMs: 30_000,
    silenceMs: 900_000,
    replayMs: 900_000,
    replayBytes: 209_715_200,
    readyMs: 5000,
  });
});

describe('the files that a process may open', () => {
  it.each([
    ['Max open files            1024                 524288               files\n', 1024],
    ['Max cpu time 5\nMax open files 20 30 files', 20],
    ['Max open files            unlimited            unlimited            files\n', undefined],
    ['', undefined],
  ])('of %j are %s', (text, files) => {
    expect(readFileLimit(() => text)).toBe(files);
  });

  it('are unknown where nothing tells', () => {
    const refuse = () => {
      throw new Error('ENOENT');
    };
    expect(readFileLimit(refuse)).toBeUndefined();
  });
});

it.each([
  [1024, undefined, 1024],
  [1024, 4096, 1024],
  [1024, 2048, 1024],
  [1024, 2047, 1023],
  [1024, 1, 1],
  [1024, 0, 1],
])('of %i wanted connections with %s files a service takes %i', (wanted, files, taken) => {
  expect(boundConnections(wanted, files)).toBe(taken);
});
