import type { FromSchema } from 'json-schema-to-ts';
import { assetsSchema } from './fields/assets-schema.ts';
import { overlayItemSchema, type overlayShape, overlaysSchema } from './fields/overlay-schema.ts';
import { pageRequestSchema } from './fields/page-request-schema.ts';
import { destinationSchema, jobOptionsSchema } from './job-schema.ts';
import { limits } from './limits.ts';
import { optionsSchema, partOptionsSchema } from './options-schema.ts';
import { closed, id } from './schema-shapes.ts';
import { slugSchema } from './templates/property-schema.ts';
import { labelNameSchema, revisionNumberSchema } from './templates/revision-schema.ts';

const address = {
  type: 'string',
  format: 'http-address',
  maxLength: limits.address,
  description: 'An absolute http or https URL.',
} as const;

const text = { type: 'string', format: 'plain-text', maxLength: limits.text } as const;

/** Characters that no file name of ours has, in a class of a pattern: separators, controls, and marks that turn the direction of text. */
const unnamed = '/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

/** The keys that say what a part is. A part has exactly one of them. */
const sourceKeys = ['url', 'html', 'markdown', 'template', 'liquid', 'pdf', 'image', 'toc'] as const;

/** Contents of the whole document. */
const tocShape = {
  title: 'TocPart',
  description:
    'A contents page: the outline of all parts (headings, part titles, and the outlines of PDFs) with links and page numbers.',
  ...closed,
  properties: {
    title: {
      ...text,
      description:
        'The heading of the contents. An empty text leaves it out. Default: "Contents", in the language of the document.',
    },
    depth: {
      type: 'integer',
      minimum: 1,
      maximum: 6,
      description: 'Levels of the outline that are listed. Default 3.',
    },
  },
} as const;

/** A stored template in one of its revisions. */
const chosenTemplateShape = {
  title: 'ChosenTemplate',
  ...closed,
  properties: {
    id,
    slug: slugSchema,
    revision: { ...revisionNumberSchema, description: 'The number of the revision to render.' },
    label: { ...labelNameSchema, description: 'The label of the revision to render, such as "draft".' },
  },
} as const;

/** One name, and at most one choice of a revision. */
const chosenTemplateRules = {
  allOf: [
    { oneOf: [{ required: ['id'] }, { required: ['slug'] }] },
    {
      oneOf: [
        { required: ['revision'] },
        { required: ['label'] },
        { not: { anyOf: [{ required: ['revision'] }, { required: ['label'] }] } },
      ],
    },
  ],
} as const;

const templateId = { type: 'string', format: 'uuid' } as const;
const templateDescription =
  'The id of a stored template, or an object with its id or slug and the revision or the label to render. Default: the revision with the label "live", or the newest if the template has no such label.';

/** A value for a form field. */
const fieldValue = {
  anyOf: [
    { type: 'string', maxLength: 32_767 },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 32_767 } },
  ],
} as const;

/** What happens to the form of a part that is a PDF. */
const formProperties = {
  fields: {
    description:
      'Values for the form fields of the PDF, by their full names: texts and numbers for text fields; true, false or the name of a state for check boxes and radio buttons; a choice, or a list of choices. null and an empty text clear a field. `platen inspect` lists the fields. Default: none are changed.',
    type: 'object',
    maxProperties: 10_000,
    additionalProperties: fieldValue,
  },
  flatten: {
    description: 'Draw the form fields of the PDF into its pages, so that they cannot be changed. Default false.',
    type: 'boolean',
  },
} as const;

