import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { answerOf, closed, exactly, whole } from '../schema-shapes.ts';
import { labelNameSchema, revisionParamsSchema } from './revision-schema.ts';

/** The name of a set of values: that of its file, values/<name>.json, without the ending. */
export const setNameSchema = {
  type: 'string',
  pattern: '^(?![. ])[^/\\\\:*?"<>|\\p{Cc}]{1,100}(?<![. ])$',
  'x-pattern-words': 'a name of 1 to 100 characters that a file may have, such as "minimal"',
  description: 'The name of a set of values.',
  examples: ['minimal'],
} as const;

const values = {
  type: 'object',
  additionalProperties: true,
  'x-max-json-bytes': limits.previewContext,
  description: 'The values, at most 1 MiB as JSON.',
  examples: [{ number: 7, lines: [] }],
} as const;

const schema = {
  type: 'object',
  additionalProperties: true,
  'x-max-json-bytes': limits.valuesSchema,
  description:
    'A JSON Schema (2020-12), at most 256 KiB as JSON. References are followed within it alone; "format" checks nothing.',
  examples: [{ type: 'object', required: ['number'], properties: { number: { type: 'integer' } } }],
} as const;

/** What the path of an operation on a set of values holds. */
export const setParamsSchema = { ...closed, required: ['set'], properties: { set: setNameSchema } } as const;

/** The named values of a listed template. */
export const listedValueSetsSchema = {
  title: 'ListedValueSets',
  description: 'SHA-256 of the named values and of the schema, each as compact JSON in the order of its fields.',
  ...whole({
    sets: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'By the names of the values, in hexadecimal.',
    },
    schema: { type: ['string', 'null'], description: 'Null without a schema.' },
  }),
} as const;

/** The query that chooses whose values to read. Values of queries arrive as text. */
export const valueSetsQuerySchema = {
  ...closed,
  properties: {
    revision: {
      ...revisionParamsSchema.properties.revision,
      description: 'The number of the revision. Default: the newest.',
    },
    label: { ...labelNameSchema, description: 'The label of the revision, in place of its number.' },
  },
} as const;

const valueSetsSchema = {
  title: 'ValueSets',
  description: 'The named values of a template, besides its preview context, and the schema of all its values.',
  ...whole({
    revision: { type: 'integer', description: 'The number of the revision.', examples: [7] },
    sets: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: true },
      description: 'The values by their names.',
      examples: [{ minimal: { number: 7, lines: [] } }],
    },
    schema: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The JSON Schema that the values of a render must follow; null for none.',
      examples: [schema.examples[0]],
    },
  }),
} as const;

/** `{"data": valueSets}`. */
export const valueSetsAnswerSchema = answerOf(valueSetsSchema);

/** The body that changes several. */
export const valueSetsUpdateSchema = {
  title: 'ValueSetsUpdate',
  ...exactly({
    values: {
      ...closed,
      minProperties: 1,
      properties: {
        sets: {
          type: 'object',
          minProperties: 1,
          maxProperties: 100,
          propertyNames: setNameSchema,
          additionalProperties: { anyOf: [values, { type: 'null' }] },
          description: 'Values by their names; null deletes those of a name. Others stay.',
          examples: [{ minimal: { number: 7, lines: [] }, old: null }],
        },
        schema: {
          anyOf: [schema, { type: 'null' }],
          description: 'The schema of all values; null deletes it. Default: it stays.',
          examples: [schema.examples[0]],
        },
      },
    },
  }),
} as const;

/** The body that stores a set of values. */
export const setSettingSchema = { title: 'ValueSetSetting', ...exactly({ values }) } as const;
/** The body that stores the schema. */
export const schemaSettingSchema = { title: 'ValuesSchemaSetting', ...exactly({ schema }) } as const;

/** What a list says of the named values of a template. */
export type ListedValueSets = FromSchema<typeof listedValueSetsSchema>;
/** The named values of a template and their schema, as they travel. */
export type ValueSets = FromSchema<typeof valueSetsSchema>;
/** What an update of them changes. */
export interface ValueSetsChanges {
  /** Values by their names; null deletes those of a name. */
  sets?: Readonly<Record<string, object | null>> | undefined;
  /** Null deletes it. */
  schema?: object | null | undefined;
}
