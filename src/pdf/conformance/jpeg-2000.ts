import { decodeStream, type InflateBudget, listFilters } from '../objects/decode-stream.ts';
import { asArray, PdfStream } from '../objects/objects.ts';

/** A part of a JPEG 2000 file (ISO/IEC 15444-1, annex I.4). */
interface Box {
  kind: string;
  data: Buffer;
}

const deepest = 38;
const methods = [1, 2, 3];
const enumerated = 1;
const cieJab = 19;

/** What the header of an image in JPEG 2000 says that an archive must not have, in words (ISO 19005-2, 6.2.8.3). */
export function findJpeg2000Breaches(image: PdfStream, budget: InflateBudget): string[] {
  const boxes = readBoxes(unwrap(image, budget));
  const header = readBoxes(boxes.find(({ kind }) => kind === 'jp2h')?.data ?? Buffer.alloc(0));
  const main = header.find(({ kind }) => kind === 'ihdr')?.data;
  if (main === undefined || main.length < 14) return ['an image in JPEG 2000 without a header'];
  const channels = main.readUInt16BE(8);
  const found = [3, 1, 4].includes(channels) ? [] : [`an image in JPEG 2000 with ${channels} channels`];
  const depths = new Set(header.find(({ kind }) => kind === 'bpcc')?.data ?? main.subarray(10, 11));
  const [depth = 0] = [...depths].map((byte) => (byte & 0x7f) + 1);
  if (depths.size !== 1) found.push('an image in JPEG 2000 whose channels have different bit depths');
  else if (depth > deepest) found.push(`an image in JPEG 2000 with ${depth} bits per channel`);
  return image.dict.has('ColorSpace') ? found : [...found, ...findColourBreaches(header)];
}

/** Without its own colour space, an image has that of its header. */
function findColourBreaches(header: readonly Box[]): string[] {
  const spaces = header.filter(({ kind, data }) => kind === 'colr' && data.length >= 3).map(({ data }) => data);
  const best = spaces.length > 1 ? spaces.filter((data) => data[2] === 1) : spaces;
  const [space] = best;
  if (space === undefined || best.length > 1) return ['an image in JPEG 2000 with no single best colour space'];
  const method = space[0] as number;
  if (!methods.includes(method)) return [`an image in JPEG 2000 with a colour space of the unknown method ${method}`];
  const isJab = method === enumerated && space.length >= 7 && space.readUInt32BE(3) === cieJab;
  return isJab ? ['an image in JPEG 2000 with the colour space CIEJab'] : [];
}

/** The bytes of the image without the filters around it. */
function unwrap({ dict, data }: PdfStream, budget: InflateBudget): Buffer {
  const outer = listFilters(dict).slice(0, -1);
  const parameters = asArray(dict.get('DecodeParms')).slice(0, -1);
  const filters = outer.map((name) => name ?? null);
  return decodeStream(
    new PdfStream(new Map([...dict, ['Filter', filters], ['DecodeParms', parameters]]), data),
    budget,
  );
}

/** Boxes one after another. What is cut off is left out. */
function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const isLong = length === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length || bytes.length - at;
    const head = isLong ? 16 : 8;
    if (size < head || at + size > bytes.length) break;
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + head, at + size) });
    at += size;
  }
  return boxes;
}
