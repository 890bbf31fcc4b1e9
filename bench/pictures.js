import { crc32, deflateSync } from 'node:zlib';

/** A PNG (RFC 2083) of bars before a gradient, `seed` making each another, as a data URL. */
export function drawPicture(seed, width = 640, height = 360) {
  const lines = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const bar = Math.floor(x / 32);
      const isBar = x % 32 > 6 && height - y < ((bar * 53 + seed * 97) % 280) + 40;
      lines[at] = isBar ? 20 : 200 + Math.floor((x * 50) / width);
      lines[at + 1] = isBar ? 70 + ((seed * 11) % 90) : 220;
      lines[at + 2] = isBar ? 60 : 180 + Math.floor((y * 70) / height);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
