/** Takes tables out of a TrueType font (OpenType 1.9, "Organization of an OpenType Font"). Those that stay keep their bytes. */
export function dropTables(font: Buffer, dropped: readonly string[]): Buffer {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) =>
    font.subarray(12 + 16 * index, 28 + 16 * index),
  );
  const kept = records.filter((record) => !dropped.includes(record.toString('latin1', 0, 4)));
  const power = Math.floor(Math.log2(kept.length));
  const head = Buffer.alloc(12 + 16 * kept.length);
  font.copy(head, 0, 0, 4);
  head.writeUInt16BE(kept.length, 4);
  head.writeUInt16BE(16 << power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * kept.length - (16 << power), 10);
  const pieces: Buffer[] = [head];
  let offset = head.length;
  for (const [index, record] of kept.entries()) {
    const [start, length] = [record.readUInt32BE(8), record.readUInt32BE(12)];
    record.copy(head, 12 + 16 * index);
    head.writeUInt32BE(offset, 20 + 16 * index);
    const padding = Buffer.alloc(-length & 3);
    pieces.push(font.subarray(start, start + length), padding);
    offset += length + padding.length;
  }
  return Buffer.concat(pieces);
}
