import { describe, expect, test } from 'vitest';
import { endsEarly } from '../../../../src/engine/page/checks/cut-images.ts';

const bytes = (...pieces: (string | number[])[]) =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece))));
// A header that holds a small picture with its own end, and the start of a scan.
const jpegStart = bytes(
  [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9, 0xff, 0xda, 0, 4, 1, 2],
  [7, 0xff, 0, 8],
);

describe('an image that has lost its end', () => {
  test.each<[string, Buffer]>([
    ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 9], 'IDAT', [1, 2])],
    ['a JPEG', jpegStart],
    ['a WebP', bytes('RIFF', [20, 0, 0, 0], 'WEBPVP8 ')],
  ])('is found: %s', (_what, file) => expect(endsEarly(file)).toBe(true));
});

describe('no such image', () => {
  test.each<[string, Buffer]>([
    ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 0], 'IEND', [1, 2, 3, 4])],
    ['a JPEG', bytes([...jpegStart], [0xff, 0xd9])],
    ['a JPEG with a film behind it', bytes([...jpegStart], [0xff, 0xd9], 'ftyp')],
    ['a WebP', bytes('RIFF', [12, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0])],
    ['a drawing', bytes('<svg/>')],
    ['nothing', bytes('')],
  ])('is %s', (_what, file) => expect(endsEarly(file)).toBe(false));
});
