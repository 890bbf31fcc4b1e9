import {
  asArray,
  asDict,
  asName,
  asString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  resolve,
} from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import type { MergeWarnings } from '../merge-warnings.ts';
import { listFields } from './list-fields.ts';

const depthLimit = 64;

/** Whether a dictionary is the value of a signature (ISO 32000-2, 12.8.1), whatever entry leads to it. */
export function isSignature(dict: PdfDict): boolean {
  const type = asName(dict.get('Type'));
  if (type === 'Sig' || type === 'DocTimeStamp') return true;
  if (asString(dict.get('Contents')) === undefined || dict.has('Subtype')) return false;
  return asArray(dict.get('ByteRange')).length > 0 || asName(dict.get('Filter')) !== undefined;
}

/**
 * Whether a field has the value of a signature: a dictionary, which no other kind of field has. The type of a field may be that
 * of a field above it (ISO 32000-2, table 226).
 */
export function isSigned(field: PdfDict): boolean {
  const value = resolve(field.get('V'));
  if (!(value instanceof Map)) return false;
  return isSignature(value) || findInherited(field, 'FT') !== undefined;
}

/** Warns of each signature that the document loses. */
export function reportSignatures(
  form: PdfDict | undefined,
  pages: readonly PdfRef[],
  warnings: MergeWarnings,
  index: number,
): void {
  for (const field of listFields(form, pages).filter(isSigned)) {
    const name = decodeTextString(findFieldName(field)) || 'a field without a name';
    const detail = `the signature of ${name} was dropped: it is valid only in its original file`;
    warnings.add(index, 'signature_dropped', detail);
  }
}

/** The name of a field, as the bytes of a text string: that of the nearest field above it if it has none. */
function findFieldName(field: PdfDict): string {
  return asString(findInherited(field, 'T')) ?? '';
}

/** An entry of a field, or of the nearest field above it that has it (ISO 32000-2, 12.7.4.1). */
export function findInherited(field: PdfDict, key: string): PdfObject | undefined {
  let node: PdfDict | undefined = field;
  for (let depth = 0; node !== undefined && depth < depthLimit; depth++) {
    if (node.has(key)) return node.get(key);
    node = asDict(node.get('Parent'));
  }
  return undefined;
}
