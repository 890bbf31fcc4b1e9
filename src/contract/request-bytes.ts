/** Where a request may hold bytes, by fields; `*` is any field or item. These are the places that hold base64 on the wire. */
const places = [
  'parts/pdf',
  'parts/*/pdf',
  'parts/assets/*/base64',
  'parts/*/assets/*/base64',
  'pdf/attachments/*/base64',
  'pdf/e_invoice/base64',
].map((place) => place.split('/'));

/**
 * A copy of a render request with `change(bytes)` in the place of each `Uint8Array` that stands where the wire has base64.
 * Whatever else the value holds, valid or not, is shared with the copy and stays as it is.
 */
export function mapRequestBytes(request: unknown, change: (bytes: Uint8Array) => unknown): unknown {
  return places.reduce((value, place) => mapAt(value, place, change), request);
}

/** The render request as it travels: with base64 (RFC 4648, section 4) in the place of its bytes. */
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
