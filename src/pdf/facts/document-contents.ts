import {
  type FieldKind,
  type FormField,
  findOnState,
  listExported,
  listFormFields,
  listStates,
  readTextString,
} from '../fields/form-field.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';
import { readNameTree } from '../objects/trees.ts';
import { readInfoDate } from '../part/document-info.ts';

/** An entry of the outline. */
export interface OutlineFact {
  title: string;
  /** From 1. */
  level: number;
  /** The page it leads to, from 1. Undefined if it leads to none. */
  page?: number;
}

/** A link. It has `url` or `target`, or neither if it leads nowhere. */
export interface LinkFact {
  /** The page it is on, from 1. */
  page: number;
  url?: string;
  /** The page it leads to, from 1. */
  target?: number;
}

/** A field of a form. */
export interface FieldFact {
  /** Its full name, with dots. */
  name: string;
  kind: FieldKind;
  value?: string | string[];
  /** Values that it can have. */
  choices?: string[];
  /** What is shown for each of the choices, if that differs. */
  labels?: string[];
  /** Characters that it may have. */
  max_length?: number;
  /** Whether it is a text of several lines. */
  multiline?: true;
  /** Whether it can have several choices. */
  multiple?: true;
  /** Whether it can have a value that is not one of its choices. */
  editable?: true;
  required: boolean;
  read_only: boolean;
}

/** A file inside the PDF. */
export interface AttachmentFact {
  name: string;
  type?: string;
  /** Size in bytes, as the PDF says it. */
  bytes?: number;
  /** What it is to the document, such as Source, Data or Alternative (ISO 32000-2, table 43). */
  relationship?: string;
  description?: string;
}

/** A signature. */
export interface SignatureFact {
  /** The full name of its field. */
  field: string;
  /** Such as adbe.pkcs7.detached or ETSI.CAdES.detached. */
  format?: string;
  name?: string;
  reason?: string;
  /** When it was made, in ISO 8601, as the PDF says it. */
  time?: string;
  /** The changes that it allows, if it certifies the document. */
  certifies?: 'no-changes' | 'fill-forms' | 'annotate';
  /** Whether it covers the whole file, so that nothing was added after it. It is not verified. */
  covers_document: boolean;
}

const outlineLimit = 20_000;
const depthLimit = 64;

/** Finds pages and places of a document. */
export class Places {
  readonly #numbers: Map<PdfDict, number>;
  readonly #named = new Map<string, PdfObject>();

  constructor(catalog: PdfDict, pages: readonly PdfRef[]) {
    this.#numbers = new Map(pages.flatMap((page, index) => [[asDict(page), index + 1] as const]).filter(isPage));
    for (const [name, place] of asDict(catalog.get('Dests')) ?? []) this.#named.set(name, place);
    const names = asDict(catalog.get('Names'))?.get('Dests');
    for (const [name, place] of readNameTree(names)) this.#named.set(name, place);
  }

