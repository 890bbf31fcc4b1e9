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
  description: 'Options of a background render. Only with "Prefer: respond-async".',
  ...closed,
  properties: {
    priority: {
      type: 'string',
      enum: priorities,
      description: 'Priority among the background renders of the account. Default "normal".',
    },
    start_at: {
      type: 'string',
      format: 'date-time',
      description: 'Earliest start, at most 30 days ahead. Default: now.',
    },
    keep_seconds: {
      type: 'integer',
      minimum: 60,
      maximum: limits.keepSeconds,
      description: 'Seconds for which the result is kept after the render. Default 86400 (one day).',
    },
  },
} as const;

/** Where else the PDF of a render goes. */
export const destinationSchema = {
  title: 'Destination',
  description: 'An additional place to send the PDF to. Default: none.',
  ...closed,
  required: ['put'],
  properties: {
    put: {
      type: 'string',
      format: 'http-address',
      maxLength: limits.address,
      description:
        'The URL for a PUT request with the PDF, such as a presigned URL. Redirects are not followed, and the network rules for pages apply.',
    },
    headers: {
      description: 'Headers of that request, by name. Default: only "Content-Type: application/pdf".',
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
