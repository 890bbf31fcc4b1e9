import { describe, expect, it } from 'vitest';
import { parseJsonBody } from '../../../src/server/requests/json-body.ts';
import { readJsonValue } from '../../../src/server/requests/json-value.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a body', () => {
  it('is what its JSON says', async () => {
    const text = '{"a":[1,-2.5e3,"\\ud83d\\ude00",true,null],"constructor":1,"prototype":{}}';
    expect(await parse(text)).toEqual(JSON.parse(text));
    expect(await parse('"ü"')).toBe('ü');
  });

  it.each([
    ['', 'invalid_json', 'the body is empty'],
    ['\ufeff{}', 'invalid_json', 'the body starts with a byte order mark'],
    ['{', 'invalid_json', 'the body is not valid JSON at line 1, column 2'],
    ['{\n  "a": 1 x}', 'invalid_json', 'the body is not valid JSON at line 2, column 10'],
    ['secret', 'invalid_json', 'the body is not valid JSON at line 1, column 1'],
    ['{"a": [1,\n x]}', 'invalid_json', 'the body is not valid JSON at line 2, column 2'],
    ['{"a":1,"a":2}', 'invalid_json', 'the key "a" appears twice in one object'],
    ['{"__proto__":1}', 'invalid_request', 'the key "__proto__" is not allowed'],
    ['{"constructor":{"prototype":1}}', 'invalid_request', 'the key "prototype" is not allowed'],
    ['{"a":[1e400]}', 'invalid_request', '/a/0 is a number beyond the range of JSON numbers'],
    ['1e400', 'invalid_request', 'the body is a number beyond the range of JSON numbers'],
    ['{"a":["\\ud800"]}', 'invalid_request', '/a/0 contains half of a surrogate pair'],
    ['{"a":{"\\uDBFF":1}}', 'invalid_request', '/a has a name that contains half of a surrogate pair'],
    [nest(65), 'invalid_request', 'the body is nested deeper than 64 levels'],
  ])('%j is refused', async (text, code, message) => {
    await expect(parse(text)).rejects.toMatchObject({ code, message });
  });

  it.each([
    ['is looked for up to 128 KB', 128 * 1024, 'x]', 'the body is not valid JSON at line 1, column 131071'],
    ['is not looked for beyond', 128 * 1024 + 1, 'x]', 'the body is not valid JSON'],
    ['is named beyond where it costs nothing', 200_000, '1 x]', 'the body is not valid JSON at line 1, column 199999'],
    ['is named beyond where the text ends', 200_000, '', 'the body is not valid JSON at line 1, column 200001'],
  ])('the place of its fault %s', async (_, length, end, message) => {
    await expect(parse(`[${' '.repeat(length - end.length - 1)}${end}`)).rejects.toMatchObject({ message });
  });

  it('that is no UTF-8 is refused', async () => {
    await expect(parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).rejects.toThrow('the body is not valid UTF-8');
  });

  it('shows a hundred characters of a key', async () => {
    const key = 'k'.repeat(100);
    await expect(parse(`{"${key}":1,"${key}":1}`)).rejects.toThrow(`the key "${key}" appears twice`);
    await expect(parse(`{"${key}k":1,"${key}k":1}`)).rejects.toThrow(`the key "${key}…" appears twice`);
  });

  it('keeps its large numbers', async () => {
    expect(await parse('[1e300,9007199254740991]')).toEqual([1e300, 9007199254740991]);
    await expect(parse('{"a":9007199254740993}')).rejects.toMatchObject({ errors: [{ pointer: '/a' }] });
  });
});

describe('a body as a value', () => {
  const circle: unknown[] = [];
  circle.push(circle);

  it.each<[string, unknown, string, string]>([
    ['half a character', { a: ['\ud800'] }, 'invalid_request', '/a/0 contains half of a surrogate pair'],
    ['it in a name', { a: { '\ud800': 1 } }, 'invalid_request', '/a has a name that contains half of a surrogate pair'],
    ['a prototype', JSON.parse('{"__proto__":1}'), 'invalid_request', 'the key "__proto__" is not allowed'],
    ['that of a class', { constructor: { prototype: 1 } }, 'invalid_request', 'the key "prototype" is not allowed'],
    ['a bigint', { a: 10n }, 'invalid_request', '/a is a bigint, which JSON has not'],
    ['nothing', undefined, 'invalid_json', 'the body is empty'],
    ['itself', circle, 'invalid_request', 'the body is nested deeper than 64 levels'],
  ])('that holds %s is refused', (_what, value, code, message) => {
    expect(() => readJsonValue(value)).toThrow(expect.objectContaining({ code, message }));
  });

  it('keeps bytes, and has what JSON makes of objects', () => {
    const bytes = new Uint8Array([1]);
    const written = {
      bytes,
      date: new Date(0),
      number: new Number(1),
      text: new String('a'),
      flag: new Boolean(false),
      own: { toJSON: (key: string) => key },
      prototype: 1,
    };
    const { value } = readJsonValue(written);
    expect(value).toEqual({
      bytes,
      date: '1970-01-01T00:00:00.000Z',
      number: 1,
      text: 'a',
      flag: false,
      own: 'own',
      prototype: 1,
    });
    expect((value as { bytes: unknown }).bytes).toBe(bytes);
  });
});
