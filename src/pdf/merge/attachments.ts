import type { Relationship } from '../../contract/index.ts';
import {
  asArray,
  asDict,
  asName,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  resolve,
} from '../objects/objects.ts';
import { decodeTextString, encodeTextString } from '../objects/text-string.ts';
import { buildNameTree, readNameTree } from '../objects/trees.ts';
import { allowsFiles, type Conformance } from '../part/conformance.ts';
import { readDate } from '../part/document-info.ts';
import type { MergeWarnings } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';

/** A file that is attached to the document. */
export interface Attachment {
  /** Its file name, without a path. Names must differ. */
  name: string;
  /** Its media type. */
  type: string;
  bytes: Uint8Array;
  /** What viewers show of it. */
  description?: string;
  /** What it is to the document. Default: nothing is said, or "unspecified" where the standard wants to know. */
  relationship?: Relationship;
  /** When it was changed last, in ISO 8601. */
  modified?: string;
}

/** What an attached file is to the document (ISO 32000-2, table 43). */
const relationships = [
  'Source',
  'Data',
  'Alternative',
  'Supplement',
  'EncryptedPayload',
  'FormData',
  'Schema',
  'Unspecified',
];

/** The attached files of a document. */
export interface JoinedAttachments {
  /** The name tree for the catalog (ISO 32000-2, 7.11.4); undefined if there are none. */
  names: PdfRef | undefined;
  /** The files that say what they are to the document, for the catalog (ISO 32000-2, 14.13). */
  associated: PdfRef[];
}

/** Names of files that programs take for the invoice that a document holds: of Factur-X, XRechnung and ZUGFeRD. */
const invoiceName = /^(?:factur-x|xrechnung|zugferd-invoice)\.xml$/i;

/**
 * Attaches the given files, those of the parts and those of notes on their pages. A name that is taken gets a number. An archive
 * with files says their media type and what they are to the document (ISO 19005-3, 6.8; ISO 19005-4, 6.9), and a document that holds an invoice has no other one.
 */
export function joinAttachments(
  given: readonly Attachment[] = [],
  parts: readonly OpenPart[],
  { pdfA, pdfUa, invoice }: Conformance = {},
  warnings: MergeWarnings,
): JoinedAttachments {
  const files = new Map<string, PdfRef>();
  for (const attachment of given) files.set(encodeTextString(attachment.name).bytes, buildFile(attachment));
  for (const part of parts) {
    const own = part.part.foreign ? readFiles(part.catalog) : new Set<PdfDict>();
    for (const { file, note } of part.noteFiles) {
      const isKept = (pdfA === undefined || allowsFiles(pdfA)) && findData(file) !== undefined;
      if (isKept) own.add(file);
      const what = isKept ? `${note} was dropped; its file is attached to the document` : `${note} was dropped`;
      warnings.add(part.index, 'annotation_dropped', what);
    }
    for (const file of own) {
      if (invoice !== undefined && invoiceName.test(readName(file))) {
        warnings.add(
          part.index,
          'attachment_dropped',
          `the file ${readName(file)} was dropped: the document already has an invoice`,
        );
        continue;
      }
      const name = makeUnique(readName(file), files);
      files.set(encodeTextString(name).bytes, new PdfRef(copyFile(file, name)));
    }
  }
  const all = [...files.values()];
  if (pdfA && allowsFiles(pdfA)) for (const file of all) completeFile(asDict(file) as PdfDict);
  if (pdfUa === 2) for (const file of all) describeFile(asDict(file) as PdfDict);
  const associated = all.filter((file) => asDict(file)?.has('AFRelationship'));
  return { names: files.size === 0 ? undefined : buildNameTree([...files]), associated };
}

/** Whether a user's PDF has an attached file of a name. */
export function hasFile({ catalog }: OpenPart, name: string): boolean {
  return [...readFiles(catalog)].some((file) => readName(file) === name);
}

function completeFile(file: PdfDict): void {
  if (!file.has('AFRelationship')) file.set('AFRelationship', 'Unspecified');
  const { dict } = findData(file) as PdfStream;
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(asName(dict.get('Subtype')) ?? '')) dict.set('Subtype', 'application/octet-stream');
}

