import { expect, test } from 'vitest';
import { endsEarly, listCutImages } from '../../../../src/engine/page/checks/cut-images.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
/** A JPEG whose header contains a thumbnail. The end marker of the thumbnail does not end the file. */
const jpeg = '\xff\xd8\xff\xe1\0\x06\xff\xd9ab\xff\xda\0\x02data';
const riff = (size: number, body: string) => `RIFF${String.fromCharCode(size)}\0\0\0${body}`;

test.each([
  ['a PNG without its end', '\x89PNG\r\n\x1a\nIHDR', true],
  ['a PNG', '\x89PNG\r\n\x1a\nIHDR..IEND....', false],
  ['a WebP that is too short', riff(5, 'WEBP'), true],
  ['a WebP', riff(4, 'WEBP'), false],
  ['a WebP with more behind it', riff(4, 'WEBPmore'), false],
  ['the first bytes of a WebP', 'RIFF\x99\0\0', false],
  ['a JPEG without its end', jpeg, true],
  ['a JPEG', `${jpeg}\xff\xd9`, false],
  ['a JPEG with a film behind it', `${jpeg}\xff\xd9film`, false],
  ['a JPEG that ends in its header', '\xff\xd8\xff\xe1\0\x20ab', true],
  ['the first bytes of a JPEG', '\xff\xd8\xff', true],
  ['another file', '\xff\xd7', false],
  ['a GIF', 'GIF89a', false],
  ['nothing', '', false],
])('%s ends early', (_, bytes, isCut) => {
  expect(endsEarly(latin(bytes))).toBe(isCut);
});

test('the images of a document from memory are looked at, as text or as bytes', () => {
  const origin = 'https://x.invalid';
  const file = latin(jpeg);
  const bytes = new Uint8Array(Buffer.concat([latin('..'), file, latin('\xff\xd9')])).subarray(2, 2 + file.length);
  const assets = {
    'a.jpg': { type: 'image/jpeg', base64: file.toString('base64') },
    'b.jpg': { type: 'image/jpeg', base64: bytes },
    'c.jpg': { type: 'image/jpeg', base64: latin(`${jpeg}\xff\xd9`).toString('base64') },
  };
  const urls = ['a.jpg', 'b.jpg', 'c.jpg', 'none.jpg', 'toString'].map((name) => `${origin}/${name}`);
  expect(listCutImages([...urls, 'https://a.example/a.jpg'], origin, assets)).toEqual(urls.slice(0, 2));
  expect(listCutImages(urls, origin)).toEqual([]);
});
