import { describe, expect, it } from 'vitest';
import { encodeRequestBytes, mapRequestBytes } from '../../src/contract/index.ts';

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
