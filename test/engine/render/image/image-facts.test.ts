import { expect, it } from 'vitest';
import { measureImage } from '../../../../src/engine/render/image/image-facts.ts';

const be16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const be32 = (...values: number[]) => Buffer.concat(values.map((value) => be16(value >>> 16, value & 0xffff)));
const le16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));
const le32 = (...values: number[]) => Buffer.concat(values.map((value) => le16(value & 0xffff, value >>> 16)));
const text = (value: string) => Buffer.from(value, 'latin1');

/** A chunk of PNG. */
const chunk = (kind: string, ...data: Buffer[]) => {
  const all = Buffer.concat(data);
  return Buffer.concat([be32(all.length), text(kind), all, be32(0)]);
};
const png = (width: number, height: number, ...chunks: Buffer[]) =>
  Buffer.concat([text('\x89PNG\r\n\x1a\n'), chunk('IHDR', be32(width, height), Buffer.alloc(5)), ...chunks]);
const perMetre = (across: number, down: number, unit: number) => chunk('pHYs', be32(across, down), Buffer.from([unit]));

/** A directory of EXIF: each entry is a tag, a kind and what stands in its field; fractions follow. */
function exif(order: 'II' | 'MM', entries: [tag: number, kind: number, value: number][], fractions: number[] = []) {
  const [short, long] = order === 'II' ? [le16, le32] : [be16, be32];
  const fields = entries.map(([tag, kind, value]) =>
    Buffer.concat([short(tag, kind), long(1), kind === 3 ? Buffer.concat([short(value), short(0)]) : long(value)]),
  );
  return Buffer.concat([
    text(order),
    short(42),
    long(8),
    short(entries.length),
    ...fields,
    long(0),
    long(...fractions),
  ]);
}
const [orientation, across, down, unit] = [0x0112, 0x011a, 0x011b, 0x0128];
/** 300 across and 150 down, by the unit of `kind`, turned by `turn`. The fractions stand behind four entries. */
const full = (order: 'II' | 'MM', kind: number, turn: number) =>
  exif(
    order,
    [
      [orientation, 3, turn],
      [across, 5, 62],
      [down, 5, 70],
      [unit, 3, kind],
    ],
    [600, 2, 450, 3],
  );

const segment = (marker: number, ...data: Buffer[]) => {
  const all = Buffer.concat(data);
  return Buffer.concat([Buffer.from([0xff, marker]), be16(all.length + 2), all]);
};
const frame = (marker: number, width: number, height: number) =>
  segment(marker, Buffer.from([8]), be16(height, width), Buffer.from([1]));
const jfif = (kind: number, x: number, y: number) =>
  segment(0xe0, text('JFIF\0'), Buffer.from([1, 2, kind]), be16(x, y), be16(0));
const exifOf = (tiff: Buffer) => segment(0xe1, text('Exif\0\0'), tiff);
const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments]);

const part = (kind: string, data: Buffer) =>
  Buffer.concat([text(kind), le32(data.length), data, Buffer.alloc(data.length % 2)]);
const webp = (...parts: Buffer[]) => Buffer.concat([text('RIFF'), le32(0), text('WEBP'), ...parts]);
const extended = (width: number, height: number) =>
  part('VP8X', Buffer.concat([Buffer.alloc(4), le32(width - 1).subarray(0, 3), le32(height - 1).subarray(0, 3)]));
const lossy = (width: number, height: number) => part('VP8 ', Buffer.concat([Buffer.alloc(6), le16(width, height)]));
const lossless = (width: number, height: number) =>
  part('VP8L', Buffer.concat([Buffer.from([0x2f]), le32((width - 1) | ((height - 1) << 14))]));

const extent = (width: number, height: number) => Buffer.concat([text('ispe'), be32(0, width, height)]);
const rotated = (turns: number) => Buffer.concat([text('irot'), Buffer.from([turns])]);
const svg = (attributes: string) => text(`<?xml version="1.0"?><svg ${attributes}><svg width="9"/></svg>`);

/** Pixels at 96 dots per inch. */
const at96 = (width: number, height: number) => [width / 96, height / 96];

