import { crc32, deflateSync } from 'node:zlib';

/** An image in memory: four bytes a pixel, red, green, blue and opacity, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The picture as a PNG file in true colour without opacity (PNG, third edition, sections 5 and 11). */
export function writePng({ width, height, data }: Picture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let at = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (pixel % width === 0) rows[at++] = 0;
    for (let channel = 0; channel < 3; channel++) rows[at++] = data[pixel * 4 + channel] ?? 0;
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
