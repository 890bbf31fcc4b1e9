/** A drafted schema: JSON Schema 2020-12. */
interface DraftSchema {
  type?: string | string[];
  properties?: Record<string, DraftSchema>;
  required?: string[];
  items?: DraftSchema;
}

/**
 * Drafts a schema that all of these values follow. Fields that all objects of a place have are required; others are optional. Numbers stay
 * numbers: that all samples are whole does not say that all values will be.
 */
export function draftSchema(values: readonly object[]): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...draft(values) };
}

function draft(values: readonly unknown[]): DraftSchema {
  const types = [...new Set(values.map(typeOf))].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  const [type] = types;
  if (type === undefined) return {};
  const objects = values.filter((value) => typeOf(value) === 'object') as Record<string, unknown>[];
  const items = values.filter((value) => Array.isArray(value)).flat();
  return {
    type: types.length === 1 ? type : types,
    ...(objects.length > 0 && draftObject(objects)),
    ...(items.length > 0 && { items: draft(items) }),
  };
}

function draftObject(objects: readonly Record<string, unknown>[]): DraftSchema {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
  const properties = names.map((name): [string, DraftSchema] => [
    name,
    draft(objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name])),
  ]);
  return { properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
