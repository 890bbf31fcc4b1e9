import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';
import { writePng } from '../../../src/cli/pictures/png.ts';
import { receiveImages, unpackImages } from '../../../src/client/receive/receive-images.ts';

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

/** The start of a JPEG with these segments: a marker and what follows its length. */
function jpegOf(...segments: [marker: number, ...content: number[]][]): Uint8Array {
  const bytes = segments.flatMap(([marker, ...content]) => [
    marker >> 8,
    marker & 0xff,
    0,
    content.length + 2,
    ...content,
  ]);
  return Uint8Array.from([0xff, 0xd8, ...bytes]);
}
/** A frame of 300 × 258 pixels. */
const frame = [8, 1, 2, 1, 44] as const;
const other = [9, 9, 9, 9, 9, 9, 9] as const;

test.each([
  [[0xffc0, ...frame]],
  [[0xffcf, ...frame]],
  [
    [0xffe0, ...other],
    [0xffc2, ...frame],
  ],
  ...[0xffbf, 0xff00, 0xffd0, 0xffc4, 0xffc8, 0xffcc].map((marker) => [
    [marker, ...other],
    [0xffc1, ...frame],
  ]),
] as [number, ...number[]][][])('the size of a JPEG is in its frame: %j', async (...segments) => {
  const { images } = await unpack('image/jpeg', jpegOf(...segments));
  expect(images).toMatchObject([{ page: 1, width: 300, height: 258 }]);
});

test.each([
  ['JPEG without a frame', 'image/jpeg', jpegOf([0xffe0, ...other])],
  ['JPEG with half a frame', 'image/jpeg', jpegOf([0xffc0, ...frame.slice(1)] as [number])],
  ['JPEG with other bytes', 'image/jpeg', jpegOf([0xfeff, ...other], [0xffc0, ...frame])],
  ['JPEG without its mark', 'image/jpeg', jpegOf([0xffc0, ...frame]).map((byte, at) => (at === 1 ? 0xd9 : byte))],
  ['PNG without its mark', 'image/png', png.map((byte, at) => (at === 0 ? 0 : byte))],
  ['PNG with half a header', 'image/png', png.subarray(0, 23)],
])('a %s cannot be read', async (_what, type, bytes) => {
  const message = `the image of page 1 cannot be read: it is not ${type}`;
  await expect(unpack(type, bytes)).rejects.toMatchObject({ code: 'unexpected_answer', message });
});

test('a PNG has its size in its header alone', async () => {
  expect((await unpack('image/png', png.subarray(0, 24))).images).toMatchObject([{ width: 3, height: 2 }]);
});

test.each([
  [{ 'page-3.png': photo }, 'the image of page 3 cannot be read: it is not image/png'],
  [{ 'page-1.gif': png }, 'the archive of the images cannot be read'],
])('an archive has images of its types alone: %#', async (files, message) => {
  await expect(unpack('application/zip', zipSync(files))).rejects.toMatchObject({ message });
});

/** Receives an answer of this JSON. */
function receive(body: unknown) {
  const answer = {
    ...{ status: 200, headers: { 'content-type': 'application/json' } },
    body: Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), { dump: async () => {} }),
  };
  return receiveImages(answer as never, new URL('https://pdf.example'), new AbortController().signal);
}

test('the images of an answer have their bytes, and what else is known', async () => {
  const image = { page: 1, type: 'image/png', width: 3, height: 2 };
  const images = [{ ...image, base64: png.toString('base64') }];
  expect(await receive({ data: { images, timings: null } })).toEqual({
    ...{ images: [{ ...image, bytes: Buffer.from(png) }], warnings: [], timings: null, templateRevisions: [] },
  });
  const more = { warnings: [{ code: 'x' }], timings: { load_ms: 1 }, templates: [{ revision: 4 }, { revision: 2 }] };
  expect(await receive({ data: { images: [], ...more } })).toEqual({
    ...{ images: [], warnings: [{ code: 'x' }], timings: { load_ms: 1 }, templateRevisions: [4, 2] },
  });
});

test.each([{}, { data: null }, { data: {} }, { data: { images: 'x' } }])('%j are no images', async (body) => {
  await expect(receive(body)).rejects.toMatchObject({
    code: 'unexpected_answer',
    message: 'https://pdf.example answered without images in the field data',
  });
});
