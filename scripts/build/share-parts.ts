type Json = Record<string, unknown>;

/** A schema with fewer characters compiles faster in place. */
const worthSharing = 400;

/** A schema with this many becomes its own function, which V8 compiles when a value first comes to it. */
const worthParting = 1500;

/**
 * One schema with all of these in its `$defs`, by their names (JSON Schema 2020-12, core, section 8.2.4). Each large part that is in
 * several places, in one schema or in several, or that is very large, is there once: it is compiled once, and only if it is needed.
 */
export function shareParts(schemas: Record<string, object>): { $defs: Json } {
  const counts = new Map<string, number>();
  for (const schema of Object.values(schemas)) count(schema, counts);
  const names = new Map<string, string>();
  const defs: Json = {};
  const shareInside = (value: object): Json =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => (isWords(key, inner) ? [] : [[key, share(inner)]])),
    );
  const share = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(share);
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const copy = () => shareInside(value);
    const isWorthIt = (counts.get(text) ?? 0) > 1 ? text.length >= worthSharing : text.length >= worthParting;
    if (!isWorthIt || !isSchema(value)) return copy();
    let name = names.get(text);
    if (name === undefined) {
      name = `part${names.size}`;
      names.set(text, name);
      defs[name] = copy();
    }
    return { $ref: `#/$defs/${name}` };
  };
  // In a list, because a definition that is only a reference would be compiled a second time.
  for (const [name, schema] of Object.entries(schemas)) defs[name] = { allOf: [share(schema)] };
  return { $defs: defs };
}

function count(value: unknown, counts: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) count(item, counts);
  else if (typeof value === 'object' && value !== null) {
    const text = JSON.stringify(value);
    if (text.length >= worthSharing) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const inner of Object.values(value)) count(inner, counts);
  }
}

/** Whether a member of a schema is for readers only. A property may have the same name; its value is a schema. */
function isWords(key: string, value: unknown): boolean {
  return (
    (typeof value === 'string' && (key === 'title' || key === 'description')) ||
    (key === 'examples' && Array.isArray(value))
  );
}

/** Whether an object is a schema, and not a table of them such as `properties`. */
function isSchema(value: object): boolean {
  return 'type' in value && typeof value.type !== 'object';
}
