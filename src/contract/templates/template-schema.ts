import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { answerOf, closed, exactly, id, type ListPage, pageOf, pageQuery, time, whole } from '../schema-shapes.ts';
import {
  changeableProperties,
  kindSchema,
  slugSchema,
  type TemplateProperties,
  tagSchema,
  templateFolderSchema,
  templateKinds,
} from './property-schema.ts';
import { type ListedValueSets, listedValueSetsSchema } from './value-set-schema.ts';

const name = {
  type: 'string',
  format: 'plain-text',
  minLength: 1,
  maxLength: limits.templateName,
  description: 'The name, which need not be the only one of its kind.',
} as const;
const content = {
  type: 'string',
  'x-max-bytes': limits.templateContent,
  description: 'HTML, at most 5 MiB. Default of a new template: empty.',
} as const;
const previewContext = {
  type: 'object',
  additionalProperties: true,
  'x-max-json-bytes': limits.previewContext,
  description: 'Values used for previewing, at most 1 MiB as JSON. Default of a new template: {}.',
} as const;

/** A stored template, with exactly the six fields of the published interface. */
const templateSchema = {
  title: 'Template',
  ...whole({
    content: { type: 'string', description: 'HTML.' },
    id,
    inserted_at: { ...time, description: 'Creation, ISO 8601 in UTC.' },
    name: { type: 'string', description: 'The name.' },
    preview_context: { type: 'object', additionalProperties: true, description: 'Values used for previewing.' },
    updated_at: { ...time, description: 'Last update, ISO 8601 in UTC.' },
  }),
} as const;

/** The fields of a template, in the order of the published interface. */
export const templateFields = ['content', 'id', 'inserted_at', 'name', 'preview_context', 'updated_at'] as const;

/** The name of a field of the published interface. */
export type PublishedField = (typeof templateFields)[number];

/** What a list may say of a template in addition, if its query names it. */
export const listedProperties = ['slug', 'kind', 'folder', 'tags'] as const;

/** All that the query of a list may name. */
export const allListFields = [...templateFields, ...listedProperties, 'value_sets'] as const;

/** The name of a field that a list may have. */
export type TemplateField = (typeof allListFields)[number];

/** A template of a list that may leave fields out. */
const listedTemplateSchema = {
  ...templateSchema,
  title: 'ListedTemplate',
  description: 'A template of a list: all six fields, or those that the query names and the id.',
  properties: {
    ...templateSchema.properties,
    slug: { type: 'string', description: slugSchema.description },
    kind: kindSchema,
    folder: { type: 'string', description: 'The folder of the template; "" for none.' },
    tags: { type: 'array', items: { type: 'string' }, description: 'The tags.' },
    value_sets: listedValueSetsSchema,
  },
  required: ['id'],
} as const;

/** `{"data": template}`: the answer of every operation on a single template. */
export const templateAnswerSchema = answerOf(templateSchema);

const templateShape = {
  ...closed,
  properties: { content, name, preview_context: previewContext },
} as const;

/** The body of an update. Only the given fields change. `preview_context` is replaced whole. */
export const templateUpdateSchema = {
  title: 'TemplateUpdate',
  ...exactly({ template: { ...templateShape, minProperties: 1 } }),
} as const;

/** The body of a creation. A name is required; default of the content is the empty text, of the preview context `{}`. */
export const templateCreationSchema = {
  title: 'TemplateCreation',
  ...exactly({
    template: {
      ...templateShape,
      properties: { ...templateShape.properties, ...changeableProperties },
      required: ['name'],
    },
  }),
} as const;

/** The query of a list. Its values arrive as text. */
export const templateListQuerySchema = {
  ...closed,
  properties: {
    ...pageQuery('Templates'),
    name: { type: 'string', maxLength: 255, description: 'Only templates of exactly this name.' },
    fields: {
      type: 'string',
      pattern: `^(${allListFields.join('|')})(,(${allListFields.join('|')}))*$`,
      'x-pattern-words': `one or more of ${allListFields.join(', ')} with commas between`,
      description:
        'The fields to return in addition to the id, such as "name,updated_at". Default: content, id, inserted_at, name, preview_context and updated_at.',
    },
    folder: { ...templateFolderSchema, description: 'Only templates in this folder and in the folders below it.' },
    tag: { ...tagSchema, description: 'Only templates with this tag.' },
    search: { type: 'string', maxLength: 255, description: 'Only templates with this text in the name or slug.' },
    kind: { ...kindSchema, enum: [...templateKinds, 'any'], description: 'What to list. Default "template".' },
  },
} as const;

/** A page of a list. `next` is the `after` of the following page, or null on the last page. */
export const templateListAnswerSchema = pageOf(listedTemplateSchema);

/** A stored template as it travels. */
export type Template = FromSchema<typeof templateSchema>;
/** What an update changes. */
export type TemplateChanges = FromSchema<typeof templateUpdateSchema>['template'];
/** What a creation takes. */
export type NewTemplate = FromSchema<typeof templateCreationSchema>['template'];
/** A template of a list: the fields `F`, default all. */
export type ListedTemplate<F extends TemplateField = PublishedField> = Pick<
  Template & Pick<TemplateProperties, (typeof listedProperties)[number]> & { value_sets: ListedValueSets },
  F | 'id'
>;
/** A page of templates. `next` is the `after` of the following page, or null on the last page. */
export type TemplateList<F extends TemplateField = PublishedField> = ListPage<ListedTemplate<F>>;
/** Which templates to list. */
export type TemplateListQuery = FromSchema<typeof templateListQuerySchema>;