it.each<[string, string, Buffer, number[] | undefined]>([
  ['PNG', 'image/png', png(96, 480), at96(96, 480)],
  ['PNG with a density', 'image/png', png(100, 200, chunk('gAMA', be32(1)), perMetre(2000, 4000, 1)), [1.969, 1.969]],
  ['PNG with a ratio alone', 'image/png', png(96, 96, perMetre(1, 2, 0)), [1, 1]],
  ['PNG with a density behind its pixels', 'image/png', png(96, 96, chunk('IDAT'), perMetre(2000, 2000, 1)), [1, 1]],
  ['PNG with too low a density', 'image/png', png(96, 96, perMetre(393, 3937, 1)), [1, 1]],
  ['PNG with a low density', 'image/png', png(96, 96, perMetre(394, 394, 1)), [9.593, 9.593]],
  ['PNG with too high a density', 'image/png', png(96, 96, perMetre(3937, 393_800, 1)), [1, 1]],
  ['PNG that ends early', 'image/png', png(96, 96).subarray(0, 20), undefined],
  ['PNG without a width', 'image/png', png(0, 96), undefined],
  ['PNG without a height', 'image/png', png(96, 0), undefined],
  ['JPEG', 'image/jpeg', jpeg(segment(0xdb, Buffer.alloc(9)), frame(0xc0, 96, 192)), [1, 2]],
  ['progressive JPEG', 'image/jpeg', jpeg(segment(0xc4, be16(7, 7, 7)), frame(0xc2, 96, 192)), [1, 2]],
  [
    'JPEG with tables',
    'image/jpeg',
    jpeg(segment(0xc8, be16(7, 7, 7)), segment(0xcc, be16(7, 7, 7)), frame(0xcf, 96, 96)),
    [1, 1],
  ],
  ['JPEG by the inch', 'image/jpeg', jpeg(jfif(1, 72, 144), frame(0xc0, 144, 144)), [2, 1]],
  ['JPEG by the centimetre', 'image/jpeg', jpeg(jfif(2, 100, 50), frame(0xc0, 254, 254)), [1, 2]],
  ['JPEG with a ratio alone', 'image/jpeg', jpeg(jfif(0, 100, 50), frame(0xc0, 96, 96)), [1, 1]],
  [
    'JPEG with JFIF of a thumbnail',
    'image/jpeg',
    jpeg(segment(0xe0, text('JFXX\0'), be16(258, 256, 256, 0)), frame(0xc0, 96, 96)),
    [1, 1],
  ],
  ['JPEG with EXIF in both orders', 'image/jpeg', jpeg(exifOf(full('II', 2, 1)), frame(0xc0, 300, 300)), [1, 2]],
  ['JPEG with EXIF, the other order', 'image/jpeg', jpeg(exifOf(full('MM', 2, 4)), frame(0xc0, 300, 300)), [1, 2]],
  ['JPEG with EXIF by the centimetre', 'image/jpeg', jpeg(exifOf(full('MM', 3, 1)), frame(0xc0, 762, 381)), [1, 1]],
  ['JPEG with EXIF of no unit', 'image/jpeg', jpeg(exifOf(full('MM', 1, 1)), frame(0xc0, 96, 96)), [1, 1]],
  [
    'JPEG with EXIF beside JFIF',
    'image/jpeg',
    jpeg(jfif(1, 72, 72), exifOf(full('II', 2, 1)), frame(0xc0, 300, 150)),
    [1, 1],
  ],
  ['JPEG on its side', 'image/jpeg', jpeg(exifOf(full('II', 2, 5)), frame(0xc0, 600, 150)), [1, 2]],
  [
    'JPEG on its side by JFIF',
    'image/jpeg',
    jpeg(jfif(1, 50, 100), exifOf(exif('II', [[orientation, 3, 8]])), frame(0xc0, 50, 300)),
    [3, 1],
  ],
  [
    'JPEG with other data of APP1',
    'image/jpeg',
    jpeg(segment(0xe1, text('http:\0'), full('II', 2, 6)), frame(0xc0, 96, 192)),
    [1, 2],
  ],
  [
    'JPEG with EXIF that is cut',
    'image/jpeg',
    jpeg(exifOf(full('II', 2, 6).subarray(0, 13)), frame(0xc0, 96, 192)),
    [1, 2],
  ],
  [
    'JPEG with EXIF whose directory is cut',
    'image/jpeg',
    jpeg(exifOf(full('II', 2, 6).subarray(0, 30)), frame(0xc0, 96, 192)),
    [2, 1],
  ],
  [
    'JPEG with EXIF whose fractions are cut',
    'image/jpeg',
    jpeg(exifOf(full('II', 2, 1).subarray(0, 77)), frame(0xc0, 96, 96)),
    [1, 1],
  ],
  ['JPEG without a frame', 'image/jpeg', jpeg(jfif(1, 72, 72)), undefined],
  ['JPEG that ends early', 'image/jpeg', jpeg(frame(0xc0, 96, 96)).subarray(0, 8), undefined],
  ['WebP, lossy', 'image/webp', webp(lossy(96, 192)), [1, 2]],
  ['WebP, lossy and scaled', 'image/webp', webp(lossy(96 | 0x4000, 192 | 0xc000)), [1, 2]],
  ['WebP, lossless', 'image/webp', webp(lossless(96, 192)), [1, 2]],
  [
    'WebP, extended',
    'image/webp',
    webp(extended(96, 65_536), part('ICCP', Buffer.alloc(3)), lossy(9, 9)),
    at96(96, 65_536),
  ],
  ['WebP, extended and lossless', 'image/webp', webp(extended(96, 192), lossless(9, 9)), [1, 2]],
  ['WebP on its side', 'image/webp', webp(extended(600, 150), lossy(9, 9), part('EXIF', full('MM', 2, 6))), [1, 2]],
  ['WebP of nothing', 'image/webp', webp(part('ANIM', Buffer.alloc(6))), undefined],
  ['AVIF', 'image/avif', Buffer.concat([extent(96, 192), extent(24, 48)]), [1, 2]],
  ['AVIF whose largest is last', 'image/avif', Buffer.concat([extent(24, 48), extent(96, 192)]), [1, 2]],
  ['AVIF on its side', 'image/avif', Buffer.concat([extent(96, 192), rotated(3)]), [2, 1]],
  ['AVIF on its head', 'image/avif', Buffer.concat([extent(96, 192), rotated(2)]), [1, 2]],
  ['AVIF of nothing', 'image/avif', text('ftypavif'), undefined],
  ['GIF', 'image/gif', Buffer.concat([text('GIF89a'), le16(96, 192)]), [1, 2]],
  ['SVG in pixels', 'image/svg+xml', svg('width="96" height=\'192px\''), [1, 2]],
  ['SVG in other units', 'image/svg+xml', svg('width="1in" height="2.54cm"'), [1, 1]],
  ['SVG with one length and a view box', 'image/svg+xml', svg('width="96" viewBox="0 0 10 20"'), [1, 2]],
  ['SVG with its height and a view box', 'image/svg+xml', svg('height="96" viewBox="5,5,20,10"'), [2, 1]],
  [
    'SVG with a width, a height and a view box',
    'image/svg+xml',
    svg('width="96" height="96" viewBox="0 0 10 20"'),
    [1, 1],
  ],
  ['SVG in shares of its place', 'image/svg+xml', svg('width="100%" height="100%" viewBox="0 0 96 192"'), [1, 2]],
  ['SVG with a width alone', 'image/svg+xml', svg('width="96"'), undefined],
  ['SVG with an empty view box', 'image/svg+xml', svg('width="96" viewBox="0 0 0 20"'), undefined],
  ['SVG with a flat view box', 'image/svg+xml', svg('height="96" viewBox="0 0 20 0"'), undefined],
  ['SVG with a view box of two', 'image/svg+xml', svg('viewBox="96 96"'), undefined],
  ['a text', 'text/plain', text('width'), undefined],
])('reads the size of %s', (_what, type, bytes, size) => {
  const inches = measureImage(bytes, type);
  const round = (value: number) => Math.round(value * 1000) / 1000;
  expect(inches && [round(inches.width), round(inches.height)]).toEqual(size?.map(round));
});
