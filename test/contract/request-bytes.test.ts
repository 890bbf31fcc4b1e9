import { describe, expect, it } from 'vitest';
import { encodeRequestBytes, mapRequestBytes } from '../../src/contract/index.ts';
import { describeUnwritable, escapePointer, findWrongBytes, formatPointer } from '../../src/contract/request-bytes.ts';

const bytes = new Uint8Array([1, 2, 3]);
const encoded = 'AQID';

describe('the bytes of a request', () => {
  it.each([
    ['a part', { parts: { pdf: bytes } }, { parts: { pdf: encoded } }],
    ['a list of parts', { parts: ['https://a.b', { pdf: bytes }] }, { parts: ['https://a.b', { pdf: encoded }] }],
    [
      'an asset',
      { parts: { html: 'x', assets: { 'a.png': { type: 'image/png', base64: bytes } } } },
      { parts: { html: 'x', assets: { 'a.png': { type: 'image/png', base64: encoded } } } },
    ],
    [
      'an asset of one part of several',
      { parts: [{ html: 'x', assets: { a: { type: 'a/b', base64: bytes } } }] },
      { parts: [{ html: 'x', assets: { a: { type: 'a/b', base64: encoded } } }] },
    ],
    [
      'an attachment',
      { pdf: { attachments: [{ name: 'a', type: 'a/b', base64: bytes }] } },
      { pdf: { attachments: [{ name: 'a', type: 'a/b', base64: encoded }] } },
    ],
    ['an invoice', { pdf: { e_invoice: { base64: bytes } } }, { pdf: { e_invoice: { base64: encoded } } }],
  ])('travel as base64 in %s', (_where, request, expected) => {
    const before = structuredClone(request);
    expect(encodeRequestBytes(request)).toEqual(expected);
    expect(request).toEqual(before);
  });

  it.each([
    ['a document', { parts: { html: bytes } }],
    ['a context', { parts: [{ template: 'x', context: { pdf: bytes } }] }],
    ['a field that nobody knows', { pdf: bytes, assets: { a: { base64: bytes } } }],
    ['nothing of a request', bytes],
  ])('stay as they are in %s', (_where, request) => {
    expect(mapRequestBytes(request, () => 'changed')).toEqual(request);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [1],
    [{ parts: null }],
    [{ parts: [null, 1] }],
    [{ pdf: { attachments: 1 } }],
  ])('are not looked for in %j, which is handed on', (request) => {
    expect(mapRequestBytes(request, () => 'changed')).toEqual(request);
  });
});

describe('bytes in a wrong form', () => {
  const list = 'must be a Uint8Array or base64';
  const file = 'must be an object with type and base64';

  it.each<[object, string, string]>([
    [{ parts: { pdf: new ArrayBuffer(1) } }, '/parts/pdf', list],
    [{ parts: ['x', { image: new DataView(new ArrayBuffer(1)) }] }, '/parts/1/image', list],
    [{ parts: { image: new Uint16Array(1) } }, '/parts/image', list],
    [{ overlays: [{ pdf: new SharedArrayBuffer(1) }] }, '/overlays/0/pdf', list],
    [{ pdf: { e_invoice: { base64: new ArrayBuffer(1) } } }, '/pdf/e_invoice/base64', list],
    [{ pdf: { attachments: [{ base64: bytes }, { base64: new Int8Array(1) }] } }, '/pdf/attachments/1/base64', list],
    [{ parts: { assets: { 'a/b~c': bytes } } }, '/parts/assets/a~1b~0c', file],
    [{ parts: [{ assets: { a: new ArrayBuffer(1) } }] }, '/parts/0/assets/a', file],
    [{ overlays: [{ assets: { a: bytes } }] }, '/overlays/0/assets/a', file],
    [{ parts: { pdf: new ArrayBuffer(1), assets: { a: bytes } } }, '/parts/assets/a', file],
  ])('are found in %j', (request, pointer, detail) => {
    expect(findWrongBytes(request)).toEqual({ pointer, detail });
  });

  it.each([
    [{ parts: { pdf: bytes, image: Buffer.from('x'), assets: { a: { base64: bytes } } } }],
    [{ parts: { pdf: 'AQID', assets: { a: { base64: 'AQID' } } } }],
    [{ parts: { html: new ArrayBuffer(1) }, pdf: { title: new ArrayBuffer(1) } }],
    [{ parts: bytes, overlays: null }],
    [{ pdf: { attachments: 1, e_invoice: [new ArrayBuffer(1)] } }],
    [undefined],
    [null],
    ['x'],
  ])('are not found in %j', (request) => {
    expect(findWrongBytes(request)).toBeUndefined();
  });

  it('are not looked for in what is inherited', () => {
    expect(findWrongBytes({ parts: Object.create({ pdf: new ArrayBuffer(1) }) })).toBeUndefined();
    const request = { parts: Object.create({ pdf: bytes }) };
    expect(mapRequestBytes(request, () => 'changed')).toEqual(request);
  });
});

describe('a value that JSON has not', () => {
  class List extends Array {}

  it.each<[unknown, string]>([
    [Number.NaN, 'is NaN, which JSON has not'],
    [Number.POSITIVE_INFINITY, 'is Infinity, which JSON has not'],
    [new Map(), 'is a Map, which JSON has not: Object.fromEntries makes an object of it'],
    [new Set(), 'is a Set, which JSON has not: spread it into a list'],
    [Promise.resolve(), 'is a Promise, of which JSON has nothing: await it'],
    [new Uint16Array(1), 'is no Array, and JSON would not have it as a list: spread it into one'],
    [new URLSearchParams('a=b'), 'is no Array, and JSON would not have it as a list: spread it into one'],
  ])('is named: %o', (value, words) => {
    expect(describeUnwritable(value)).toBe(words);
  });

  it('is a date without a time, which is null by then', () => {
    expect(describeUnwritable(null, new Date(Number.NaN))).toBe('is a Date without a time, which JSON makes null');
    expect(describeUnwritable('2030', new Date(0))).toBeUndefined();
  });

  it.each([
    [0],
    [-1.5],
    ['text'],
    [new String('text')],
    [null],
    [undefined],
    [{}],
    [[]],
    [new List()],
    [bytes],
    [true],
  ])('is not %o', (value) => {
    expect(describeUnwritable(value)).toBeUndefined();
  });
});

it.each<[(string | number)[], string]>([
  [[], ''],
  [['a', 0], '/a/0'],
  [['a/b', 'm~n', '~1', ''], '/a~1b/m~0n/~01/'],
])('the pointer of %j is %j', (path, pointer) => {
  expect(formatPointer(path)).toBe(pointer);
  expect(path.map((step) => `/${escapePointer(String(step))}`).join('')).toBe(pointer);
});
