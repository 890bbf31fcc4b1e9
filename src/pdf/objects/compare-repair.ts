import { constants, inflateSync } from 'node:zlib';
import { listFilters } from './decode-stream.ts';
import { listContents } from './drawings.ts';
import { asDict, PdfDamage, type PdfDict, type PdfRef, type PdfStream, unlessDamaged } from './objects.ts';
import { readPages, TooManyPages } from './page-tree.ts';
import { PdfFile } from './pdf-file.ts';

/** More pages than any document may have; merging applies the limit of a request. */
const pageLimit = 100_000;

/** Bytes that the contents of a file may unfold to while they are compared. Pages beyond are taken to be whole. */
const unfoldLimit = 256 * 1024 * 1024;

/** The document information of a file, also of one that is damaged; undefined if it cannot be read. */
export function readInfo(pdf: Uint8Array): PdfDict | undefined {
  const file = tryOpen(pdf, false) ?? tryOpen(pdf, true);
  return file && orUndefined(() => asDict(file.trailer.get('Info')));
}

/** The numbers of pages that have less content in a repaired file than in the file before. */
export function findLostPages(original: Uint8Array, repaired: Uint8Array): number[] {
  const before = measureContents(tryOpen(original, true));
  const after = measureContents(tryOpen(repaired, false));
  if (before.length !== after.length) return [];
  return before.flatMap((bytes, page) => (bytes > (after[page] ?? 0) ? [page + 1] : []));
}

function tryOpen(pdf: Uint8Array, rebuild: boolean): PdfFile | undefined {
  return orUndefined(() => new PdfFile(pdf, rebuild));
}

/** How much each page draws, in bytes. */
function measureContents(file: PdfFile | undefined): number[] {
  const budget = { bytes: unfoldLimit };
  const measure = (stream: PdfStream) => measureStream(stream, budget);
  const add = (sum: number, bytes: number) => sum + bytes;
  return (file === undefined ? [] : readSomePages(file)).map((page) =>
    listContents(asDict(page)).map(measure).reduce(add, 0),
  );
}

/** The pages of a file; none if there are too many, which merging refuses. */
function readSomePages(file: PdfFile): PdfRef[] {
  try {
    return readPages(file, pageLimit);
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof TooManyPages) return [];
    throw error;
  }
}

/** The length of a stream without white space at its end, which a repair may add or drop, as far as it unfolds. */
function measureStream({ dict, data }: PdfStream, budget: { bytes: number }): number {
  const [first] = listFilters(dict);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (first !== 'FlateDecode' && first !== 'Fl') return bytes.toString('latin1').trimEnd().length;
  if (budget.bytes <= 0) return 0;
  try {
    const { length } = inflateSync(bytes, { maxOutputLength: budget.bytes, finishFlush: constants.Z_SYNC_FLUSH });
    budget.bytes -= length;
    return length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') budget.bytes = 0;
    return 0;
  }
}

function orUndefined<T>(read: () => T): T | undefined {
  return unlessDamaged(read, () => undefined);
}
