import type { FromSchema } from 'json-schema-to-ts';
import { type RenderRequest, renderRequestSchema } from '../render-schema.ts';
import { renderFacts } from '../report-schema.ts';
import { answerOf, closed, whole } from '../schema-shapes.ts';

/** The formats of images. */
export const imageFormats = ['png', 'jpeg'] as const;

/** How pages become images. */
const imageOptionsSchema = {
  title: 'ImageOptions',
  description: 'How pages become images. options.page_ranges chooses the pages. Default: PNG at 96 dpi.',
  ...closed,
  properties: {
    format: {
      type: 'string',
      enum: imageFormats,
      description: 'The format. Default "png", or "jpeg" if Accept names only that.',
    },
    dpi: { type: 'number', minimum: 10, maximum: 1200, description: 'Pixels per inch. Default 96.' },
    width: {
      type: 'integer',
      minimum: 1,
      maximum: 20_000,
      description: 'The width of each image in pixels, instead of dpi.',
    },
    transparent: {
      type: 'boolean',
      description: 'Draw on a transparent background instead of white. Not for "jpeg". Default false.',
    },
  },
} as const;

const { destination: _, ...fields } = renderRequestSchema.properties;

/** The body of `POST /api/v1/renderers/image`. */
export const imageRequestSchema = {
  ...renderRequestSchema,
  title: 'ImageRequest',
  properties: { ...fields, image: imageOptionsSchema },
} as const;

/** The answer to a render of images with `Accept: application/json`. */
export const imagesAnswerSchema = answerOf({
  title: 'ImageReport',
  ...whole({
    images: {
      type: 'array',
      description: 'The images, in the order of the pages.',
      items: whole({
        page: { type: 'integer', description: 'The page of the document, from 1.' },
        type: { type: 'string', description: 'The media type.' },
        width: { type: 'integer', description: 'Width in pixels.' },
        height: { type: 'integer', description: 'Height in pixels.' },
        bytes: { type: 'integer', description: 'Size in bytes.' },
        base64: { type: 'string', contentEncoding: 'base64', description: 'The image.' },
      }),
    },
    ...renderFacts,
  }),
} as const);

/** How pages become images. */
export interface ImageOptions extends FromSchema<typeof imageOptionsSchema> {}
/** The body of a render of images: that of a PDF, without `destination`. */
export interface ImageRequest extends Omit<RenderRequest, 'destination'> {
  image?: ImageOptions;
}
/** The images of a render, as JSON. */
export type ImageReport = FromSchema<typeof imagesAnswerSchema>['data'];
