import type { FromSchema } from 'json-schema-to-ts';
import { whole } from './schema-shapes.ts';

/** The body of every error: problem details (RFC 9457) with members of platen's own. */
export const problemSchema = {
  title: 'Problem',
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'request_id', 'retryable'],
  properties: {
    type: { type: 'string', description: 'A URI that names the kind of problem.' },
    title: { type: 'string', description: 'What kind of problem it is, in words.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What happened this time.' },
    code: { type: 'string', description: 'The stable error code.' },
    request_id: { type: 'string', description: 'The id of the request, for the operator.' },
    retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
    part: { type: 'integer', description: 'Index of the part that failed, from 0.' },
    stage: {
      type: 'string',
      enum: ['queue', 'load', 'wait', 'print', 'bind', 'sign', 'draw'],
      description: 'Where in a render it failed.',
    },
    line: { type: 'integer', description: 'Line of the template, from 1.' },
    column: { type: 'integer', description: 'Column of the template, from 1.' },
    errors: {
      type: 'array',
      description: 'The fields that are wrong.',
      items: whole({
        pointer: { type: 'string', description: 'JSON pointer (RFC 6901) into the request body.' },
        detail: { type: 'string', description: 'What is wrong with it.' },
      }),
    },
  },
} as const;

/** The body of an error answer. */
export type Problem = FromSchema<typeof problemSchema>;
/** Where in a render something failed. */
export type Stage = NonNullable<Problem['stage']>;
