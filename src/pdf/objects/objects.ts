/**
 * The objects of a PDF (ISO 32000-2, 7.3). A JavaScript string is a name (without its slash, each character one byte); text
 * in parentheses is a PdfString.
 */
export type PdfObject = null | boolean | number | string | PdfString | PdfRef | PdfStream | PdfDict | PdfObject[];

/** A dictionary, in the order of the file. */
export type PdfDict = Map<string, PdfObject>;

/** A string object; each character of `bytes` is one byte. */
export class PdfString {
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

/** A stream with its bytes as they are in the file, still encoded with the filters that its dictionary names. */
export class PdfStream {
  readonly dict: PdfDict;
  data: Uint8Array;

  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** The file that an indirect object comes from. */
export interface PdfSource {
  readObject(number: number): PdfObject;
}

/** What one walk over objects notes of an object. */
export interface WalkPlace {
  readonly walk: object;
}

/**
 * An indirect object, and every reference to it: one per object of a file, so that identity is `===`. Its value is read from
 * the file on first use, and may be replaced.
 */
export class PdfRef {
  /** The file it was read from; undefined for a new object. */
  readonly source: PdfSource | undefined;
  readonly number: number;
  /** What the walk that writes a file notes of it. A table of all objects would cost more than the walk. */
  place: WalkPlace | undefined;
  #value: PdfObject | undefined;

  constructor(value: PdfObject | undefined, source?: PdfSource, number = 0) {
    this.#value = value;
    this.source = source;
    this.number = number;
    this.place = undefined;
  }

  get value(): PdfObject {
    if (this.#value === undefined) this.#value = this.source?.readObject(this.number) ?? null;
    return this.#value;
  }

  set value(value: PdfObject) {
    this.#value = value;
  }
}

/** A PDF that breaks the rules in a way that this reader does not repair. */
export class PdfDamage extends Error {
  override name = 'PdfDamage';
  /** The file, where it is known. */
  source: PdfSource | undefined;
}

/** What `read` returns; what `otherwise` returns if it meets damage. */
export function unlessDamaged<T, E>(read: () => T, otherwise: (damage: PdfDamage) => E): T | E {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage) return otherwise(error);
    throw error;
  }
}

/** A PDF whose objects can be read only after it is decrypted. */
export class PdfEncrypted extends PdfDamage {
  override name = 'PdfEncrypted';
}

/** The object behind a reference, or the object itself. A missing one is null. */
export function resolve(object: PdfObject | undefined): PdfObject {
  let value = object ?? null;
  // An indirect object that is only a reference to another is legal; a ring of them is not.
  for (let steps = 0; value instanceof PdfRef; steps++) {
    if (steps > 32) throw new PdfDamage('a ring of references');
    value = value.value;
  }
  return value;
}

/** The last reference of a chain of references. */
export function followRef(ref: PdfRef): PdfRef {
  let last = ref;
  for (let steps = 0; last.value instanceof PdfRef; steps++) {
    if (steps > 32) throw new PdfDamage('a ring of references');
    last = last.value;
  }
  return last;
}

/** The dictionary there, also that of a stream; undefined for anything else. */
export function asDict(object: PdfObject | undefined): PdfDict | undefined {
  const value = resolve(object);
  if (value instanceof Map) return value;
  return value instanceof PdfStream ? value.dict : undefined;
}

/** The array there; an empty one for anything else. */
export function asArray(object: PdfObject | undefined): PdfObject[] {
  const value = resolve(object);
  return Array.isArray(value) ? value : [];
}

/** The items of the array there, or what else is there as the only one; none for nothing. */
export function asList(object: PdfObject | undefined): PdfObject[] {
  const value = resolve(object);
  return Array.isArray(value) ? value : object == null ? [] : [object];
}

/** The name there; undefined for anything else. */
export function asName(object: PdfObject | undefined): string | undefined {
  const value = resolve(object);
  return typeof value === 'string' ? value : undefined;
}

/** The number there; undefined for anything else. */
export function asNumber(object: PdfObject | undefined): number | undefined {
  const value = resolve(object);
  return typeof value === 'number' ? value : undefined;
}

/** The bytes of the string there; undefined for anything else. */
export function asString(object: PdfObject | undefined): string | undefined {
  const value = resolve(object);
  return value instanceof PdfString ? value.bytes : undefined;
}

/** A dictionary of the entries that are not undefined. */
export function buildDict(entries: Record<string, PdfObject | undefined>): PdfDict {
  const dict: PdfDict = new Map();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) dict.set(key, value);
  return dict;
}
