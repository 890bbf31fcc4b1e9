import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';
import { writePng } from '../../../src/cli/pictures/png.ts';
import { unpackImages } from '../../../src/client/receive/receive-images.ts';

const pixels = (width: number, height: number) => ({ width, height, data: new Uint8Array(width * height * 4) });
const png = writePng(pixels(3, 2));
const photo = jpeg.encode(pixels(20, 10), 90).data;

function unpack(type: string, bytes: Uint8Array) {
  const facts = () => ({ bytes: bytes.length, sha256: '' });
  const stream = Readable.from([Buffer.from(bytes)]);
  const report = { pages: 1, warnings: [], timings: null, templateRevisions: [4] };
  return unpackImages({ kind: 'images', type, stream, facts, ...report });
}

test.each([
  ['image/png', png, { width: 3, height: 2 }],
  ['image/jpeg', photo, { width: 20, height: 10 }],
])('an image that is %s has its size', async (type, bytes, size) => {
  const { images, templateRevisions } = await unpack(type, bytes);
  expect(images).toEqual([{ page: 1, type, ...size, bytes: expect.any(Uint8Array) }]);
  expect(Buffer.from(images[0]?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true);
  expect(templateRevisions).toEqual([4]);
});

test('the images of an archive are in the order of the pages', async () => {
  const files = { 'page-10.png': png, 'page-02.jpeg': photo };
  const { images } = await unpack('application/zip', zipSync(files));
  expect(images.map(({ page, type, width }) => [page, type, width])).toEqual([
    [2, 'image/jpeg', 20],
    [10, 'image/png', 3],
  ]);
});

test.each([
  ['a file with the type of an archive that is not one', 'application/zip', png],
  ['an archive of other files', 'application/zip', zipSync({ '../page-1.png': png })],
  ['a JPEG that is a PNG', 'image/jpeg', png],
  ['a PNG that is cut off', 'image/png', png.subarray(0, 20)],
  ['a JPEG that is cut off', 'image/jpeg', photo.subarray(0, 20)],
  ['another type', 'image/webp', png],
])('%s is an error', async (_name, type, bytes) => {
  await expect(unpack(type, bytes)).rejects.toMatchObject({ code: 'unexpected_answer' });
});
