import type { FromSchema } from 'json-schema-to-ts';
import { limits } from './limits.ts';
import { closed } from './schema-shapes.ts';

/** How soon a background render has its turn among those of its account. */
export const priorities = ['low', 'normal', 'high'] as const;
/** Seconds for which the result of a background render is kept by default: one day. */
export const defaultKeepSeconds = 86_400;

/** How a render is carried out in the background. */
export const jobOptionsSchema = {
  title: 'JobOptions',
  description: 'How the render is carried out in the background; only with "Prefer: respond-async".',
  ...closed,
  properties: {
    priority: {
      type: 'string',
      enum: priorities,
      description: 'Its turn among the renders of the same account. Default "normal".',
    },
    start_at: {
      type: 'string',
      format: 'date-time',
      description: 'When it may begin, at most 30 days ahead. Default now.',
    },
    keep_seconds: {
      type: 'integer',
      minimum: 60,
      maximum: limits.keepSeconds,
      description: 'How long its result is kept, in seconds from its end. Default 86400: a day.',
    },
  },
} as const;

/** Where else the PDF of a render goes. */
export const destinationSchema = {
  title: 'Destination',
  description: 'Where the PDF is sent to as well. Default nowhere.',
  ...closed,
  required: ['put'],
  properties: {
    put: {
      type: 'string',
      format: 'http-address',
      maxLength: limits.address,
      description:
        'The address that the PDF is sent to by PUT, such as a presigned one. No redirect is followed, and the same rules hold as for pages.',
    },
    headers: {
      description: 'Headers of that request, by name. Default: "Content-Type: application/pdf" alone.',
      type: 'object',
      maxProperties: limits.destinationHeaders,
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$" },
      additionalProperties: {
        type: 'string',
        pattern: '^[\\t -~]*$',
        'x-pattern-words': 'printable ASCII characters',
        maxLength: limits.address,
      },
    },
  },
} as const;

/** How a render is carried out in the background. */
export interface JobOptions extends FromSchema<typeof jobOptionsSchema> {}
/** Where else the PDF of a render goes. */
export interface Destination extends FromSchema<typeof destinationSchema> {}
/** How soon a background render has its turn among those of its account. */
export type Priority = (typeof priorities)[number];
