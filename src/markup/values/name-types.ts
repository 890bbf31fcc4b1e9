const typeWords: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** The types that a schema allows, in words, such as "a string or null". */
export function nameTypes(types: string | readonly string[]): string {
  return [types]
    .flat()
    .map((type) => typeWords[type] ?? type)
    .join(' or ');
}
