import { byteKinds, ObjectReader, white } from './object-reader.ts';
import { type PdfDict, type PdfRef, unlessDamaged } from './objects.ts';
import { objectNumberLimit, type XrefEntry } from './xref.ts';

/** Where each object begins, found without a cross-reference: the last "12 0 obj" of a number counts. */
export function scanObjects(bytes: Buffer): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>();
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const generation = readBack(bytes, skipBack(bytes, at));
    const number = generation && readBack(bytes, skipBack(bytes, generation.start));
    if (generation === undefined || number === undefined || number.value > objectNumberLimit) continue;
    entries.set(number.value, { offset: number.start, generation: generation.value });
  }
  return entries;
}

// Reading each may go on to the end of the file.
const trailerLimit = 100;

/** A trailer dictionary, and where it begins. */
export interface FoundTrailer {
  offset: number;
  trailer: PdfDict;
}

/** The trailer dictionaries of tables, from the last to the first. */
export function scanTrailers(bytes: Buffer, findRef: (number: number) => PdfRef | null): FoundTrailer[] {
  const trailers: FoundTrailer[] = [];
  let at = bytes.lastIndexOf('trailer');
  for (let tried = 0; at >= 0 && tried < trailerLimit; tried++) {
    const trailer = unlessDamaged(
      () => new ObjectReader(bytes, findRef, at + 7).readObject(),
      () => undefined,
    );
    if (trailer instanceof Map) trailers.push({ offset: at, trailer });
    at = at === 0 ? -1 : bytes.lastIndexOf('trailer', at - 1);
  }
  return trailers;
}

function skipBack(bytes: Buffer, end: number): number {
  let position = end;
  while (position > 0 && byteKinds[bytes[position - 1] as number] === white) position--;
  return position;
}

/** The number whose last digit is before `end`. */
function readBack(bytes: Buffer, end: number): { value: number; start: number } | undefined {
  let start = end;
  while (start > 0 && end - start < 10 && isDigit(bytes[start - 1] as number)) start--;
  return start === end ? undefined : { value: Number(bytes.toString('latin1', start, end)), start };
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
