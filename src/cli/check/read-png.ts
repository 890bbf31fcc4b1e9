import { inflateSync } from 'node:zlib';
import type { Picture } from './write-png.ts';

const signature = '89504e470d0a1a0a';
/** Pixels that a page may have: A4 at 600 dots per inch has 35 million. */
const mostPixels = 100_000_000;
/** Values of a pixel, by the colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** What the header and the palette say. */
interface Head {
  width: number;
  height: number;
  depth: number;
  colour: number;
  palette: Buffer;
  /** Opacities of the palette's first colours. */
  opacities: Buffer;
}

/**
 * Reads a PNG file of any colour type and depth, on white where it is transparent; interlaced ones are refused (PNG, third
 * edition, sections 5, 9 and 11). Throws an Error that says what is wrong with it.
 */
export function readPng(file: Buffer): Picture {
  if (file.subarray(0, 8).toString('hex') !== signature) throw new Error('it is not a PNG file');
  const { head, data } = readChunks(file);
  const { width, height, depth, colour } = head;
  const bits = (channels[colour] ?? 0) * depth;
  const row = Math.ceil((width * bits) / 8);
  let raw: Buffer;
  try {
    raw = inflateSync(data, { maxOutputLength: (row + 1) * height });
  } catch {
    throw new Error('its pixels cannot be read');
  }
  if (raw.length !== (row + 1) * height) throw new Error('it is cut off');
  const step = Math.max(1, bits >> 3);
  const picture = { width, height, data: new Uint8Array(width * height * 4) };
  let above: Uint8Array = new Uint8Array(row);
  for (let y = 0; y < height; y++) {
    const at = y * (row + 1);
    const line = raw.subarray(at + 1, at + 1 + row);
    unfilter(raw[at] as number, line, above, step);
    paintRow(head, line, picture.data.subarray(y * width * 4, (y + 1) * width * 4));
    above = line;
  }
  return picture;
}

function readChunks(file: Buffer): { head: Head; data: Buffer } {
  const found = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > file.length) throw new Error('it is cut off');
    found.set(name, [...(found.get(name) ?? []), file.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  if (!found.has('IEND')) throw new Error('it is cut off');
  const [header = Buffer.alloc(0)] = found.get('IHDR') ?? [];
  if (header.length !== 13) throw new Error('it has no header');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlace = 0] = header.subarray(8);
  if (width === 0 || height === 0 || width * height > mostPixels) throw new Error(`it has ${width} × ${height} pixels`);
  if (channels[colour] === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw new Error('its colours are unknown');
  if (interlace !== 0) throw new Error('it is interlaced; save it without');
  const [palette = Buffer.alloc(0)] = found.get('PLTE') ?? [];
  const [opacities = Buffer.alloc(0)] = colour === 3 ? (found.get('tRNS') ?? []) : [];
  return {
    head: { width, height, depth, colour, palette, opacities },
    data: Buffer.concat(found.get('IDAT') ?? []),
  };
}

/** Turns differences from the neighbours back into values, in place. `step` is the way to the pixel on the left. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new Error('its pixels cannot be read');
  if (filter === 0) return;
  for (let at = 0; at < line.length; at++) {
    const left = at < step ? 0 : (line[at - step] as number);
    const up = above[at] as number;
    const corner = at < step ? 0 : (above[at - step] as number);
    const guess = [left, up, (left + up) >> 1, nearest(left, up, corner)][filter - 1] as number;
    line[at] = (line[at] as number) + guess;
  }
}

/** The Paeth predictor: the neighbour that is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function paintRow({ width, depth, colour, palette, opacities }: Head, line: Uint8Array, into: Uint8Array): void {
  const count = channels[colour] as number;
  const most = 2 ** Math.min(depth, 8) - 1;
  /** One value; of 16 bits the upper 8. */
  const read = (index: number) => {
    if (depth >= 8) return line[(index * depth) >> 3] as number;
    const bit = index * depth;
    return ((line[bit >> 3] as number) >> (8 - depth - (bit & 7))) & most;
  };
  for (let x = 0; x < width; x++) {
    const first = read(x * count);
    const opacity = colour === 3 ? (opacities[first] ?? 255) : colour >= 4 ? read(x * count + count - 1) : 255;
    for (let channel = 0; channel < 3; channel++) {
      const value =
        colour === 3
          ? (palette[first * 3 + channel] ?? 0)
          : count < 3
            ? Math.round((first * 255) / most)
            : read(x * count + channel);
      into[x * 4 + channel] = 255 - Math.round(((255 - value) * opacity) / 255);
    }
    into[x * 4 + 3] = 255;
  }
}
