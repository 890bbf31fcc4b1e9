import { describe, expect, test } from 'vitest';
import { decodeStream } from '../../../src/pdf/objects/decode-stream.ts';
import { PdfStream } from '../../../src/pdf/objects/objects.ts';
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
