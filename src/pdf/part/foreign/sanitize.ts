import {
  asDict,
  asList,
  asName,
  asString,
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfSource,
  PdfStream,
  resolve,
} from '../../objects/objects.ts';
import { decodeTextString } from '../../objects/text-string.ts';
import { isSignature, isSigned } from './signatures.ts';

/** Entries that run, open, send or carry something (ISO 32000-2, 12.6, 12.7, 7.11 and 13). */
const activeEntries = [
  'AA',
  'OpenAction',
  'JS',
  'JavaScript',
  'XFA',
  'EF',
  'RF',
  'EmbeddedFiles',
  'AF',
  'RichMediaContent',
  'RichMediaSettings',
  'Ref',
  'OPI',
  'PieceInfo',
];

/** Of those, the ones that no file of ours has either: it may have attachments, but never a script. */
const neverWritten = ['AA', 'JS', 'JavaScript', 'XFA', 'RichMediaContent'];

/** Entries whose value is an action, wherever it has its own type (ISO 32000-2, 12.6.2). */
const actionEntries = ['A', 'PA', 'OpenAction'];

/** Actions that make a program do more than show another place. No structure element of the standard has such a name. */
const activeActions = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'GoTo3DView',
  'GoToDp',
  'Hide',
  'Movie',
  'Rendition',
  'RichMediaExecute',
  'SetOCGState',
  'Sound',
  'Thread',
  'Trans',
]);

