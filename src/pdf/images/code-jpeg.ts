import { PdfDamage } from '../objects/objects.ts';
import type { JpegCodec, Pixels } from './pixels.ts';

/** Codes an image as JPEG, grey with one component. */
export function codeJpeg({ width, height, channels, data }: Pixels, quality: number, jpeg: JpegCodec): Uint8Array {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++)
      rgba[pixel * 4 + channel] = data[channels === 3 ? pixel * 3 + channel : pixel] as number;
  }
  const coded = jpeg.encode({ width, height, data: rgba }, quality).data;
  return channels === 3 ? coded : dropChroma(coded);
}

/**
 * Takes a JPEG file of grey pixels and three components apart, and leaves the first one. The codec writes no other: each of its units has
 * a block of brightness, and two of colour that are all zero (ITU-T T.81, A.2).
 */
function dropChroma(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head: Buffer[] = [file.subarray(0, 2)];
  const tables = new Map<number, HuffmanTable>();
  let units = 0;
  for (let at = 2; ; ) {
    const marker = file[at + 1];
    const end = at + 2 + file.readUInt16BE(at + 2);
    const segment = Buffer.from(file.subarray(at, end));
    at = end;
    if (marker === 0xc4) readTables(segment.subarray(4), tables);
    if (marker === 0xc0) {
      units = Math.ceil(segment.readUInt16BE(5) / 8) * Math.ceil(segment.readUInt16BE(7) / 8);
      head.push(keepFirst(segment, 9, 3));
    } else if (marker === 0xda) {
      head.push(keepFirst(segment, 4, 2));
      return Buffer.concat([...head, copyBrightness(file.subarray(at), units, tables), Buffer.from([0xff, 0xd9])]);
    } else {
      head.push(segment);
    }
  }
}

/** A header segment with the first of its three components, whose count is at a place. */
function keepFirst(segment: Buffer, at: number, size: number): Buffer {
  const kept = Buffer.concat([segment.subarray(0, at + 1 + size), segment.subarray(at + 1 + size * 3)]);
  kept[at] = 1;
  kept.writeUInt16BE(kept.length - 2, 2);
  return kept;
}

/** Symbols by the length and the bits of their codes. */
type HuffmanTable = Map<number, number>;

function readTables(segment: Buffer, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at < segment.length; ) {
    const table: HuffmanTable = new Map();
    let code = 0;
    let symbol = at + 17;
    for (let length = 1; length <= 16; length++) {
      for (let count = segment[at + length] as number; count > 0; count--)
        table.set((length << 16) | code++, segment[symbol++] as number);
      code <<= 1;
    }
    tables.set(segment[at] as number, table);
    at = symbol;
  }
}

function copyBrightness(scan: Buffer, units: number, tables: Map<number, HuffmanTable>): Buffer {
  const bits = new BitCopy(scan);
  const [first, others] = [tables.get(0x00), tables.get(0x10)];
  const [firstColour, othersColour] = [tables.get(0x01), tables.get(0x11)];
  for (let unit = 0; unit < units; unit++) {
    bits.copy(bits.copySymbol(first));
    for (let at = 1; at < 64; at++) {
      const symbol = bits.copySymbol(others);
      if (symbol === 0) break;
      at += symbol >> 4;
      bits.copy(symbol & 15);
    }
    for (let component = 0; component < 2; component++) {
      const isZero = bits.skipSymbol(firstColour) === 0 && bits.skipSymbol(othersColour) === 0;
      if (!isZero) throw new PdfDamage('colour in a grey image');
    }
  }
  return bits.finish();
}

/** Copies bits of a scan, with the zero byte that follows each byte of ones (ITU-T T.81, F.1.2.3). */
class BitCopy {
  readonly #scan: Buffer;
  readonly #bytes: Buffer;
  #at = 0;
  #length = 0;
  #held = 0;
  #heldBits = 0;
  #current = 0;
  #currentBits = 0;

  constructor(scan: Buffer) {
    this.#scan = scan;
    this.#bytes = Buffer.alloc(scan.length + 16);
  }

  copySymbol(table: HuffmanTable | undefined): number {
    return this.#readSymbol(table, true);
  }

  skipSymbol(table: HuffmanTable | undefined): number {
    return this.#readSymbol(table, false);
  }

  copy(count: number): void {
    for (let bit = 0; bit < count; bit++) this.#write(this.#read());
  }

  finish(): Buffer {
    while (this.#currentBits > 0) this.#write(1);
    return this.#bytes.subarray(0, this.#length);
  }

  #readSymbol(table: HuffmanTable | undefined, isCopied: boolean): number {
    let code = 0;
    for (let length = 1; length <= 16; length++) {
      code = (code << 1) | this.#read();
      const symbol = table?.get((length << 16) | code);
      if (symbol === undefined) continue;
      for (let bit = length - 1; isCopied && bit >= 0; bit--) this.#write((code >> bit) & 1);
      return symbol;
    }
    throw new PdfDamage('a JPEG file that the codec does not write');
  }

  #read(): number {
    if (this.#heldBits === 0) {
      this.#held = this.#scan[this.#at++] ?? 0xff;
      if (this.#held === 0xff) this.#at += 1;
      this.#heldBits = 8;
    }
    this.#heldBits -= 1;
    return (this.#held >> this.#heldBits) & 1;
  }

  #write(bit: number): void {
    this.#current = (this.#current << 1) | bit;
    this.#currentBits += 1;
    if (this.#currentBits < 8) return;
    this.#bytes[this.#length++] = this.#current;
    if (this.#current === 0xff) this.#bytes[this.#length++] = 0;
    [this.#current, this.#currentBits] = [0, 0];
  }
}