const partProperties = {
  url: address,
  html: { type: 'string', description: 'An HTML document or fragment.' },
  markdown: { type: 'string', description: 'CommonMark with the extensions of GitHub.' },
  template: { description: templateDescription, anyOf: [templateId, chosenTemplateShape] },
  liquid: {
    type: 'string',
    'x-max-bytes': limits.templateContent,
    description: 'A template that is not stored: HTML in Liquid, at most 5 MiB.',
  },
  pdf: { type: 'string', format: 'base64', contentEncoding: 'base64', description: 'An existing PDF.' },
  ...formProperties,
  image: {
    type: 'string',
    format: 'base64',
    contentEncoding: 'base64',
    description:
      'A JPEG, PNG, WebP, AVIF, GIF (its first frame) or SVG image, as one page: as large as the image at its density (default 96 dpi), or with page_size fitted into that page. JPEG files are not compressed again.',
  },
  toc: tocShape,
  request: pageRequestSchema,
  assets: assetsSchema,
  context: {
    type: 'object',
    additionalProperties: true,
    description: 'Values for template or liquid. Default: the preview context of a stored template, else {}.',
  },
  title: { ...text, description: 'The outline entry (bookmark) of this part. Default: none.' },
  name: {
    type: 'string',
    format: 'asset-path',
    description: 'The name that links in other parts use for this part, such as "chapters/two.html". Default: none.',
  },
  options: partOptionsSchema,
} as const;

const partShape = { title: 'Part', type: 'object', additionalProperties: false, properties: partProperties } as const;

const partSchema = {
  ...partShape,
  properties: {
    ...partProperties,
    template: {
      description: templateDescription,
      anyOf: [templateId, { ...chosenTemplateShape, ...chosenTemplateRules }],
    },
  },
  description: 'One source, with exactly one of url, html, markdown, template, liquid, pdf, image and toc.',
  oneOf: sourceKeys.map((key) => ({ required: [key] })),
  dependentSchemas: {
    assets: { anyOf: [{ required: ['html'] }, { required: ['markdown'] }, { required: ['liquid'] }] },
    context: { anyOf: [{ required: ['template'] }, { required: ['liquid'] }] },
    fields: { required: ['pdf'] },
    flatten: { required: ['pdf'] },
    request: { required: ['url'] },
  },
};

