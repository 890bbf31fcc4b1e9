import { lengthSchema } from './options-schema.ts';
import { closed } from './schema-shapes.ts';

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

/** What is drawn over or under pages of the finished document. */
export const overlaysSchema = {
  description:
    'PDFs to draw over or under pages, such as a letterhead or a stamp, in this order. Drawn after pages are selected, before headers and footers. Default: none.',
  type: 'array',
  maxItems: 20,
  items: {
    title: 'PageOverlay',
    ...closed,
    required: ['pdf'],
    properties: {
      pdf: {
        type: 'string',
        format: 'base64',
        contentEncoding: 'base64',
        description: 'A PDF. Its first page is drawn, without its annotations and form fields.',
      },
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
        enum: ['page', 'none'],
        description:
          'page: scaled to the page or its area, with its proportions. none: in its own size. Default "page".',
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
  },
} as const;
