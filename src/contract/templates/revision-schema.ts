import type { FromSchema } from 'json-schema-to-ts';
import { answerOf, closed, exactly, type ListPage, pageOf, pageQuery, time, whole } from '../schema-shapes.ts';

/** The header of a change that says why it is made: percent-encoded UTF-8. */
export const messageHeader = 'platen-revision-message';

/** The label of the revision that is rendered if a request names none. */
export const liveLabel = 'live';

const number = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** The number of a revision, in a request. */
export const revisionNumberSchema = {
  ...number,
  description: 'The number of the revision.',
  examples: [7],
} as const;

/** The name of a label. It never looks like the number of a revision. */
export const labelNameSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9._-]{0,63}$',
  'x-pattern-words': 'a label: 1 to 64 lower-case letters, digits, ".", "_" and "-", with a letter first',
  description: 'The label, such as "live", "draft" or a name of your choice.',
  examples: [liveLabel],
} as const;

/** What the path of an operation on a revision holds. Values of paths arrive as text. */
export const revisionParamsSchema = {
  ...closed,
  required: ['revision'],
  properties: {
    revision: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,14}$',
      'x-pattern-words': 'the number of a revision, from 1',
      'x-sent-as': number,
      description: 'The number of the revision.',
      examples: [7],
    },
  },
} as const;

/** The same for a label. */
export const labelParamsSchema = { ...closed, required: ['label'], properties: { label: labelNameSchema } } as const;

const revisionFields = {
  revision: { type: 'integer', description: 'The number of the revision, from 1.', examples: [7] },
  name: { type: 'string', description: 'The name that the template had.', examples: ['Invoice'] },
  created_at: {
    ...time,
    description: 'When the change was made, ISO 8601 in UTC.',
    examples: ['2026-11-26T09:30:00Z'],
  },
  created_by: {
    type: ['string', 'null'],
    description: 'Who made the change: the email address of a person, or "key" and the name of a key; null if unknown.',
    examples: ['ada@example.com'],
  },
  message: {
    type: ['string', 'null'],
    description: 'Why the change was made; null without a message.',
    examples: ['VAT at the bottom'],
  },
  labels: {
    type: 'array',
    items: { type: 'string' },
    description: 'The labels of this revision.',
    examples: [[liveLabel]],
  },
  value_sets: {
    type: 'array',
    items: { type: 'string' },
    description: 'The names of its values, besides the preview context.',
    examples: [['minimal']],
  },
  values_schema: { type: 'boolean', description: 'Whether it has a schema of its values.', examples: [true] },
} as const;

const listedRevisionSchema = {
  title: 'ListedRevision',
  description: 'A revision of a template, without its content.',
  ...whole(revisionFields),
} as const;

const revisionSchema = {
  title: 'Revision',
  description: 'What a template was after a change. Only its labels change.',
  ...whole({
    ...revisionFields,
    content: { type: 'string', description: 'HTML.', examples: ['<p>Hello {{ name }}</p>'] },
    preview_context: {
      type: 'object',
      additionalProperties: true,
      description: 'Values used for previewing.',
      examples: [{ name: 'Ada' }],
    },
  }),
} as const;

const labelSchema = {
  title: 'Label',
  description: 'A movable name of a revision.',
  ...whole({
    label: { type: 'string', description: 'The label.', examples: [liveLabel] },
    revision: { type: 'integer', description: 'The revision that has it.', examples: [7] },
    updated_at: { ...time, description: 'When it was set, ISO 8601 in UTC.', examples: ['2026-11-26T09:30:00Z'] },
    updated_by: {
      type: ['string', 'null'],
      description: 'Who set it: the email address of a person, or "key" and the name of a key; null if unknown.',
      examples: ['ada@example.com'],
    },
  }),
} as const;

/** The query of a list of revisions. Its values arrive as text. */
export const revisionListQuerySchema = { ...closed, properties: pageQuery('Revisions') } as const;

/** A page of revisions, newest first. `next` is the `after` of the following page, or null on the last page. */
export const revisionListAnswerSchema = pageOf(listedRevisionSchema);

/** `{"data": revision}`. */
export const revisionAnswerSchema = answerOf(revisionSchema);

/** `{"data": [label]}`: the labels of a template by name. */
export const labelListAnswerSchema = answerOf({ type: 'array', items: labelSchema });

/** `{"data": label}`. */
export const labelAnswerSchema = answerOf(labelSchema);

/** The body that sets a label. */
export const labelSettingSchema = {
  title: 'LabelSetting',
  ...exactly({ revision: { ...revisionNumberSchema, description: 'The revision that gets the label.' } }),
} as const;

/** A revision of a template without its content, as it travels. */
export type ListedRevision = FromSchema<typeof listedRevisionSchema>;
/** A revision of a template, as it travels. */
export type Revision = FromSchema<typeof revisionSchema>;
/** A label of a template, as it travels. */
export type Label = FromSchema<typeof labelSchema>;
/** A page of revisions, newest first. `next` is the `after` of the following page, or null on the last page. */
export type RevisionList = ListPage<ListedRevision>;
/** Which revisions to list. */
export type RevisionListQuery = FromSchema<typeof revisionListQuerySchema>;
