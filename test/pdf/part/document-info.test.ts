import { describe, expect, it } from 'vitest';
import { mergePdfs, readDocumentFacts } from '../../../src/pdf/index.ts';
import { readDate, readInfoDate } from '../../../src/pdf/part/document-info.ts';
import { buildPages, type TestObject } from '../build-pdf.ts';

describe('a date of the document information (ISO 32000-2, 7.9.4)', () => {
  it.each([
    ['D:20301231235958Z', '2030-12-31T23:59:58Z'],
    ["D:20301231235958+01'30'", '2030-12-31T23:59:58+01:30'],
    ["D:20301231235958-08'00", '2030-12-31T23:59:58-08:00'],
    ['D:20301231235958+01', '2030-12-31T23:59:58+01:00'],
    ["D:20301231235958Z00'00'", '2030-12-31T23:59:58Z'],
    ['D:203012312359', '2030-12-31T23:59:00Z'],
    ['D:20301231', '2030-12-31T00:00:00Z'],
    ['D:2030', '2030-01-01T00:00:00Z'],
    [' 20301231 ', '2030-12-31T00:00:00Z'],
    ['D:20301331', undefined],
    ['D:20300231', undefined],
    ['D:20280229', '2028-02-29T00:00:00Z'],
    ['D:20301231250000Z', undefined],
    ['D:203', undefined],
    ['December 2030', undefined],
    ['', undefined],
  ])('%j is %s', (text, iso) => {
    expect(readInfoDate(text)).toBe(iso);
  });
});

describe('a date of ISO 8601', () => {
  it.each([
    ['2030-12-31T23:59:58Z', 'D:20301231235958Z', '2030-12-31T23:59:58Z'],
    ['2030-12-31T23:59:58.25z', 'D:20301231235958Z', '2030-12-31T23:59:58Z'],
    ['2030-12-31 23:59Z', 'D:20301231235900Z', '2030-12-31T23:59:00Z'],
    ['2030-12-31t23:59:58-08:30', "D:20301231235958-08'30'", '2030-12-31T23:59:58-08:30'],
  ])('%s is written in both forms', (iso, info, xmp) => {
    const date = readDate(iso);
    expect([date?.info.bytes.toString(), date?.xmp]).toEqual([info, xmp]);
  });

  it.each([
    undefined,
    '',
    '2030-12-31',
    '2030-12-31T23:59:58',
    '2030-13-31T00:00:00Z',
    '2030-02-29T00:00:00Z',
    '2030-12-31T25:00:00Z',
    '2030-12-31T23:59:58+25:00',
  ])('is left out if it is not a date: %s', (iso) => {
    expect(readDate(iso)).toBeUndefined();
  });
});

describe('the properties of a document', () => {
  const build = (info: string, xmp = '') =>
    buildPages(1, {
      trailer: '/Info 6 0 R',
      catalog: '/Metadata 7 0 R',
      more: [`<<${info}>>`, { dict: '/Type /Metadata /Subtype /XML', data: xmp } satisfies TestObject],
    });
  const read = (pdfs: Uint8Array[], metadata = {}) => {
    const parts = pdfs.map((pdf) => ({ pdf, foreign: true }));
    const { title, author, created } = readDocumentFacts(
      mergePdfs(parts, { outline: true, producer: 'test', metadata }).pdf,
    );
    return { title, author, created };
  };
  const xmp =
    '<rdf:Description xmp:CreateDate="2030-01-02T03:04:05Z"><dc:title><rdf:Alt><rdf:li>XMP</rdf:li></rdf:Alt></dc:title>';

  it.each<[string, Uint8Array[], object, object]>([
    ['those of its only part', [build('/Title (Own) /Author (\\tAda\\n)')], {}, { title: 'Own', author: 'Ada' }],
    ['those of XMP, if there are no others', [build('', xmp)], {}, { title: 'XMP', created: '2030-01-02T03:04:05Z' }],
    [
      'those of the document information before those of XMP',
      [build('/Title (Own) /CreationDate (D:20290102030405Z)', xmp)],
      {},
      { title: 'Own', created: '2029-01-02T03:04:05Z' },
    ],
    [
      'those of XMP instead of empty ones and broken dates',
      [build('/Title ( ) /CreationDate (x)', xmp)],
      {},
      { title: 'XMP', created: '2030-01-02T03:04:05Z' },
    ],
    [
      'those of the request before all others',
      [build('/Title (Own) /Author (Ada)', xmp)],
      { title: 'Given' },
      { title: 'Given', author: 'Ada', created: '2030-01-02T03:04:05Z' },
    ],
    [
      'those of the request alone, if it has several parts',
      [build('/Title (One) /Author (Ada)'), build('/Title (Two)')],
      { title: 'Given' },
      { title: 'Given' },
    ],
  ])('are %s', (_what, pdfs, metadata, properties) => {
    expect(read(pdfs, metadata)).toEqual({ title: undefined, author: undefined, created: undefined, ...properties });
  });
});
