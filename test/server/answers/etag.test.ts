import { describe, expect, it } from 'vitest';
import { formatEtag, matchesEtag, readIfMatch } from '../../../src/server/answers/etag.ts';

const etag = formatEtag(3);

describe('If-Match (RFC 9110, section 13.1.1)', () => {
  it.each<[string | undefined, number[] | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    [' * ', undefined],
    [etag, [3]],
    ['"v1", "v20"', [1, 20]],
    [' ,"v1",, "v2", ', [1, 2]],
    ['W/"v3"', []],
    ['"other,tag"', []],
    ['"v0"', []],
    ['"v01"', []],
    ['"v1234567890123456"', []],
    ['"v123456789012345"', [123_456_789_012_345]],
  ])('%j accepts the versions %j', (header, versions) => {
    expect(readIfMatch(header)).toEqual(versions);
  });

  it.each(['', 'v3', '"v3', '"v3" "v4"', '*, "v3"', ',', '"a b"'])('%j is refused', (header) => {
    expect(() => readIfMatch(header)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: 'the header If-Match is not a list of quoted ETags',
      }),
    );
  });
});

describe('If-None-Match (RFC 9110, section 13.1.2)', () => {
  it.each([
    [undefined, false],
    ['*', true],
    [etag, true],
    [`W/${etag}`, true],
    [`"v2", ${etag}`, true],
    ['"v2"', false],
    ['"v33"', false],
  ])('%j names it: %s', (header, isNamed) => {
    expect(matchesEtag(header, etag)).toBe(isNamed);
  });

  it('is refused if it is no list of tags', () => {
    expect(() => matchesEtag('v3', etag)).toThrow('the header If-None-Match is not a list of quoted ETags');
  });
});
