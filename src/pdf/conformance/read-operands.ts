import { codeOf, type OperationReader } from '../content/content-operations.ts';
import { byteKinds, ObjectReader, regular } from '../objects/object-reader.ts';
import { asName, type PdfDict, type PdfObject } from '../objects/objects.ts';

/** An operator with the places of its operands and of itself. */
export interface PlacedOperation {
  operator: string;
  start: number;
  at: number;
  end: number;
}

const inlineImage = codeOf('BI');

/** The operation that the reader is at. Of an inline image, `at` is where its BI begins. */
export function placeOperation(content: Buffer, { operator, start, end }: OperationReader): PlacedOperation {
  if (operator === inlineImage) return { operator: 'BI', start, at: start, end };
  let at = end;
  while (at > start && byteKinds[content[at - 1] as number] === regular) at--;
  return { operator: content.toString('latin1', at, end), start, at, end };
}

/** The operands of an operation. Throws PdfDamage. */
export function readOperands(content: Buffer, { start, at }: Pick<PlacedOperation, 'start' | 'at'>): PdfObject[] {
  const reader = new ObjectReader(content, () => null, start);
  const operands: PdfObject[] = [];
  for (reader.skipSpace(); reader.position < at; reader.skipSpace()) operands.push(reader.readObject());
  return operands;
}

/** The entries of an inline image, and where they end (ISO 32000-1, 8.9.7). Throws PdfDamage. */
export function readInlineEntries(
  content: Buffer,
  { at, end }: PlacedOperation,
): { entries: PdfDict; entriesEnd: number } {
  const reader = new ObjectReader(content, () => null, at + 2);
  const entries: PdfDict = new Map();
  reader.skipSpace();
  let entriesEnd = reader.position;
  while (reader.position < end && !reader.takeWord('ID')) {
    const key = asName(reader.readObject()) ?? '';
    entries.set(key, reader.readObject());
    reader.skipSpace();
    entriesEnd = reader.position;
  }
  return { entries, entriesEnd };
}
