import { asDict, asName, asString, type PdfDict, type PdfObject } from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { trimAddress } from '../foreign/sanitize.ts';
import { normalizePath, tryDecode } from './part-names.ts';

/** A link of a user's PDF to another file, which may be a part of the document. */
export interface FileLink {
  path: string;
  /** Where it leads in that file, as an address says it: "page=3". */
  fragment: string;
  /** Where it leads in that file, as a destination (ISO 32000-2, 12.3.2). */
  destination?: PdfObject | undefined;
}

/**
 * Reads an action that leads to another file: by a destination in it, by its name alone, or by a relative address. Undefined for an
 * action of another kind, and for its own address.
 */
export function readFileLink(action: PdfDict | undefined): FileLink | undefined {
  const kind = asName(action?.get('S'));
  if (kind === 'URI') {
    const address = trimAddress(asString(action?.get('URI')) ?? '');
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/i.test(address)) return undefined;
    const [path = '', fragment = ''] = address.split('#');
    return { path: climb(tryDecode(path)), fragment };
  }
  if (kind !== 'GoToR' && kind !== 'Launch') return undefined;
  const name = readFileName(action?.get('F'));
  if (name === undefined) return undefined;
  return { path: climb(name), fragment: '', destination: kind === 'GoToR' ? action?.get('D') : undefined };
}

/** The name in a file specification (ISO 32000-2, 7.11). */
export function readFileName(file: PdfObject | undefined): string | undefined {
  const name = asString(asDict(file)?.get('UF')) ?? asString(asDict(file)?.get('F')) ?? asString(file);
  return name === undefined ? undefined : decodeTextString(name);
}

/** A path without "." and "..": those that lead above its top are dropped, as browsers do. */
function climb(path: string): string {
  const steps: string[] = [];
  for (const step of normalizePath(path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
