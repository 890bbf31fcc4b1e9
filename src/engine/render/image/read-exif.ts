/** What EXIF says of an image that matters for its page. */
export interface Exif {
  /** Dots per inch, across and down. */
  density?: readonly [number, number];
  /** Whether the image is shown on its side. */
  isTurned: boolean;
}

const tags = { orientation: 0x0112, across: 0x011a, down: 0x011b, unit: 0x0128 };

/** Reads EXIF (TIFF 6.0, section 2; EXIF 3.0, section 4.6.5): its first directory. What is not valid says nothing. */
export function readExif(tiff: Buffer): Exif {
  const values = readDirectory(tiff);
  const perUnit = { 2: 1, 3: 2.54 }[values.get(tags.unit) ?? 2];
  const [across, down] = [values.get(tags.across), values.get(tags.down)];
  return {
    isTurned: (values.get(tags.orientation) ?? 1) >= 5,
    ...(perUnit && across && down && { density: [across * perUnit, down * perUnit] }),
  };
}

function readDirectory(tiff: Buffer): Map<number, number> {
  const values = new Map<number, number>();
  if (tiff.length < 14) return values;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const start = long(4);
  if (start + 2 > tiff.length) return values;
  for (let entry = 0; entry < short(start); entry += 1) {
    const at = start + 2 + 12 * entry;
    if (at + 12 > tiff.length) break;
    const [tag, kind] = [short(at), short(at + 2)];
    const fraction = kind === 5 ? long(at + 8) : tiff.length;
    if (kind === 3) values.set(tag, short(at + 8));
    else if (fraction + 8 <= tiff.length) values.set(tag, long(fraction) / long(fraction + 4));
  }
  return values;
}
