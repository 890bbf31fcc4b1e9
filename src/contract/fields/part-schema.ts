import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { partOptionsSchema } from '../options-schema.ts';
import { closed, id, plainTextSchema as text, type WithBytes } from '../schema-shapes.ts';
import { slugSchema } from '../templates/property-schema.ts';
import { labelNameSchema, revisionNumberSchema } from '../templates/revision-schema.ts';
import { setNameSchema } from '../templates/value-set-schema.ts';
import { assetsSchema } from './assets-schema.ts';
import { pageRequestSchema } from './page-request-schema.ts';

/** An address that is rendered. */
export const addressSchema = {
  type: 'string',
  format: 'http-address',
  maxLength: limits.address,
  description: 'An absolute http or https URL.',
} as const;

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
    values: {
      ...setNameSchema,
      description: 'The name of a stored set of values, in place of context. Default: the preview context.',
    },
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
  'The id of a stored template, or an object with its id or slug and the revision or the label to render, and the name of a set of its values. Default: the revision with the label "live", or the newest if the template has no such label.';

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
  url: addressSchema,
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
    description:
      'Values for template or liquid. Default: the preview context of a stored template, else {}. If the template has a schema, they must follow it.',
  },
  title: { ...text, description: 'The outline entry (bookmark) of this part. Default: none.' },
  name: {
    type: 'string',
    format: 'asset-path',
    description: 'The name that links in other parts use for this part, such as "chapters/two.html". Default: none.',
  },
  options: partOptionsSchema,
} as const;

/** A part in the types, where a template needs no rules between its fields. */
export const partShape = {
  title: 'Part',
  type: 'object',
  additionalProperties: false,
  properties: partProperties,
} as const;

/** A part on the wire. */
export const partSchema = {
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

/** One source: exactly one of `url`, `html`, `markdown`, `template`, `liquid`, `pdf`, `image` and `toc` is set. */
export interface Part extends FromSchema<typeof partShape, WithBytes> {}
/** A stored template, by its id or its slug, in one of its revisions: `revision` is its number, `label` its label. */
export interface ChosenTemplate extends FromSchema<typeof chosenTemplateShape> {}
/** A contents page. */
export interface TocPart extends FromSchema<typeof tocShape> {}

/** What the `template` of a part names: the id or the slug, with the revision or the label if it has one. */
export function readChosenTemplate(template: NonNullable<Part['template']>): ChosenTemplate {
  return typeof template === 'string' ? { id: template } : template;
}
