import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { answerOf, closed, exactly, id, time, whole } from '../schema-shapes.ts';

/** What a template is: a document, or what documents take in with `render`, `include` and `layout`. */
export const templateKinds = ['template', 'partial', 'layout'] as const;

/** The name of a template, in a request. */
export const slugSchema = {
  type: 'string',
  format: 'slug',
  minLength: 1,
  maxLength: limits.slug,
  description: 'The slug of the template: a name that no other template of the account has.',
  examples: ['invoice'],
} as const;

const folderName = {
  type: 'string',
  format: 'template-folder',
  maxLength: limits.slug,
  description: 'The folder of the template, such as "invoices/de"; "" for none.',
  examples: ['invoices/de'],
} as const;

/** A folder that holds templates, in a request. */
export const templateFolderSchema = { ...folderName, minLength: 1 } as const;

/** A tag of a template, in a request. */
export const tagSchema = {
  type: 'string',
  pattern: '^[\\p{Ll}\\p{Lo}\\p{N}][\\p{Ll}\\p{Lo}\\p{N}\\p{M}._-]{0,39}$',
  'x-pattern-words': 'a tag: 1 to 40 lower-case letters, digits, ".", "_" and "-", with a letter or digit first',
  description: 'A tag of the template.',
  examples: ['billing'],
} as const;

/** The kind of a template, in a request. */
export const kindSchema = {
  type: 'string',
  enum: templateKinds,
  description: 'Whether it is a template, a partial or a layout.',
} as const;

/** What an update of properties may change, and a creation may set. */
export const changeableProperties = {
  slug: {
    ...slugSchema,
    description:
      'The slug, which no other template of the account has: lower-case letters, digits, "-", "_" and ".". That of a partial or layout is its path, such as "partials/header". Default of a new template: derived from its name.',
  },
  folder: { ...folderName, description: `${folderName.description} Default of a new template: "".` },
  tags: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: tagSchema,
    description: 'The tags, which replace the earlier ones. Default of a new template: none.',
    examples: [['billing', 'eu']],
  },
} as const;

const propertiesSchema = {
  title: 'TemplateProperties',
  description: 'What a template is called and where it belongs. None of it is part of a revision.',
  ...whole({
    id,
    name: { type: 'string', description: 'The name.', examples: ['Invoice'] },
    slug: { type: 'string', description: slugSchema.description, examples: ['invoice'] },
    kind: kindSchema,
    folder: { type: 'string', description: folderName.description, examples: ['invoices/de'] },
    tags: { type: 'array', items: { type: 'string' }, description: 'The tags.', examples: [['billing']] },
    inserted_at: { ...time, description: 'Creation, ISO 8601 in UTC.' },
    updated_at: { ...time, description: 'Last update, ISO 8601 in UTC.' },
  }),
} as const;

/** The body that changes properties. Only the given ones change. */
export const propertyUpdateSchema = {
  title: 'TemplatePropertyUpdate',
  ...exactly({ properties: { ...closed, properties: changeableProperties, minProperties: 1 } }),
} as const;

/** `{"data": properties}`. */
export const propertyAnswerSchema = answerOf(propertiesSchema);

/** The query that finds a template by its slug. */
export const lookupQuerySchema = { ...closed, required: ['slug'], properties: { slug: slugSchema } } as const;

/** What a template is called and where it belongs, as it travels. */
export type TemplateProperties = FromSchema<typeof propertiesSchema>;
/** What an update of properties changes. */
export type TemplatePropertyChanges = FromSchema<typeof propertyUpdateSchema>['properties'];
/** Whether it is a template, a partial or a layout. */
export type TemplateKind = (typeof templateKinds)[number];