/** A file without a description has its name as one (ISO 14289-2, 8.14.1). */
function describeFile(file: PdfDict): void {
  if (!asString(file.get('Desc'))) file.set('Desc', file.get('UF') ?? null);
}

/** The file specifications of a document: those with a name, and those it is associated with. */
function readFiles(catalog: PdfDict): Set<PdfDict> {
  const named = readNameTree(asDict(catalog.get('Names'))?.get('EmbeddedFiles')).map(([, file]) => file);
  const all = [...named, ...asArray(catalog.get('AF'))].map(asDict);
  return new Set(all.filter((file) => file !== undefined && findData(file) !== undefined) as PdfDict[]);
}

function findData(file: PdfDict): PdfStream | undefined {
  const data = asDict(file.get('EF'));
  const stream = resolve(data?.get('UF') ?? data?.get('F'));
  return stream instanceof PdfStream ? stream : undefined;
}

/** The name without a path, as a name that is given must be. */
function readName(file: PdfDict): string {
  const text = decodeTextString(asString(file.get('UF')) ?? asString(file.get('F')) ?? '');
  const name = text
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
    // Marks of direction show "cod.exe" as "exe.doc".
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^.*[\\/]/s, '')
    .trim();
  return /^\.{0,2}$/.test(name) ? 'attachment' : name;
}

function makeUnique(name: string, files: ReadonlyMap<string, PdfRef>): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  let unique = name;
  for (let count = 2; files.has(encodeTextString(unique).bytes); count++) unique = `${stem}-${count}${ending}`;
  return unique;
}

/** A file of another document, made again from what is known to be data. */
function copyFile(file: PdfDict, name: string): PdfDict {
  const { dict, data } = findData(file) as PdfStream;
  const params = asDict(dict.get('Params'));
  const dates = ['CreationDate', 'ModDate', 'CheckSum'].map((key): [string, PdfObject] => [
    key,
    resolve(params?.get(key)),
  ]);
  const known = new Map(dates.filter(([, value]) => value instanceof PdfString));
  const size = resolve(params?.get('Size'));
  if (typeof size === 'number') known.set('Size', size);
  const type = asName(dict.get('Subtype'));
  const filter = resolve(dict.get('Filter'));
  const stream = buildDict({
    Type: 'EmbeddedFile',
    Subtype: type,
    Params: known.size > 0 ? known : undefined,
    Filter: copyPlain(filter),
    DecodeParms: copyPlain(resolve(dict.get('DecodeParms'))),
  });
  const description = asString(file.get('Desc'));
  const relationship = asName(file.get('AFRelationship'));
  return buildFilespec(name, new PdfRef(new PdfStream(stream, data)), {
    Desc: description === undefined ? undefined : new PdfString(description),
    AFRelationship: relationship !== undefined && relationships.includes(relationship) ? relationship : undefined,
  });
}

/** Names, numbers and what is made of them, without references. */
function copyPlain(value: PdfObject, depth = 0): PdfObject | undefined {
  const plain = resolve(value);
  if (depth > 3 || plain instanceof PdfStream || plain instanceof PdfString || plain === null) return undefined;
  if (Array.isArray(plain)) return plain.map((item) => copyPlain(item, depth + 1) ?? null);
  if (!(plain instanceof Map)) return plain;
  return new Map([...plain].map(([key, item]) => [key, copyPlain(item, depth + 1) ?? null]));
}

function buildFile({ name, type, bytes, description, relationship, modified }: Attachment): PdfRef {
  const params = buildDict({ Size: bytes.length, ModDate: readDate(modified)?.info });
  const data = new PdfRef(new PdfStream(buildDict({ Type: 'EmbeddedFile', Subtype: type, Params: params }), bytes));
  const more = {
    Desc: description === undefined ? undefined : encodeTextString(description),
    AFRelationship: relationship && `${relationship[0]?.toUpperCase()}${relationship.slice(1)}`,
  };
  return new PdfRef(buildFilespec(name, data, more));
}

function buildFilespec(name: string, data: PdfRef, more: Record<string, PdfObject | undefined> = {}): PdfDict {
  // For readers without Unicode names.
  const plain = new PdfString(name.replace(/[^\x20-\x7e]/g, '_'));
  const files = buildDict({ F: data, UF: data });
  return buildDict({ Type: 'Filespec', F: plain, UF: encodeTextString(name), EF: files, ...more });
}
