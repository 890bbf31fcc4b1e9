import type { FromSchema } from 'json-schema-to-ts';
import { priorities } from './job-schema.ts';
import { problemSchema } from './problem-schema.ts';
import { templateUseSchema, timingsSchema, warningSchema } from './report-schema.ts';
import { answerOf, closed, id, type ListPage, pageOf, pageQuery, time, timeOrNull, whole } from './schema-shapes.ts';

/** What a background render may be: the last three are ends. */
export const renderStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
/** What a render makes: the word after `/renderers/` in the path that it was submitted to. */
export const renderKinds = ['pdf', 'image'] as const;
/** What a render may be made from: the source of its parts, or `several`. */
const renderSources = ['url', 'html', 'markdown', 'template', 'liquid', 'pdf', 'image', 'toc', 'several'] as const;

/** What a background render may wait for. */
const waitReasons = ['start', 'turn', 'worker'] as const;

const { part, stage, line, column, errors, detail } = problemSchema.properties;

const failureSchema = {
  title: 'RenderFailure',
  description: 'Why a background render failed, in the words of a Problem.',
  type: 'object',
  required: ['code', 'title', 'retryable'],
  properties: {
    code: { type: 'string', description: 'The stable error code.' },
    title: { type: 'string', description: 'What kind of problem it is, in words.' },
    detail,
    retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
    part,
    stage,
    line,
    column,
    errors,
  },
} as const;

const progressShape = {
  title: 'RenderProgress',
  description: 'How far a background render is.',
  ...whole({
    parts: { type: 'integer', description: 'Parts of the document.' },
    parts_done: { type: 'integer', description: 'Parts that are printed.' },
    pages: { type: 'integer', description: 'Pages printed so far.' },
  }),
} as const;

const renderProperties = {
  id,
  kind: { type: 'string', enum: renderKinds, description: 'What it makes: a PDF, or images of the pages.' },
  status: { type: 'string', enum: renderStatuses, description: 'What it is; the last three are ends.' },
  created_at: { ...time, description: 'When it was submitted, ISO 8601 in UTC.' },
  start_at: { ...timeOrNull, description: 'Earliest start; null to start immediately.' },
  waits_for: {
    type: ['string', 'null'],
    enum: [...waitReasons, null],
    description:
      'What it waits for: its start, its turn, or a service that does renders in the background, of which none is there. Null unless it is queued.',
  },
  started_at: { ...timeOrNull, description: 'When its last attempt began; null before.' },
  ended_at: { ...timeOrNull, description: 'When it ended; null before.' },
  expires_at: { ...timeOrNull, description: 'When it is forgotten with its result; null before its end.' },
  priority: { type: 'string', enum: priorities, description: 'Its turn among the renders of the same account.' },
  attempts: { type: 'integer', description: 'How often it was begun.' },
  progress: { anyOf: [progressShape, { type: 'null' }], description: 'How far it is; null before it runs.' },
  pages: { type: ['integer', 'null'], description: 'Pages of the document; null until it is done.' },
  type: {
    type: ['string', 'null'],
    description:
      'Media type of the result: "application/pdf", "image/png", "image/jpeg", or "application/zip" for images of several pages; null until it is done.',
  },
  bytes: { type: ['integer', 'null'], description: 'Size of the result in bytes; null until it is done.' },
  sha256: { type: ['string', 'null'], description: 'SHA-256 of the result, in hexadecimal; null until it is done.' },
  warnings: {
    type: 'array',
    description: 'What did not stop the render but may show on paper.',
    items: warningSchema,
  },
  timings: { anyOf: [timingsSchema, { type: 'null' }], description: 'Its time by stage; null until it is done.' },
  templates: {
    type: 'array',
    description: 'The stored templates among the parts, with the revisions that were rendered; empty until it is done.',
    items: templateUseSchema,
  },
  error: { anyOf: [failureSchema, { type: 'null' }], description: 'Why it failed; null unless it did.' },
  source: { type: 'string', enum: renderSources, description: 'What it is made from.' },
  request_id: { type: 'string', description: 'The id of the request that submitted it.' },
} as const;

/** A background render. All fields are always there. */
const renderSchema = {
  title: 'Render',
  description: 'A background render and how far it is.',
  ...whole(renderProperties),
} as const;

/** `{"data": render}`: the answer of every operation on a single background render. */
export const backgroundAnswerSchema = answerOf(renderSchema);

/** A page of background renders. `next` is the `after` of the following page, or null on the last page. */
export const renderListAnswerSchema = pageOf(renderSchema);

/** `{"data": {"url", "expires_at"}}`: where the result can be fetched without a key. */
export const renderLinkAnswerSchema = answerOf({
  title: 'RenderLink',
  description: 'A URL for the result of a background render that needs no API key.',
  ...whole({
    url: { type: 'string', description: 'The address.' },
    expires_at: { ...time, description: 'When it ends, ISO 8601 in UTC.' },
  }),
});

/** The query of a background render. Its values arrive as text. */
export const renderQuerySchema = {
  ...closed,
  properties: {
    wait_seconds: {
      type: 'string',
      pattern: '^([0-9]|[12][0-9]|30)$',
      'x-pattern-words': 'a whole number from 0 to 30',
      'x-sent-as': { type: 'integer', minimum: 0, maximum: 30, default: 0 },
      description:
        'Seconds, 0 to 30, to wait for the end of the render. If too many requests wait, the response is immediate. Default 0.',
    },
  },
} as const;

/** The query of the result of a background render. */
export const renderResultQuerySchema = {
  ...closed,
  properties: {
    link: {
      type: 'string',
      enum: ['true', 'false'],
      'x-sent-as': { type: 'boolean', default: false },
      description:
        'Whether to answer a link instead of the result, if results are kept in a store that has links. Default false.',
    },
  },
} as const;

/** The query of a list of background renders. Its values arrive as text. */
export const renderListQuerySchema = {
  ...closed,
  properties: {
    status: { type: 'string', enum: renderStatuses, description: 'Only renders of this status.' },
    ...pageQuery('Renders'),
  },
} as const;

/** A background render as it travels. */
export type Render = FromSchema<typeof renderSchema>;
/** Why a background render failed. */
export type RenderFailure = FromSchema<typeof failureSchema>;
/** How far a background render is. */
export type RenderProgress = NonNullable<Render['progress']>;
/** What a render makes. */
export type RenderKind = (typeof renderKinds)[number];
/** What a background render may be. */
export type RenderStatus = (typeof renderStatuses)[number];
/** What a render may be made from. */
export type RenderSource = (typeof renderSources)[number];
/** A URL for the result of a background render that needs no API key. */
export type RenderLink = FromSchema<typeof renderLinkAnswerSchema>['data'];
/** Which background renders to list. */
export type RenderListQuery = FromSchema<typeof renderListQuerySchema>;
/** A page of background renders. `next` is the `after` of the following page, or null on the last page. */
export type RenderList = ListPage<Render>;
