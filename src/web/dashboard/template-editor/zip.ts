/** A file of an archive. */
export interface ZipFile {
  name: string;
  text: string;
}

/** A ZIP archive of a few texts, stored as they are (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16). */
export function buildZip(files: readonly ZipFile[]): Blob {
  const encoder = new TextEncoder();
  const locals: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [nameBytes, bytes] = [encoder.encode(name), encoder.encode(text)];
    // Version 2.0, names in UTF-8, stored, 1980-01-01: the same texts give the same archive.
    const facts = numbers(
      [20, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    );
    const local = join([numbers([0x04034b50, 4]), facts, nameBytes, bytes]);
    directory.push(
      join([numbers([0x02014b50, 4], [20, 2]), facts, numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), nameBytes]),
    );
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const { length } = files;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [length, 2], [length, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...locals, ...directory, end], { type: 'application/zip' });
}

/** Numbers of so many bytes each, the lowest byte first. */
function numbers(...fields: [value: number, bytes: number][]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    fields.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff)),
  );
}

function join(pieces: readonly Uint8Array<ArrayBufferLike>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** The CRC-32 of ZIP (ITU-T V.42). */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
