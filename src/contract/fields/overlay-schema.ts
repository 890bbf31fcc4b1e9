import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { lengthSchema } from '../options-schema.ts';
import { closed, type WithBytes } from '../schema-shapes.ts';
import { assetsSchema } from './assets-schema.ts';

/** Where a smaller overlay is in its area of the page. */
export const overlayPlaces = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

/** The keys that say what an overlay is. It has exactly one of them. */
const overlayKeys = ['text', 'html', 'pdf', 'image'] as const;

/** What is drawn over or under pages. */
export const overlayShape = {
  title: 'PageOverlay',
  ...closed,
  properties: {
    text: {
      type: 'string',
      format: 'plain-text',
      minLength: 1,
      maxLength: limits.text,
      description: 'One line of text, such as a watermark.',
    },
    html: {
      type: 'string',
      minLength: 1,
      description:
        'HTML on a transparent page as large as the page below, or as the area. If its position is a place, it is as large as its content. Scripts do not run.',
    },
    pdf: {
      type: 'string',
      format: 'base64',
      contentEncoding: 'base64',
      description: 'A PDF. Its first page is drawn, without its annotations and form fields.',
    },
    image: {
      type: 'string',
      format: 'base64',
      contentEncoding: 'base64',
      description: 'A JPEG, PNG, WebP, AVIF, GIF or SVG image.',
    },
    assets: assetsSchema,
    pages: {
      type: 'string',
      format: 'overlay-pages',
      maxLength: 1000,
      description:
        'Pages of the finished document: "first", "last", "odd", "even", or ranges such as "1-3, 5-". Default: all pages.',
    },
    layer: {
      type: 'string',
      enum: ['over', 'under'],
      description: 'Draw it over or under the content of the page. Default "over".',
    },
    fit: {
      type: 'string',
      enum: ['page', 'none', 'scale-down'],
      description:
        'page: scaled to the page or its area, with its proportions. none: in its own size. scale-down: in its own size, or smaller if it does not fit. Default "page"; "scale-down" for text, html and images at a place.',
    },
    position: {
      description: 'Where it is: a place, or an area of the page from its upper left corner. Default "center".',
      anyOf: [
        { type: 'string', enum: overlayPlaces },
        {
          ...closed,
          required: ['x', 'y', 'width', 'height'],
          properties: { x: lengthSchema, y: lengthSchema, width: lengthSchema, height: lengthSchema },
        },
      ],
    },
    signature_field: {
      type: 'string',
      format: 'plain-text',
      minLength: 1,
      maxLength: 100,
      pattern: '^[^.]*$',
      'x-pattern-words': 'a name without a dot',
      description:
        'The name of an empty signature field on one page, by default the last, that looks like this overlay. It can be signed in this render (pdf.sign) or later. Default: none, and the overlay is content of the page.',
    },
    opacity: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'From 0, invisible, to 1, opaque. Default 1.',
    },
    rotate: {
      type: 'number',
      minimum: -360,
      maximum: 360,
      description: 'Degrees to rotate it, clockwise. Default 0.',
    },
  },
} as const;

/** An overlay as a request is checked. */
export const overlayItemSchema = {
  ...overlayShape,
  description: 'One overlay, with exactly one of text, html, pdf and image.',
  oneOf: overlayKeys.map((key) => ({ required: [key] })),
  dependentSchemas: { assets: { required: ['html'] } },
};

/** The overlays of a request. */
export const overlaysSchema = {
  description:
    'Text, HTML, PDFs and images to draw over or under pages, such as a letterhead or a watermark, in this order. Drawn after pages are selected, before headers and footers. Default: none.',
  type: 'array',
  maxItems: 20,
  items: overlayItemSchema,
} as const;

/** What is drawn over or under pages: exactly one of `text`, `html`, `pdf` and `image` is set. */
export interface PageOverlay extends FromSchema<typeof overlayShape, WithBytes> {}
