import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formats,
  renderRequestSchema,
  templateCreationSchema,
  templateUpdateSchema,
} from '../../src/contract/index.ts';
import { RequestError } from '../../src/server/answers/problems.ts';
import { validateBody } from '../../src/server/checks/validation.ts';
import { isLong } from '../helpers/is-long.ts';

const numRuns = isLong ? 20_000 : 500;

/** Which fields must stand beside another. */
interface Dependence {
  required?: readonly string[];
  anyOf?: readonly Dependence[];
  oneOf?: readonly Dependence[];
  not?: Dependence;
}

interface Schema {
  dependentSchemas?: Record<string, Dependence>;
  allOf?: readonly Dependence[];
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly { required: readonly string[] }[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | false;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

/** Texts of which each format and pattern has some that it takes; which ones it takes, the format itself says. */
const text = fc.oneof(
  fc.constantFrom('https://example.com/a?b#c', 'http://[2001:db8::1]:81/', '1.5cm', '0', '10px', '1-3, 5, 8-', '2'),
  fc.constantFrom('a/b.svg', 'kapitel/zwölf.html', 'eHh4', '', 'eA==', '01890000-0000-7000-8000-000000000000'),
  fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.5+01:00', 'image/png', 'text/css; charset=utf-8', 'x'),
  fc.constantFrom('en-US', 'de', 'zh-Hant-TW', 'UTC', 'Europe/Berlin'),
  fc.string({ maxLength: 8 }),
);

function buildText({ format, pattern, minLength = 0, maxLength = 1e6 }: Schema): fc.Arbitrary<unknown> {
  const isDate = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);
  const follows = format === 'date-time' ? isDate : (formats[format ?? ''] ?? (() => true));
  return text.filter(
    (value) =>
      follows(value) &&
      value.length >= minLength &&
      value.length <= maxLength &&
      (!pattern || new RegExp(pattern, 'u').test(value)),
  );
}

/** Values that follow a schema. */
function build(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(build));
  switch (schema.type) {
    case 'string':
      return buildText(schema);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'array': {
      const limits = { minLength: schema.minItems ?? 0, maxLength: Math.min(4, schema.maxItems ?? 4) };
      const items = build(schema.items ?? {});
      return schema.uniqueItems ? fc.uniqueArray(items, limits) : fc.array(items, limits);
    }
    default:
      return buildObject(schema);
  }
}

function buildObject(schema: Schema): fc.Arbitrary<unknown> {
  const { properties, additionalProperties, oneOf } = schema;
  if (!properties) {
    const name = schema.propertyNames
      ? buildText(schema.propertyNames).filter((one) => one !== '__proto__')
      : fc.stringMatching(/^[a-z]{1,4}$/);
    return fc.dictionary(
      name as fc.Arbitrary<string>,
      additionalProperties ? build(additionalProperties) : fc.jsonValue(),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    );
  }
  // One of the keys that say what a part is, with what is allowed only with some of them.
  const choices = oneOf?.map(({ required }) => required[0] ?? '') ?? [''];
  return fc
    .oneof(
      ...choices.map((chosen) => {
        const names = Object.keys(properties).filter(
          (name) => name === chosen || (!choices.includes(name) && isAllowed(schema.dependentSchemas?.[name], chosen)),
        );
        const model = Object.fromEntries(names.map((name) => [name, build(properties[name] ?? {})]));
        const requiredKeys = [...(schema.required ?? []), ...(chosen ? [chosen] : [])];
        return fc.record(model, { requiredKeys, noNullPrototype: true });
      }),
    )
    .map((value) => keepFirst(value as Record<string, unknown>, schema.maxProperties))
    .filter((value) => Object.keys(value).length >= (schema.minProperties ?? 0))
    .filter((value) => (schema.allOf ?? []).every((rule) => isFollowed(rule, value)));
}

/** Whether a value has the fields that a rule asks for. */
function isFollowed({ required = [], anyOf, oneOf, not }: Dependence, value: object): boolean {
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    (anyOf?.some((rule) => isFollowed(rule, value)) ?? true) &&
    (oneOf === undefined || oneOf.filter((rule) => isFollowed(rule, value)).length === 1) &&
    !(not && isFollowed(not, value))
  );
}

/** Whether a field may stand beside the chosen one. */
function isAllowed(rule: Dependence | undefined, chosen: string): boolean {
  if (rule === undefined) return true;
  return (rule.anyOf ?? [rule]).some(({ required = [] }) => required.includes(chosen));
}

function keepFirst(value: Record<string, unknown>, most = 1000): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).slice(0, most));
}

/** What is wrong with a value by the service's own words: pointers; nothing where it is taken. */
function refuse(schema: object, value: unknown): string[] {
  const before = JSON.stringify(value);
  try {
    validateBody(schema, value, 0);
    return [];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return (error.errors ?? []).map(({ pointer }) => pointer);
  } finally {
    expect(JSON.stringify(value)).toBe(before);
  }
}

/** Where fields have their own names: there an unknown one is wrong. */
function listFixed(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (
    /\/(context|preview_context|assets|media_features|fields|storage_state|request\/headers|request\/cookies)$/.test(
      pointer,
    )
  )
    return [];
  const inner = Object.entries(value).flatMap(([key, one]) => listFixed(one, `${pointer}/${key}`));
  return Array.isArray(value) ? inner : [pointer, ...inner];
}

function at(value: unknown, pointer: string): Record<string, unknown> {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((place, step) => place[step] as Record<string, unknown>, value as Record<string, unknown>);
}

describe.each([
  ['a render', renderRequestSchema],
  ['a new template', templateCreationSchema],
  ['a change of a template', templateUpdateSchema],
])('%s', (_, schema) => {
  const request = build(schema as Schema);

  test('that follows its schema is taken', () => {
    fc.assert(
      fc.property(request, (value) => {
        expect(refuse(schema, value)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('with a field that nobody knows is refused for that field', () => {
    fc.assert(
      fc.property(request, fc.nat(), (value, choice) => {
        const places = listFixed(value);
        const place = places[choice % places.length] ?? '';
        const spoiled = structuredClone(value);
        at(spoiled, place).unknown_ = true;
        // Where the number of fields is limited too, that is said of the object.
        expect(refuse(schema, spoiled).filter((pointer) => pointer !== place)).toEqual([`${place}/unknown_`]);
      }),
      { numRuns },
    );
  });
});
