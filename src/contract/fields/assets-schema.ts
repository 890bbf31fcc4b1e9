import type { FromSchema } from 'json-schema-to-ts';
import { exactly, type WithBytes } from '../schema-shapes.ts';

/** Files that a part names by relative path, each with its media type and its bytes in base64. */
export const assetsSchema = {
  title: 'Assets',
  description: 'Files that html, markdown or liquid uses, by relative path. Default: none.',
  type: 'object',
  maxProperties: 5000,
  propertyNames: { format: 'asset-path' },
  additionalProperties: exactly({
    type: {
      type: 'string',
      pattern: '^[\\w.+-]+/[\\w.+-]+( ?; ?[\\w.+-]+=[\\w.+-]+)*$',
      'x-pattern-words': 'a media type such as "image/png"',
      maxLength: 200,
      description: 'The media type, such as "image/png".',
    },
    base64: { type: 'string', format: 'base64', contentEncoding: 'base64', description: 'The bytes of the file.' },
  }),
} as const;

/** Files that a part names by relative path. */
export interface Assets extends FromSchema<typeof assetsSchema, WithBytes> {}
