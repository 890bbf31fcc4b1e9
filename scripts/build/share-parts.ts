type Json = Record<string, unknown>;

/** A schema with fewer characters compiles faster in place. */
const worthSharing = 400;

/** A schema with this many becomes its own function, which V8 compiles when a value first comes to it. */
const worthParting = 1500;

/**
 * The same schema, with each large part that is in several places, or is very large, moved to `$defs` (JSON Schema 2020-12, core,
 * section 8.2.4): it is compiled once, and only if it is needed. Of 248 KB for the body of a render that leaves 212, of which V8
 * compiles 68 for a render of HTML.
 */
export function shareParts(schema: object): object {
  const counts = new Map<string, number>();
  count(schema, counts);
  const names = new Map<string, string>();
  const defs: Json = {};
  const share = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(share);
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const copy = () => Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, share(inner)]));
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
  return { ...(share(schema) as Json), $defs: defs };
}

function count(value: unknown, counts: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) count(item, counts);
  else if (typeof value === 'object' && value !== null) {
    const text = JSON.stringify(value);
    if (text.length >= worthSharing) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const inner of Object.values(value)) count(inner, counts);
  }
}

/** Whether an object is a schema, and not a table of them such as `properties`. */
function isSchema(value: object): boolean {
  return 'type' in value && typeof value.type !== 'object';
}
