/** A value for a form field. */
type FieldValue = string | number | boolean | null | string[] | undefined;

/**
 * Values by the full names of form fields: a value inside an object has the names of both, with a dot between. Lists of texts are several
 * choices.
 */
export function flattenFields(values: Readonly<Record<string, unknown>>): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {};
  const add = (name: string, value: unknown) => {
    const isGroup = typeof value === 'object' && value !== null;
    const isChoice = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
    if (isGroup && !isChoice) for (const [key, item] of Object.entries(value)) add(`${name}.${key}`, item);
    else fields[name] = isChoice ? value.map(String) : (value as FieldValue);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return fields;
}