  /** The page that a destination leads to, from 1 (ISO 32000-2, 12.3.2). */
  findPage(destination: PdfObject | undefined, depth = 0): number | undefined {
    const name = asName(destination) ?? asString(destination);
    if (name !== undefined) return depth > 2 ? undefined : this.findPage(this.#named.get(name), depth + 1);
    const place = asDict(destination)?.get('D') ?? destination;
    const [page] = asArray(place);
    const number = asNumber(page);
    return number === undefined ? this.#numbers.get(asDict(page) as PdfDict) : number + 1;
  }

  /** The page that a link or an entry of the outline leads to. */
  findTarget(dict: PdfDict): number | undefined {
    const action = asDict(dict.get('A'));
    return this.findPage(dict.get('Dest') ?? (asName(action?.get('S')) === 'GoTo' ? action?.get('D') : undefined));
  }
}

function isPage(entry: readonly [PdfDict | undefined, number]): entry is readonly [PdfDict, number] {
  return entry[0] !== undefined;
}

export function readOutline(catalog: PdfDict, places: Places): OutlineFact[] {
  const entries: OutlineFact[] = [];
  const seen = new Set<PdfDict>();
  const visit = (first: PdfObject | undefined, level: number) => {
    for (let item = asDict(first); item !== undefined && !seen.has(item); item = asDict(item.get('Next'))) {
      if (entries.length === outlineLimit) return;
      seen.add(item);
      const page = places.findTarget(item);
      entries.push({ title: readTextString(item.get('Title')) ?? '', level, ...(page !== undefined && { page }) });
      if (level < depthLimit) visit(item.get('First'), level + 1);
    }
  };
  visit(asDict(catalog.get('Outlines'))?.get('First'), 1);
  return entries;
}

export function readLinks(page: PdfDict, number: number, places: Places): LinkFact[] {
  return asArray(page.get('Annots')).flatMap((item) => {
    const annotation = asDict(item);
    if (annotation === undefined || asName(annotation.get('Subtype')) !== 'Link') return [];
    const url = asString(asDict(annotation.get('A'))?.get('URI'));
    const target = places.findTarget(annotation);
    return [{ page: number, ...(url !== undefined && { url }), ...(target !== undefined && { target }) }];
  });
}

export function readAttachments(catalog: PdfDict): AttachmentFact[] {
  const files = readNameTree(asDict(catalog.get('Names'))?.get('EmbeddedFiles'));
  return files.map(([key, item]) => {
    const file = asDict(item);
    const embedded = asDict(file?.get('EF'));
    const stream = resolve(embedded?.get('UF') ?? embedded?.get('F'));
    const dict = stream instanceof PdfStream ? stream.dict : undefined;
    const description = readTextString(file?.get('Desc'));
    const relationship = asName(file?.get('AFRelationship'));
    const type = asName(dict?.get('Subtype'));
    const bytes = asNumber(asDict(dict?.get('Params'))?.get('Size'));
    return {
      name: readTextString(file?.get('UF')) ?? readTextString(file?.get('F')) ?? decodeTextString(key),
      ...(type !== undefined && { type }),
      ...(bytes !== undefined && { bytes }),
      ...(relationship !== undefined && { relationship }),
      ...(description !== undefined && { description }),
    };
  });
}

/** The fields of a form that have values: buttons of a group are one field. */
export function readFields(
  catalog: PdfDict,
  pages: readonly PdfRef[],
): { fields: FieldFact[]; signed: [string, PdfDict][] } {
  const fields: FieldFact[] = [];
  const signed: [string, PdfDict][] = [];
  for (const field of listFormFields(catalog, pages)) {
    fields.push(describeField(field));
    const value = resolve(field.find('V'));
    if (field.kind === 'signature' && value instanceof Map) signed.push([field.name, value]);
  }
  return { fields: fields.sort((a, b) => (a.name < b.name ? -1 : 1)), signed };
}

function describeField(field: FormField): FieldFact {
  const { name, kind, maxLength, has } = field;
  const isButton = kind === 'checkbox' || kind === 'radio';
  const value = isButton ? readExported(field) : readValue(field.find('V'));
  const exported = [...new Set(listExported(field))];
  const states = exported.length > 0 ? exported : listStates(field);
  const choices = isButton ? states : field.options.map((option) => option.value);
  const labels = field.options.map(({ shown }) => shown);
  const isLabelled = !isButton && labels.some((label, index) => label !== choices[index]);
  return {
    name,
    kind,
    ...(value !== undefined && kind !== 'signature' && { value }),
    ...(choices.length > 0 && { choices }),
    ...(isLabelled && { labels }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(kind === 'text' && has('multiline') && { multiline: true }),
    ...(kind === 'choice' && !has('combo') && has('multiSelect') && { multiple: true }),
    ...(kind === 'choice' && has('combo') && has('editable') && { editable: true }),
    required: has('required'),
    read_only: has('readOnly'),
  };
}

/** The value of buttons: the text that the selected one exports, or the name of its state. */
function readExported(field: FormField): string | undefined {
  const state = readValue(field.find('V'));
  const place = field.widgets.findIndex((widget) => findOnState(widget) === state);
  return listExported(field)[place] ?? [state].flat()[0];
}

function readValue(value: PdfObject | undefined): FieldFact['value'] {
  const items = resolve(value);
  if (Array.isArray(items)) return items.flatMap((item) => readTextString(item) ?? []);
  return asName(value) ?? readTextString(value);
}

/** Whether and how the parts of a file that signatures cover reach its end (ISO 32000-2, 12.8.1). */
export function describeSignature(field: string, value: PdfDict, fileBytes: number): SignatureFact {
  const range = asArray(value.get('ByteRange')).map(asNumber);
  const [start, first = 0, second = 0, rest = 0] = range;
  const contents = asString(value.get('Contents'))?.length ?? 0;
  // Between the two ranges are the hexadecimal digits of the signature and their brackets.
  const isWhole =
    range.length === 4 && start === 0 && second + rest === fileBytes && second - first === 2 * contents + 2;
  const format = asName(value.get('SubFilter'));
  const [name, reason] = ['Name', 'Reason'].map((key) => readTextString(value.get(key)));
  const time = readInfoDate(asString(value.get('M')) ?? '');
  return {
    field,
    ...(format !== undefined && { format }),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    ...(time !== undefined && { time }),
    ...readCertification(value),
    covers_document: isWhole,
  };
}

/** What a signature that certifies a document allows (ISO 32000-2, table 257). */
function readCertification(value: PdfDict): Pick<SignatureFact, 'certifies'> {
  const references = asArray(value.get('Reference')).map(asDict);
  const reference = references.find((each) => asName(each?.get('TransformMethod')) === 'DocMDP');
  if (reference === undefined) return {};
  const level = asNumber(asDict(reference.get('TransformParams'))?.get('P')) ?? 2;
  return { certifies: level === 1 ? 'no-changes' : level === 3 ? 'annotate' : 'fill-forms' };
}
