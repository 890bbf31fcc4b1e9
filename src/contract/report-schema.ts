import type { FromSchema } from 'json-schema-to-ts';
import { answerOf, id, whole } from './schema-shapes.ts';

/** Something that did not stop a render but may show on paper. */
export const warningSchema = {
  title: 'Warning',
  type: 'object',
  required: ['part', 'code', 'detail'],
  properties: {
    part: { type: 'integer', description: 'Index of the part, from 0.' },
    code: { type: 'string', description: 'The stable code of the warning.' },
    detail: { type: 'string', description: 'What happened, in words.' },
    script: { type: 'string', description: 'The script of the characters, or their kind if they have no script.' },
    characters: {
      type: 'array',
      description: 'The first characters without a glyph, at most ten (glyph_missing).',
      items: whole({
        character: { type: 'string', description: 'The character itself.' },
        code_point: { type: 'string', description: 'As the Unicode Standard writes it, such as "U+0639".' },
      }),
    },
  },
} as const;

/** The revision of a stored template that a part was made of. */
export const templateUseSchema = {
  title: 'TemplateUse',
  ...whole({
    part: { type: 'integer', description: 'Index of the part, from 0.' },
    id: { ...id, description: 'The id of the template.' },
    revision: { type: 'integer', description: 'The revision that was rendered.' },
  }),
} as const;

/** The time of a render by stage. */
export const timingsSchema = {
  title: 'Timings',
  description: 'The time of the render by stage, in milliseconds.',
  ...whole({
    queue_ms: { type: 'number', description: 'Waiting for a place.' },
    load_ms: { type: 'number', description: 'Loading the parts and waiting until they are complete.' },
    print_ms: { type: 'number', description: 'Printing the parts.' },
    bind_ms: { type: 'number', description: 'Joining the parts to one PDF.' },
  }),
} as const;

/** What the reports of all renders have. */
export const renderFacts = {
  warnings: {
    type: 'array',
    description: 'What did not stop the render but may show on paper.',
    items: warningSchema,
  },
  timings: timingsSchema,
  templates: {
    type: 'array',
    description: 'The stored templates among the parts, with the revisions that were rendered.',
    items: templateUseSchema,
  },
} as const;

/** What a render reports besides its bytes, with `Accept: application/json`. */
const renderReportSchema = {
  title: 'RenderReport',
  ...whole({
    pages: { type: 'integer', description: 'Pages of the PDF.' },
    bytes: { type: 'integer', description: 'Size of the PDF in bytes.' },
    sha256: { type: 'string', description: 'SHA-256 of the PDF, in hexadecimal.' },
    ...renderFacts,
    pdf: { type: 'string', contentEncoding: 'base64', description: 'The PDF.' },
  }),
} as const;

/** The answer to a render with `Accept: application/json`. */
export const renderAnswerSchema = answerOf(renderReportSchema);

/** What a render reports besides its bytes. */
export type RenderReport = FromSchema<typeof renderReportSchema>;
/** Something that did not stop a render but may show on paper. */
export type Warning = RenderReport['warnings'][number];
/** The time of a render by stage, in milliseconds. */
export type Timings = RenderReport['timings'];
/** The revision of a stored template that a part was made of. */
export type TemplateUse = RenderReport['templates'][number];
