import type { ErrorObject } from 'ajv';

/** What is wrong with a value of a template. */
export interface ValueFault {
  /** Where it is: the names of fields and the indexes of items, from the outermost. */
  path: string[];
  /** The same as a template names it: `lines[0].price`. */
  field: string;
  /** The end of a sentence that starts with the name of the field. */
  detail: string;
}

/** Says what one error of a schema means. */
export function describeFault(error: ErrorObject): ValueFault {
  const { keyword, params, instancePath } = error;
  const steps = readSteps(instancePath);
  const inner =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined;
  const path = inner === undefined ? steps : [...steps, inner];
  return { path, field: formatPath(path), detail: describe(error) };
}

/** The types that a schema allows, in words, such as "a string or null". */
export function nameTypes(types: string | readonly string[]): string {
  return [types]
    .flat()
    .map((type) => typeWords[type] ?? type)
    .join(' or ');
}

function describe({ keyword, params, parentSchema, propertyName, message = 'is not valid' }: ErrorObject): string {
  if (propertyName !== undefined) return message;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties': {
      const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {}).join(', ');
      return known === '' ? 'is not a known field' : `is not a known field; known are ${known}`;
    }
    case 'type':
      return `must be ${nameTypes(params.type)}`;
    case 'enum':
      return `must be one of ${params.allowedValues.map((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'pattern':
      return `must match the pattern ${params.pattern}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'uniqueItems':
      return 'must not contain the same value twice';
    case 'minLength':
    case 'minItems':
      if (params.limit === 1) return 'must not be empty';
      return `must have at least ${params.limit} ${keyword === 'minLength' ? 'characters' : 'items'}`;
    case 'maxLength':
    case 'maxItems':
      return `must have at most ${params.limit} ${keyword === 'maxLength' ? 'characters' : 'items'}`;
    default:
      return message;
  }
}

/** The steps of a JSON pointer (RFC 6901). */
function readSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function formatPath(path: readonly string[]): string {
  if (path.length === 0) return 'the values';
  const steps = path.map((step, index) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    if (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)) return `${index > 0 ? '.' : ''}${step}`;
    return `[${JSON.stringify(step)}]`;
  });
  return steps.join('');
}

const typeWords: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};
