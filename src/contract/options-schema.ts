import type { FromSchema } from 'json-schema-to-ts';
import { longestTimeoutMs } from './limits.ts';
import { closed } from './schema-shapes.ts';

/** The page sizes known by name: those of CSS Paged Media 3, section 7.1, and more of ISO 216 and ANSI. */
export const pageSizes = [
  'A0',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'B4',
  'B5',
  'Letter',
  'Legal',
  'Tabloid',
  'Ledger',
] as const;

/** Designs of documents without their own style sheets. */
export const themeNames = ['plain', 'report', 'book', 'letter'] as const;

/** A CSS length. */
export const lengthSchema = {
  type: 'string',
  format: 'css-length',
  description: 'A CSS length with a unit, such as "20mm".',
} as const;

const pageSize = {
  description:
    'A page size by name, or a width and a height. Default: the size in the @page rules of the CSS, else "A4".',
  anyOf: [
    { type: 'string', enum: pageSizes },
    {
      ...closed,
      required: ['width', 'height'],
      properties: { width: lengthSchema, height: lengthSchema },
    },
  ],
} as const;

const margin = {
  description:
    'One length for all four sides, or a length for each side; omitted sides are 0. Default: the margins in the @page rules of the CSS, else "10mm".',
  anyOf: [
    lengthSchema,
    {
      ...closed,
      properties: { top: lengthSchema, right: lengthSchema, bottom: lengthSchema, left: lengthSchema },
    },
  ],
} as const;

/** What to wait for beyond load, fonts and images: exactly one of four conditions. */
const waitForSchema = {
  title: 'WaitFor',
  description:
    'One more condition to wait for after the page, its fonts and its images have loaded. Set exactly one field. Default none.',
  ...closed,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    selector: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'A CSS selector that must match an element.',
    },
    expression: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description: 'A JavaScript expression that must be true.',
    },
    network_idle: { const: true, description: 'Wait until no request has been open for half a second.' },
    delay_ms: { type: 'integer', minimum: 0, maximum: longestTimeoutMs, description: 'A fixed pause in milliseconds.' },
  },
} as const;

const pageProperties = {
  page_size: pageSize,
  landscape: { type: 'boolean', description: 'Landscape pages. Default false.' },
  margin,
  scale: { type: 'number', minimum: 0.1, maximum: 2, description: 'Scale of the content. Default 1.' },
  page_ranges: {
    type: 'string',
    format: 'page-ranges',
    maxLength: 1000,
    description: 'Pages of this part to keep, such as "1-3, 5". Default: all.',
  },
  forms: {
    type: 'boolean',
    description:
      'Make form controls of the page fields of a PDF form that readers fill in. By default they are printed as they look. Default false.',
  },
  print_background: { type: 'boolean', description: 'Print background colours and images. Default true.' },
  prefer_css_page_size: {
    type: 'boolean',
    description:
      'true: @page rules in the CSS override page_size, landscape and margin. false: @page sizes are ignored. Default: fields of the request win, and @page rules set the rest.',
  },
  media: { type: 'string', enum: ['print', 'screen'], description: 'The CSS media type. Default "print".' },
  media_features: {
    description: 'CSS media features to emulate, such as {"prefers-color-scheme": "dark"}. Default: none.',
    type: 'object',
    maxProperties: 20,
    additionalProperties: { type: 'string', format: 'plain-text', maxLength: 100 },
  },
  css: {
    type: 'array',
    maxItems: 20,
    items: { type: 'string', maxLength: 8_000_000 },
    description:
      "CSS to add after the document's own style sheets, in this order. Relative URLs start from the document. Default: none.",
  },
  theme: {
    type: 'string',
    enum: themeNames,
    description:
      'The design of Markdown, and of HTML without its own style sheets. Default: "plain" for Markdown, none for HTML.',
  },
  select: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description: 'A CSS selector: only the first element that it matches is printed. Default: the whole document.',
  },
  hide: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 1000 },
    description: 'CSS selectors of elements to leave out, such as ".cookie-banner". Default: none.',
  },
  scroll: {
    type: 'boolean',
    description:
      'Scroll to the end until nothing is added, at most 100 windows and 10 seconds. Without it, pages whose scripts watch scrolling are scrolled through once. Default false.',
  },
  viewport: {
    description:
      'The window in which the page loads, in CSS pixels. The printed page has the width of the paper. Default: the room for content on the paper.',
    ...closed,
    required: ['width', 'height'],
    properties: {
      width: { type: 'integer', minimum: 1, maximum: 10_000, description: 'The width.' },
      height: { type: 'integer', minimum: 1, maximum: 10_000, description: 'The height.' },
    },
  },
  device_scale: {
    type: 'number',
    minimum: 0.5,
    maximum: 5,
    description: 'Pixels of the device for each CSS pixel (devicePixelRatio), for images and canvases. Default 1.',
  },
  header: { type: 'string', maxLength: 1_000_000, description: 'HTML at the top of each page. Default none.' },
  footer: { type: 'string', maxLength: 1_000_000, description: 'HTML at the bottom of each page. Default none.' },
  javascript: { type: 'boolean', description: 'Run the scripts of the page. Default true.' },
  wait_for: waitForSchema,
  on_resource_error: {
    type: 'string',
    enum: ['ignore', 'warn', 'fail'],
    description: 'What to do if an image, font, style sheet or script does not load. Default "warn".',
  },
  on_missing_glyph: {
    type: 'string',
    enum: ['ignore', 'warn', 'fail'],
    description: 'What to do if no font has a glyph for a character, so that it prints as nothing. Default "warn".',
  },
  on_damage: {
    type: 'string',
    enum: ['warn', 'fail'],
    description:
      'What to do if a PDF is damaged. warn: the PDF is repaired, with warnings that name the pages. fail: the render fails with pdf_damaged. Default "warn".',
  },
  on_signature: {
    type: 'string',
    enum: ['warn', 'fail'],
    description:
      'What to do if a PDF is signed and the document would lose the signature. warn: it is dropped, with a warning. fail: the render fails with signature_lost. A signed PDF that is the only part, and that nothing changes, stays byte for byte. Default "warn".',
  },
} as const;

