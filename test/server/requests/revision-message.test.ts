import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/server/requests/revision-message.ts';

const long = (length: number) => 'x'.repeat(length);

describe('the message of a change', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    [' why ', 'why'],
    ['Gr%C3%B6%C3%9Fe 100%25', 'Gr\u00f6\u00dfe 100%'],
    ['~', '~'],
    [long(500), long(500)],
    ['%C3%B6'.repeat(500), '\u00f6'.repeat(500)],
  ])('in the header %j is %j', (header, message) => {
    expect(readMessage(header)).toBe(message);
  });

  it.each([
    ['Gr\u00f6\u00dfe', 'must be percent-encoded UTF-8, such as Gr%C3%B6%C3%9Fe'],
    ['a\tb', 'must be percent-encoded UTF-8, such as Gr%C3%B6%C3%9Fe'],
    ['a\u007fb', 'must be percent-encoded UTF-8, such as Gr%C3%B6%C3%9Fe'],
    ['100%', 'is not valid percent-encoded UTF-8; write % as %25'],
    ['%FF', 'is not valid percent-encoded UTF-8; write % as %25'],
    ['a%0Ab', 'must not contain control characters'],
    ['%7F', 'must not contain control characters'],
    [long(501), 'has 501 characters; at most 500 are allowed'],
  ])('is not %j', (header, detail) => {
    const message = `the header Platen-Revision-Message ${detail}`;
    expect(() => readMessage(header)).toThrow(expect.objectContaining({ code: 'invalid_request', message }));
  });
});
