import { describe, expect, it } from 'vitest';
import { decodeStream } from '../../../src/pdf/objects/decode-stream.ts';
import { PdfStream } from '../../../src/pdf/objects/objects.ts';

const decode = (filter: string | string[], data: string, bytes = 1000) =>
  decodeStream(new PdfStream(new Map([['Filter', filter]]), Buffer.from(data, 'latin1')), { bytes }).toString('latin1');

describe('a stream unfolds from', () => {
  it.each([
    ['ASCIIHexDecode', '48 65\n6C6c6F>', 'Hello'],
    ['AHx', '487>', 'Hp'],
    ['ASCIIHexDecode', '', ''],
    ['ASCII85Decode', '87cUR\nD]i,"Ebo7~>', 'Hello World'],
    ['A85', 'z!!~>', '\0\0\0\0\0'],
    ['ASCII85Decode', '87cURDZ', 'Hello'],
    ['ASCIIHexDecode', '4\0\t\n\f\r 1>42', 'A'],
    ['ASCIIHexDecode', '4142', 'AB'],
    ['ASCII85Decode', '!!!!!s8W-!~>', '\0\0\0\0\xff\xff\xff\xff'],
    ['ASCII85Decode', '5l~>', 'A'],
    ['ASCII85Decode', '5sb~>', 'AB'],
    ['ASCII85Decode', '5sdp~>', 'ABC'],
    ['ASCII85Decode', '5sdq,~>zz', 'ABCD'],
    ['ASCII85Decode', ' 5 \0s\td\rq,', 'ABCD'],
    ['ASCII85Decode', '~>', ''],
    ['RunLengthDecode', '\x00a\x7f'.padEnd(131, 'b'), `a${'b'.repeat(128)}`],
    ['RunLengthDecode', '\x81a\xffb', `${'a'.repeat(128)}bb`],
    ['RunLengthDecode', '\x05ab', 'ab'],
    ['RunLengthDecode', '\xff', '\0\0'],
    ['RunLengthDecode', '\x01Hi\xfea\x80xyz', 'Hiaaa'],
    ['RL', '', ''],
    // ISO 32000-2, 7.4.4.2, example 1.
    ['LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01', '-----A---B'],
    ['LZW', '', ''],
  ])('%s of %j', (filter, data, expected) => {
    expect(decode(filter, data)).toBe(expected);
  });

  it('several filters, the last of them first', () => {
    expect(decode(['ASCIIHexDecode', 'RunLengthDecode'], '0148 69 fe6180>')).toBe('Hiaaa');
  });

  it.each([
    ['ASCIIHexDecode', '4x>'],
    ['ASCIIHexDecode', 'g'],
    ['ASCII85Decode', '5z~>'],
    ['ASCII85Decode', '5~>'],
    ['ASCII85Decode', 's9~>'],
    ['ASCII85Decode', '87cURv~>'],
    ['ASCII85Decode', 's8W-"~>'],
    ['ASCII85Decode', '87cUR!~>'],
    ['LZWDecode', '\x80\x7f\xff'],
    ['Unknown', ''],
  ])('not from %s of %j', (filter, data) => {
    expect(() => decode(filter, data)).toThrow(/broken|not read here/);
  });

  it('no more than its budget', () => {
    expect(() => decode('RunLengthDecode', '\x81a'.repeat(10))).toThrow('unfold to too much');
    expect(decode('RunLengthDecode', '\x81a', 128)).toBe('a'.repeat(128));
    expect(() => decode('RunLengthDecode', '\x81a', 127)).toThrow('unfold to too much');
    expect(() => decode('RunLengthDecode', '\x02abc', 2)).toThrow('unfold to too much');
  });
});
