import type { FromSchema } from 'json-schema-to-ts';
import { overlayItemSchema, type overlayShape, overlaysSchema } from './fields/overlay-schema.ts';
import { addressSchema, partSchema, type partShape } from './fields/part-schema.ts';
import { storageShape } from './fields/storage-schema.ts';
import { destinationSchema, jobOptionsSchema } from './job-schema.ts';
import { limits } from './limits.ts';
import { optionsSchema } from './options-schema.ts';
import { closed, plainTextSchema, type WithBytes } from './schema-shapes.ts';

const metadataShape = {
  title: 'Metadata',
  description: 'Document properties of the PDF.',
  ...closed,
  properties: {
    title: { ...plainTextSchema, description: 'The title. Default: the title of the part, if there is only one.' },
    author: {
      ...plainTextSchema,
      description: 'The author. Default: the value in the PDF, if a PDF is the only part.',
    },
    subject: {
      ...plainTextSchema,
      description: 'The subject. Default: the value in the PDF, if a PDF is the only part.',
    },
    keywords: {
      ...plainTextSchema,
      description: 'Keywords for search. Default: the value in the PDF, if a PDF is the only part.',
    },
    creator: {
      ...plainTextSchema,
      description: 'The program that created the content. Default: the value in the PDF, if a PDF is the only part.',
    },
    created: {
      type: 'string',
      format: 'date-time',
      description: 'The creation date. Default: the date in the PDF, if a PDF is the only part.',
    },
    modified: {
      type: 'string',
      format: 'date-time',
      description: 'The modification date. Default: the date in the PDF, if a PDF is the only part.',
    },
  },
} as const;

/** The body of a render whose parts follow `part`, and whose overlays `overlay`. */
function buildRequestSchema<const P extends object, const O extends object>(part: P, overlay: O) {
  return {
    title: 'RenderRequest',
    ...closed,
    required: ['parts'],
    properties: {
      parts: {
        description:
          'One part, or a list of parts in the order of the document. A string is short for {"url": string}.',
        anyOf: [
          addressSchema,
          part,
          { type: 'array', minItems: 1, maxItems: limits.parts, items: { anyOf: [addressSchema, part] } },
        ],
      },
      options: optionsSchema,
      metadata: metadataShape,
      overlays: { ...overlaysSchema, items: overlay },
      pdf: storageShape,
      job: jobOptionsSchema,
      destination: destinationSchema,
    },
  } as const;
}

/** The body of `POST /api/v1/renderers/pdf`. */
export const renderRequestSchema = buildRequestSchema(partSchema, overlayItemSchema);

/**
 * The body of a render. Where the wire has base64 (`pdf` of a part, `pdf` and `image` of an overlay, `base64` of an asset, attachment or invoice) a request in memory may
 * hold the bytes themselves.
 *
 * @example
 * const request: RenderRequest = {
 *   parts: [{ html: '<h1>Cover</h1>' }, { pdf: await readFile('terms.pdf') }],
 *   options: { page_size: 'A4', margin: '20mm' },
 * };
 */
export interface RenderRequest
  extends FromSchema<ReturnType<typeof buildRequestSchema<typeof partShape, typeof overlayShape>>, WithBytes> {}
/** Document properties of the PDF. */
export interface Metadata extends FromSchema<typeof metadataShape> {}