/** What a named action may do (ISO 32000-2, table 216). */
export const pageActions: ReadonlySet<string> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** The families of colour spaces, by their names in full and in short (ISO 32000-2, 8.6.3 and table 91). */
const colourSpaces: ReadonlySet<string> = new Set([
  ...['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'CalGray', 'CalRGB', 'CalCMYK', 'Lab', 'ICCBased'],
  ...['Indexed', 'Pattern', 'Separation', 'DeviceN', 'G', 'RGB', 'CMYK', 'I'],
]);

/** What belongs into each category of a resource dictionary (ISO 32000-2, table 34). */
const resourceKinds: Readonly<Record<string, (value: PdfObject) => boolean>> = {
  ExtGState: isPlain,
  ColorSpace: (value) => colourSpaces.has(asName(Array.isArray(value) ? value[0] : value) ?? ''),
  Pattern: (value) => asDict(value)?.has('PatternType') ?? false,
  Shading: (value) => asDict(value)?.has('ShadingType') ?? false,
  XObject: (value) => value instanceof PdfStream && value.dict.has('Subtype'),
  Font: (value) =>
    value instanceof Map && (value.get('Type') === 'Font' || value.has('BaseFont') || value.has('CharProcs')),
  Properties: (value) => isPlain(value) || asName(asDict(value)?.get('Type')) === 'Pagination',
};

/**
 * Drops active content from the dictionaries of PDFs that are not ours, each before it is written, and refuses to write any
 * that is left.
 *
 * Some dictionaries have keys that their author chose, such as the names of fonts, and `/AA` may be one. Those are copied
 * from where the format puts them, and only the copies are spared. What else leads to the original meets it as any other
 * dictionary.
 */
export class Sanitizer {
  /** Copies whose keys are names that an author chose. Nothing of a file leads to them but the place they were made for. */
  readonly #chosenNames = new Set<PdfDict>();
  /** The copies of resource dictionaries, by the original. */
  readonly #resources = new Map<PdfDict, PdfDict>();
  readonly #resourceRefs = new Map<PdfDict, PdfRef>();
  readonly #dropped = new Map<PdfSource, Set<string>>();
  readonly #misplaced = new Map<PdfSource, Set<string>>();
  readonly #files = new Map<PdfSource, Set<string>>();

  /** Spares a dictionary that the merger made, whose keys are names that authors chose. */
  allowNames(dict: PdfDict): void {
    this.#chosenNames.add(dict);
  }

  /** Cleans a dictionary of a foreign file. `owner` is the stream that it belongs to, or the dictionary itself. */
  clean(dict: PdfDict, source: PdfSource, owner: PdfDict | PdfStream): void {
    if (this.#chosenNames.has(dict)) return;
    for (const key of ['Resources', 'DR']) this.#replaceResources(dict, key, source);
    this.#copyNames(dict, 'CharProcs', (value) => value instanceof PdfStream);
    this.#copyNames(dict, 'Colorants', Array.isArray);
    this.#noteActions(dict, source);
    for (const file of asList(dict.get('AF')).map(asDict))
      if (file !== undefined) note(this.#files, source, nameFile(file));
    for (const entry of activeEntries) dict.delete(entry);
    cleanActions(dict);
    if (owner instanceof PdfStream && owner.dict === dict) cleanStream(owner);
    // A signature is made for the bytes of one file, which the result no longer has.
    if (isSigned(dict)) dict.delete('V');
    if (owner === dict && isSignature(dict)) dict.clear();
  }

  /** The kinds of actions that were dropped from a file. */
  listDropped(source: PdfSource): string[] {
    return [...(this.#dropped.get(source) ?? [])].sort();
  }

  /** The resources of a file that were dropped, because they are not of their kind: "Font F1". */
  listMisplaced(source: PdfSource): string[] {
    return [...(this.#misplaced.get(source) ?? [])].sort();
  }

  /** The names of files that belonged to pages, elements or drawings of a file (ISO 32000-2, 14.13), and were dropped. */
  listFiles(source: PdfSource): string[] {
    return [...(this.#files.get(source) ?? [])];
  }

  /** What is still active in a dictionary about to be written, in words for an error; undefined if nothing is. */
  findActive(dict: PdfDict): string | undefined {
    if (this.#chosenNames.has(dict)) return undefined;
    const entry = neverWritten.find((key) => dict.has(key));
    if (entry !== undefined) return `an entry ${entry}`;
    // A document may open at a place, and do nothing else.
    const opening = asDict(dict.get('OpenAction'));
    if (opening !== undefined && asName(opening.get('S')) !== 'GoTo') return 'an entry OpenAction';
    for (const key of actionEntries) {
      const action = asDict(dict.get(key));
      if (action?.has('S') && !isSafeAction(action)) return `an action ${asName(action.get('S'))}`;
    }
    const kind = asName(dict.get('S'));
    return kind !== undefined && activeActions.has(kind) ? `an action ${kind}` : undefined;
  }

  #noteActions(dict: PdfDict, source: PdfSource): void {
    const triggers = [
      ...(asDict(dict.get('AA'))?.values() ?? []),
      ...actionEntries.map((key) => dict.get(key) ?? null),
    ];
    for (const action of [dict, ...triggers.map(asDict)]) {
      const kind = asName(action?.get('S'));
      if (kind === undefined || !activeActions.has(kind) || action?.has('P')) continue;
      note(this.#dropped, source, kind);
    }
  }

  #replaceResources(dict: PdfDict, key: string, source: PdfSource): void {
    const value = dict.get(key);
    const original = asDict(value);
    if (original === undefined || this.#resources.get(original) === original) return;
    const copy = this.#copyResources(original, source);
    if (!(value instanceof PdfRef)) {
      dict.set(key, copy);
      return;
    }
    const ref = this.#resourceRefs.get(original) ?? new PdfRef(copy, source);
    this.#resourceRefs.set(original, ref);
    dict.set(key, ref);
  }

  #copyResources(original: PdfDict, source: PdfSource): PdfDict {
    const known = this.#resources.get(original);
    if (known !== undefined) return known;
    const copy: PdfDict = new Map();
    for (const [category, isKind] of Object.entries(resourceKinds)) {
      const names = asDict(original.get(category));
      if (names === undefined) continue;
      copy.set(category, this.#copyOf(names, isKind));
      for (const [name, value] of names) {
        if (!isKind(resolve(value)) && resolve(value) !== null) note(this.#misplaced, source, `${category} ${name}`);
      }
    }
    this.#resources.set(original, copy);
    this.#resources.set(copy, copy);
    return copy;
  }

  #copyNames(dict: PdfDict, key: string, isAllowed: (value: PdfObject) => boolean): void {
    const names = asDict(dict.get(key));
    if (names !== undefined && !this.#chosenNames.has(names)) dict.set(key, this.#copyOf(names, isAllowed));
  }

  #copyOf(names: PdfDict, isAllowed: (value: PdfObject) => boolean): PdfDict {
    const copy: PdfDict = new Map([...names].filter(([, value]) => isAllowed(resolve(value))));
    this.#chosenNames.add(copy);
    return copy;
  }
}

function nameFile(file: PdfDict): string {
  return decodeTextString(asString(file.get('UF')) ?? asString(file.get('F')) ?? '') || 'a file without a name';
}

function note(notes: Map<PdfSource, Set<string>>, source: PdfSource, text: string): void {
  notes.set(source, (notes.get(source) ?? new Set()).add(text));
}

/** Neither an action nor an annotation nor a field. */
function isPlain(value: PdfObject): boolean {
  return value instanceof Map && !['S', 'Subtype', 'FT', 'AA'].some((key) => value.has(key));
}

function cleanActions(dict: PdfDict): void {
  for (const entry of actionEntries) {
    const action = asDict(dict.get(entry));
    if (action?.has('S') && !isSafeAction(action)) dict.delete(entry);
  }
  const kind = asName(dict.get('S'));
  if (kind === undefined) return;
  // An action may be followed by others.
  if (kind === 'GoTo' || kind === 'URI' || kind === 'Named') dict.delete('Next');
  if (!activeActions.has(kind)) return;
  // A structure element that only has the name of an action keeps its place in the tree.
  if (dict.has('P') || dict.has('K')) dict.set('S', 'NonStruct');
  else dict.clear();
}

/** The only actions that stay: those that show another place. */
function isSafeAction(action: PdfDict): boolean {
  const kind = asName(action.get('S'));
  if (kind === 'Named') return pageActions.has(asName(action.get('N')) ?? '');
  if (kind === 'URI') return isSafeAddress(asString(action.get('URI')) ?? '');
  return kind === 'GoTo';
}

function cleanStream(stream: PdfStream): void {
  // A stream whose bytes are in another file.
  for (const entry of ['F', 'FFilter', 'FDecodeParms']) stream.dict.delete(entry);
  if (asName(stream.dict.get('Type')) !== 'EmbeddedFile') return;
  stream.dict.clear();
  stream.data = new Uint8Array();
}

/**
 * An address without the characters that viewers skip, which would hide a scheme. Some programs write it as Unicode text, though
 * the format wants ASCII.
 */
export function trimAddress(bytes: string): string {
  const isUnicode = /^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/.test(bytes);
  const address = isUnicode ? decodeTextString(bytes).replace(/[^\x00-\x7f]+/g, encodeURIComponent) : bytes;
  return address.replace(/[\x00-\x20\x7f]+/g, (space) => (/^ +$/.test(space) ? space : '')).trim();
}

/** Whether a link may lead to an address: to a page, a mailbox or a telephone. */
export function isSafeAddress(address: string): boolean {
  return /^(https?|mailto|tel):/i.test(trimAddress(address));
}
