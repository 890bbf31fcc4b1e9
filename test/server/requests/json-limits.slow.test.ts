import { describe, expect, it } from 'vitest';
import { parseJsonBody } from '../../../src/server/requests/json-body.ts';
import { readJsonValue } from '../../../src/server/requests/json-value.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (count: number) => `[${Array.from({ length: count }, () => 1)}]`;
const name = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 1])));

describe('the limits of a body, as text and as a value', () => {
  it.each([
    ['64 levels', nest(64)],
    ['a million values', list(999_999)],
    ['50 000 names', name(50_000)],
  ])('allow %s', async (_what, text) => {
    const value = await parse(text);
    expect(readJsonValue(value).value).toEqual(value);
    expect(readJsonValue(value).bytes).toBe(text.length);
  });

  it.each([
    ['65 levels', nest(65), 'invalid_request', 'the body is nested deeper than 64 levels'],
    ['more than a million values', list(1_000_000), 'too_large', 'the body has more than 1000000 values'],
    ['50 001 names', name(50_001), 'too_large', 'the body has more than 50000 names'],
  ])('refuse %s', async (_what, text, code, message) => {
    await expect(parse(text)).rejects.toMatchObject({ code, message });
    expect(() => readJsonValue(JSON.parse(text))).toThrow(expect.objectContaining({ code, message }));
  });
});
