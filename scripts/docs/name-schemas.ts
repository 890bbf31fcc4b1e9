import { formatPatterns } from './format-patterns.ts';

type Json = Record<string, unknown>;

/** Collects the schemas that have a name, while it writes references to them. */
interface SchemaNames {
  /** The same schema with a `$ref` in place of each that has a title, and with patterns next to formats of the contract's own. */
  refer(schema: object): object;
  /** The schemas with a title, by their titles. */
  readonly named: Record<string, object>;
}

/** Makes an empty collection. Throws if two different schemas have one title. */
export function openSchemaNames(): SchemaNames {
  const named: Record<string, object> = {};
  const sources = new Map<string, string>();

  function copy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Json;
    const { title } = schema;
    return typeof title === 'string' ? name(title, schema) : copyFields(schema);
  }

  function name(title: string, schema: Json): object {
    const source = JSON.stringify(schema);
    if ((sources.get(title) ?? source) !== source) throw new Error(`two schemas have the title ${title}`);
    if (!sources.has(title)) {
      sources.set(title, source);
      // Set before its own parts, so that the order is that of their first use.
      named[title] = {};
      named[title] = copyFields(schema);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  function copyFields(schema: Json): Json {
    const fields = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, copy(inner)]));
    const pattern = formatPatterns[String(schema.format)];
    return pattern === undefined || 'pattern' in fields ? fields : { ...fields, pattern };
  }

  return { refer: (schema) => copy(schema) as object, named };
}
