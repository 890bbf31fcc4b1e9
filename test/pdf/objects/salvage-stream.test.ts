import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeStream } from '../../../src/pdf/objects/decode-stream.ts';
import { buildDict, type PdfObject, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { salvageStream } from '../../../src/pdf/objects/salvage-stream.ts';

const build = (data: string) => new PdfStream(new Map([['Filter', 'RunLengthDecode']]), Buffer.from(data, 'latin1'));

describe('a stream of run lengths', () => {
  test('with data behind its end, which some readers decode as well, is written without it', () => {
    const stream = build('\x01Hi\xfea\x80\nxyz');
    expect(salvageStream(stream, 1000)).toEqual({ extent: 'part', read: 5 });
    expect(stream.dict.get('Filter')).toBe('FlateDecode');
    expect(decodeStream(stream, { bytes: 1000 }).toString()).toBe('Hiaaa');
  });

  test.each(['\x01Hi\xfea\x80\r\n', '\x01Hi\xfea'])('without such data stays: %j', (data) => {
    const stream = build(data);
    expect(salvageStream(stream, 1000)).toEqual({ extent: 'whole', read: 5 });
    expect(stream.data).toEqual(Buffer.from(data, 'latin1'));
  });
});

type Entries = Record<string, PdfObject>;
const text = Buffer.from(Array.from({ length: 400 }, (_, at) => `${at * at}`).join(' '));
const packed = deflateSync(text);
const make = (data: Uint8Array, entries: Entries) => new PdfStream(buildDict(entries), data);
/** What a stream has after it was repaired. */
const salvage = (stream: PdfStream, limit = 10_000) => {
  const { extent, read } = salvageStream(stream, limit);
  return { extent, read, text: decodeStream(stream, { bytes: 10_000 }).toString('latin1') };
};

describe('a stream that is whole', () => {
  test.each<[string, Uint8Array, Entries]>([
    ['flate', packed, { Filter: 'FlateDecode' }],
    ['flate by its short name', packed, { Filter: 'Fl' }],
    ['digits', Buffer.from(`${text.toString('hex')}>`), { Filter: 'ASCIIHexDecode' }],
    ['digits by their short name', Buffer.from(`${text.toString('hex')}>`), { Filter: 'AHx' }],
    ['digits of flate', Buffer.from(`${packed.toString('hex')}>`), { Filter: ['AHx', 'FlateDecode'] }],
  ])('stays and is counted: %s', (_, data, entries) => {
    const stream = make(data, entries);
    expect(salvage(stream)).toEqual({ extent: 'whole', read: text.length, text: text.toString() });
    expect(stream.data).toBe(data);
    expect(stream.dict).toEqual(buildDict(entries));
  });

  test.each<[string, Uint8Array, Entries]>([
    ['without a filter', text, {}],
    ['with a filter of pictures', text, { Filter: 'DCTDecode' }],
    ['without data', Buffer.alloc(0), { Filter: 'FlateDecode' }],
  ])('is not looked at %s', (_, data, entries) => {
    const stream = make(data, entries);
    expect(salvageStream(stream, 10_000)).toEqual({ extent: 'whole', read: 0 });
    expect(stream.data).toBe(data);
  });

  test.each([
    [text.length - 1, 0],
    [text.length, text.length],
  ])('is read up to a limit: %i bytes gives %i', (limit, read) => {
    expect(salvageStream(make(packed, { Filter: 'FlateDecode' }), limit)).toEqual({ extent: 'whole', read });
  });

  test('is not read behind a predictor', () => {
    const DecodeParms = [buildDict({ Predictor: 12 }), null];
    const stream = make(packed, { Filter: ['FlateDecode', 'ASCIIHexDecode'], DecodeParms });
    expect(salvageStream(stream, 10_000)).toEqual({ extent: 'whole', read: text.length });
    expect(stream.data).toBe(packed);
  });
});

describe('a stream of flate', () => {
  test('without its checksum is packed again, and is whole', () => {
    const stream = make(packed.subarray(0, -4), { Filter: 'FlateDecode' });
    expect(salvage(stream)).toEqual({ extent: 'whole', read: text.length, text: text.toString() });
    expect(stream.data).toEqual(packed);
  });

  test('that is cut off has what comes before', () => {
    const { extent, read, text: kept } = salvage(make(packed.subarray(0, 400), { Filter: 'FlateDecode' }));
    expect(extent).toBe('part');
    expect(read).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(300);
    expect(text.toString().startsWith(kept)).toBe(true);
  });

  test('that is broken in the middle has what comes before', () => {
    const broken = Buffer.from(packed);
    broken.fill(0xff, 500);
    const { extent, text: kept } = salvage(make(broken, { Filter: 'FlateDecode' }));
    expect(extent).toBe('part');
    expect(kept.slice(0, 300)).toBe(text.toString('latin1', 0, 300));
  });

  test('that is no flate has nothing', () => {
    const stream = make(Buffer.from('no flate at all'), { Filter: 'FlateDecode' });
    expect(salvage(stream)).toEqual({ extent: 'nothing', read: 0, text: '' });
  });

  test('keeps its other filters and their parameters', () => {
    const digits = Buffer.from(`${text.toString('hex')}>`);
    const first = buildDict({ Columns: 1 });
    const second = buildDict({ Columns: 2 });
    const entries = { Filter: ['FlateDecode', 'ASCIIHexDecode'], DecodeParms: [first, second] };
    const stream = make(deflateSync(digits).subarray(0, -4), entries);
    expect(salvage(stream)).toEqual({ extent: 'whole', read: digits.length, text: text.toString() });
    expect(stream.dict).toEqual(buildDict(entries));
  });

  test('keeps its own parameters, and those of the filters that are left', () => {
    const own = buildDict({ Predictor: 1, Columns: 7 });
    const one = make(packed.subarray(0, -4), { Filter: 'FlateDecode', DecodeParms: own });
    expect(salvage(one)).toEqual({ extent: 'whole', read: text.length, text: text.toString() });
    expect(one.dict).toEqual(buildDict({ Filter: 'FlateDecode', DecodeParms: own }));
    const listed = make(packed.subarray(0, -4), { Filter: ['FlateDecode'], DecodeParms: [own] });
    salvageStream(listed, 10_000);
    expect(listed.dict).toEqual(buildDict({ Filter: 'FlateDecode', DecodeParms: own }));
    const without = make(packed.subarray(0, -4), { Filter: 'FlateDecode' });
    salvageStream(without, 10_000);
    expect(without.dict.get('DecodeParms') ?? null).toBeNull();
  });

  test('in other filters is repaired alone', () => {
    const hex = Buffer.from(`${packed.subarray(0, -4).toString('hex')}>`);
    const stream = make(hex, { Filter: ['ASCIIHexDecode', 'FlateDecode'] });
    expect(salvage(stream)).toEqual({ extent: 'whole', read: text.length, text: text.toString() });
    expect(stream.dict.get('Filter')).toBe('FlateDecode');
  });

  test('that lacks its checksum and has broken digits is not whole', () => {
    const stream = make(deflateSync(Buffer.from('616x62>')).subarray(0, -4), { Filter: ['FlateDecode', 'AHx'] });
    expect(salvageStream(stream, 10_000).extent).toBe('part');
  });
});

describe('a stream of text', () => {
  test.each<[string, string, string]>([
    ['ASCIIHexDecode', '48 69 x 41>', 'Hi'],
    ['AHx', '48 69 x 41>', 'Hi'],
    ['ASCII85Decode', '87cUR\x80~>', 'Hell'],
    ['A85', '87cUR\x80~>', 'Hell'],
    ['RL', '\x01Hi\xfea\x80xyz', 'Hiaaa'],
    // The codes of H and i, and one that is not known yet.
    ['LZWDecode', '\x24\x1a\x7f\xff', 'H'],
    ['LZW', '\x24\x1a\x7f\xff', 'H'],
  ])('of the filter %s has what comes before its fault', (Filter, data, kept) => {
    const stream = make(Buffer.from(data, 'latin1'), { Filter });
    const found = salvage(stream);
    expect(found.extent).toBe('part');
    expect(found.text.slice(0, kept.length)).toBe(kept);
    expect(stream.dict.get('Filter')).toBe('FlateDecode');
  });
});