const metadataShape = {
  title: 'Metadata',
  description: 'Document properties of the PDF.',
  ...closed,
  properties: {
    title: { ...text, description: 'The title. Default: the title of the part, if there is only one.' },
    author: { ...text, description: 'The author. Default: the value in the PDF, if a PDF is the only part.' },
    subject: { ...text, description: 'The subject. Default: the value in the PDF, if a PDF is the only part.' },
    keywords: {
      ...text,
      description: 'Keywords for search. Default: the value in the PDF, if a PDF is the only part.',
    },
    creator: {
      ...text,
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

const password = { type: 'string', format: 'plain-text', maxLength: 127 } as const;

/** What a document may claim to be. A document claims one of PDF/A (ISO 19005) at most. */
const conformances = ['pdf/a-2b', 'pdf/a-2u', 'pdf/a-2a', 'pdf/a-3b', 'pdf/a-3u', 'pdf/a-3a', 'pdf/ua-1'] as const;

/** How an attached file is related to the document (ISO 32000-2, table 43). */
const relationships = ['data', 'source', 'alternative', 'supplement', 'unspecified'] as const;

/** What the owner of an encrypted document may let its readers do (ISO 32000-2, table 22). */
export const permissionNames = ['print', 'modify', 'copy', 'annotate', 'fill_forms', 'assemble'] as const;

const storageShape = {
  title: 'Storage',
  description: 'The file format, encryption, conformance and attachments.',
  ...closed,
  properties: {
    version: {
      type: 'string',
      enum: ['1.4', '1.5', '1.6', '1.7', '2.0'],
      description:
        'The version of the file format. Default "1.7". A "1.4" file is larger, because objects cannot be compressed. Encryption needs 1.7 or 2.0.',
    },
    linearize: {
      type: 'boolean',
      description:
        'Linearize the file ("fast web view"): viewers can show the first page before the rest has arrived. Default false.',
    },
    encrypt: {
      description: 'Encrypt the file with AES-256. Encrypted files differ in every render. Default: no encryption.',
      ...closed,
      required: ['user_password', 'owner_password'],
      properties: {
        user_password: {
          ...password,
          description: 'Opens the file. With an empty password the file opens without a question.',
        },
        owner_password: { ...password, minLength: 1, description: 'Needed to change the permissions.' },
        permissions: {
          description: 'What readers may do. Default: everything.',
          type: 'array',
          uniqueItems: true,
          items: { type: 'string', enum: permissionNames },
        },
      },
    },
    conformance: {
      description:
        'Standards that the file conforms to: one level of PDF/A (ISO 19005) for archives, PDF/UA-1 (ISO 14289-1) for accessibility, or both. A document that cannot conform is an error. Default: none.',
      type: 'array',
      uniqueItems: true,
      maxItems: 2,
      items: { type: 'string', enum: conformances },
    },
    attachments: {
      description: 'Files that are attached to the document. Default: none.',
      type: 'array',
      maxItems: 100,
      items: {
        ...closed,
        required: ['name', 'type', 'base64'],
        properties: {
          name: {
            ...text,
            minLength: 1,
            maxLength: 255,
            pattern: `^(\\.*[^.${unnamed}][^${unnamed}]*|\\.{3,})$`,
            'x-pattern-words': 'a file name without a path, control characters and marks of direction',
            description: 'A file name without a path, control characters and bidirectional marks. Not `.` or `..`.',
          },
          type: assetsSchema.additionalProperties.properties.type,
          base64: { type: 'string', contentEncoding: 'base64', description: 'The bytes of the file.' },
          description: { ...text, description: 'Description that viewers show. Default: none.' },
          relationship: {
            type: 'string',
            enum: relationships,
            description:
              'How the file is related to the document. Default: "unspecified" in PDF/A-3, else not written.',
          },
          modified: {
            type: 'string',
            format: 'date-time',
            description: 'Modification date of the file. Default: none.',
          },
        },
      },
    },
    e_invoice: {
      description:
        'An invoice as XML (UN/CEFACT Cross Industry Invoice) that makes the document a Factur-X, ZUGFeRD or XRechnung invoice: PDF/A-3 with the XML as "factur-x.xml" or "xrechnung.xml", of the profile that the XML names. The XML is not changed. Default: none.',
      ...closed,
      required: ['base64'],
      properties: {
        base64: {
          type: 'string',
          contentEncoding: 'base64',
          description: 'The XML, in UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 or windows-1252.',
        },
        relationship: {
          type: 'string',
          enum: ['data', 'source', 'alternative'],
          description:
            'How the XML is related to the pages. Default "data" for MINIMUM and BASIC WL, else "alternative".',
        },
      },
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
          address,
          part,
          { type: 'array', minItems: 1, maxItems: limits.parts, items: { anyOf: [address, part] } },
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

/** In memory, bytes may stand where the wire has base64. */
type WithBytes = {
  deserialize: [{ pattern: { type: 'string'; contentEncoding: 'base64' }; output: string | Uint8Array }];
};

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
/** One source: exactly one of `url`, `html`, `markdown`, `template`, `liquid`, `pdf`, `image` and `toc` is set. */
export interface Part extends FromSchema<typeof partShape, WithBytes> {}
/** A stored template, by its id or its slug, in one of its revisions: `revision` is its number, `label` its label. */
export interface ChosenTemplate extends FromSchema<typeof chosenTemplateShape> {}
/** A contents page. */
export interface TocPart extends FromSchema<typeof tocShape> {}
/** Files that a part names by relative path. */
export interface Assets extends FromSchema<typeof assetsSchema, WithBytes> {}
/** Document properties of the PDF. */
export interface Metadata extends FromSchema<typeof metadataShape> {}
/** What is drawn over or under pages: exactly one of `text`, `html`, `pdf` and `image` is set. */
export interface PageOverlay extends FromSchema<typeof overlayShape, WithBytes> {}
/** How an attached file is related to the document. */
export type Relationship = (typeof relationships)[number];
/** A standard that a document claims to keep. */
export type ConformanceName = (typeof conformances)[number];
/** How the file of a render is stored. */
export interface Storage extends FromSchema<typeof storageShape, WithBytes> {}

/** What the `template` of a part names: the id or the slug, with the revision or the label if it has one. */
export function readChosenTemplate(template: NonNullable<Part['template']>): ChosenTemplate {
  return typeof template === 'string' ? { id: template } : template;
}