/** The page options of a part. */
export const partOptionsSchema = {
  title: 'PartOptions',
  description: "Page options of this part. Omitted fields come from the request's options, then from the defaults.",
  ...closed,
  properties: pageProperties,
} as const;

/** The options of a render: page options for every part, and options of the document. */
export const optionsSchema = {
  title: 'Options',
  description: 'Page options for all parts, and options of the whole document.',
  ...closed,
  properties: {
    ...pageProperties,
    page_ranges: {
      ...pageProperties.page_ranges,
      description:
        'Pages of the document to keep, such as "1-3, 5", counted through all parts. Printed page numbers do not change. Default: all.',
    },
    fonts: {
      type: 'string',
      enum: ['system', 'bundled'],
      description:
        'Fonts besides @font-face. system: fonts of the machine, then bundled fonts. bundled: only bundled fonts, so that all machines print the same. Default "system".',
    },
    locale: {
      type: 'string',
      format: 'locale',
      maxLength: 100,
      description:
        'The locale of pages, a BCP 47 language tag such as "de-DE": navigator.language, Intl and the header Accept-Language. Default "en-US" on every machine.',
    },
    timezone: {
      type: 'string',
      format: 'time-zone',
      maxLength: 100,
      description:
        'The time zone of pages and of dates in templates, an IANA name such as "Europe/Berlin". Default "UTC" on every machine.',
    },
    outline: {
      type: 'boolean',
      description: 'Write an outline (bookmarks) from headings and part titles. Default true.',
    },
    tagged: { type: 'boolean', description: 'Write structure tags for screen readers. Default true.' },
    timeout_ms: {
      type: 'integer',
      minimum: 1,
      maximum: longestTimeoutMs,
      description:
        'Deadline of the whole render in milliseconds: queueing, loading, printing and merging. Default 30000.',
    },
  },
} as const;

/** Page options of a part. What is left out comes from the request's options, then from the defaults. */
export type PartOptions = FromSchema<typeof partOptionsSchema>;
/** Options of a render. */
export type Options = FromSchema<typeof optionsSchema>;
/** One more condition to wait for after load, fonts and images. */
export type WaitFor = FromSchema<typeof waitForSchema>;
/** The design of a document without its own style sheets. */
export type Theme = (typeof themeNames)[number];
