/** Where a request may hold bytes, by fields; `*` is any field or item. These are the places that hold base64 on the wire. */
const places = [
  'parts/pdf',
  'parts/*/pdf',
  'parts/image',
  'parts/*/image',
  'parts/assets/*/base64',
  'parts/*/assets/*/base64',
  'overlays/*/pdf',
  'overlays/*/image',
  'overlays/*/assets/*/base64',
  'pdf/attachments/*/base64',
  'pdf/e_invoice/base64',
].map((place) => place.split('/'));

/**
 * A copy of a render request with `change(bytes)` in place of each `Uint8Array` whose field is base64 in JSON.
 * Whatever else the value holds, valid or not, is shared with the copy and stays unchanged.
 */
export function mapRequestBytes(request: unknown, change: (bytes: Uint8Array) => unknown): unknown {
  return places.reduce((value, place) => mapAt(value, place, change), request);
}

/**
 * What is wrong with bytes of a render request: the first place that holds them as what is no `Uint8Array`, or where a file of a part
 * should be. Undefined if nothing is.
 */
export function findWrongBytes(request: unknown): { pointer: string; detail: string } | undefined {
  const files = places.filter((place) => place.at(-3) === 'assets').map((place) => place.slice(0, -1));
  for (const [pointer, value] of files.flatMap((place) => listAt(request, place))) {
    if (isBinary(value)) return { pointer, detail: 'must be an object with type and base64' };
  }
  for (const [pointer, value] of places.flatMap((place) => listAt(request, place))) {
    if (isBinary(value) && !(value instanceof Uint8Array)) return { pointer, detail: 'must be a Uint8Array or base64' };
  }
  return undefined;
}

function isBinary(value: unknown): boolean {
  return value instanceof ArrayBuffer || value instanceof SharedArrayBuffer || ArrayBuffer.isView(value);
}

/** The values at a place, each with its JSON Pointer. */
function listAt(value: unknown, [step, ...rest]: string[], pointer = ''): [string, unknown][] {
  if (step === undefined) return [[pointer, value]];
  if (typeof value !== 'object' || value === null || isBinary(value)) return [];
  // As in `mapAt`: a step that is a name does not lead into a list.
  const names = step === '*' ? Object.keys(value) : !Array.isArray(value) && Object.hasOwn(value, step) ? [step] : [];
  return names.flatMap((name) =>
    listAt((value as Record<string, unknown>)[name], rest, `${pointer}/${escapePointer(name)}`),
  );
}

/** The render request as it travels: with base64 (RFC 4648, section 4) in place of its bytes. */
export function encodeRequestBytes(request: unknown): unknown {
  return mapRequestBytes(request, ({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  );
}

function mapAt(value: unknown, [step, ...rest]: string[], change: (bytes: Uint8Array) => unknown): unknown {
  const isBytes = value instanceof Uint8Array;
  if (step === undefined) return isBytes ? change(value) : value;
  if (typeof value !== 'object' || value === null || isBytes) return value;
  if (Array.isArray(value)) return step === '*' ? value.map((item) => mapAt(item, rest, change)) : value;
  const fields = value as Record<string, unknown>;
  const names = step === '*' ? Object.keys(fields) : Object.hasOwn(fields, step) ? [step] : [];
  if (names.length === 0) return value;
  const copy = { ...fields };
  for (const name of names) copy[name] = mapAt(fields[name], rest, change);
  return copy;
}

/**
 * Names a value that JSON would silently change: numbers become null, and collections lose their members. Undefined for
 * all others. `given` is what the value was before its `toJSON`.
 */
export function describeUnwritable(value: unknown, given: unknown = value): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `is ${value}, which JSON has not`;
  if (value instanceof Map) return 'is a Map, which JSON has not: Object.fromEntries makes an object of it';
  if (value instanceof Set) return 'is a Set, which JSON has not: spread it into a list';
  if (value instanceof Promise) return 'is a Promise, of which JSON has nothing: await it';
  if (isOtherList(value)) return 'is no Array, and JSON would not have it as a list: spread it into one';
  if (given instanceof Date && Number.isNaN(given.getTime())) return 'is a Date without a time, which JSON makes null';
  return undefined;
}

function isOtherList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof String) return false;
  // Bytes have their own places in a request.
  return Symbol.iterator in value && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** The JSON pointer of a path (RFC 6901, section 3); empty for the whole document. */
export function formatPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${escapePointer(String(step))}`).join('');
}

/** One step of a JSON pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
