import type { FromSchema } from 'json-schema-to-ts';
import { renderStatuses } from './background-schema.ts';
import { overlayItemSchema, overlaysSchema, type PageOverlay } from './fields/overlay-schema.ts';
import { roles } from './key-schema.ts';
import { limits } from './limits.ts';
import { partOptionsSchema } from './options-schema.ts';
import { closed, exactly, pageQuery } from './schema-shapes.ts';
import { kindSchema, tagSchema, templateFolderSchema } from './templates/property-schema.ts';

/** An email address of a person: one `@`, no blank, no control character (a part of RFC 5321, section 4.1.2). */
export const emailPattern =
  '^[^\\s@<>"(),:;\\\\\\u0000-\\u001f\\u007f-\\u009f]{1,64}@[\\p{L}\\p{N}]([\\p{L}\\p{N}.-]{0,187}[\\p{L}\\p{N}])?$';
/** Characters of a password: the fewest of a new one, the most of any. */
const passwordLimits = { fewest: 12, most: 1000 } as const;

const email = { type: 'string', pattern: emailPattern, 'x-pattern-words': 'an email address', maxLength: 254 } as const;
/** Without rules of composition (NIST SP 800-63B, section 3.1.1.2). */
const password = { type: 'string', minLength: passwordLimits.fewest, maxLength: passwordLimits.most } as const;
/** 256 bits in base64url. */
const secret = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{43}$',
  'x-pattern-words': '43 characters of base64url',
} as const;
const role = { type: 'string', enum: roles } as const;
const page = pageQuery('Entries');
const day = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  'x-pattern-words': 'a day such as "2026-01-31"',
} as const;

/** The body of a sign-in. A password of any length is compared; only a new one is held to the limits. */
export const signInSchema = exactly({ email, password: { type: 'string', maxLength: passwordLimits.most } });
/** The body that redeems the one-time ticket of `platen dashboard`. */
export const ticketSchema = exactly({ ticket: secret });
/** The body that asks whom a one-time link is for. The link stays good. */
export const linkSchema = exactly({ link: secret });
/** The body that sets a password by a one-time link, which is used up by it. */
export const newPasswordSchema = exactly({ link: secret, password });
/** The body that changes one's own password. */
export const passwordChangeSchema = exactly({
  old_password: { type: 'string', maxLength: passwordLimits.most },
  password,
});
/** The body that switches to another account of the same person. */
export const accountChangeSchema = exactly({ account: { type: 'string', minLength: 1, maxLength: 255 } });
/** The body that adds a person to the account. */
export const newUserSchema = exactly({ email, role });
/** The body that changes a person's role. */
export const roleChangeSchema = exactly({ role });

/** The texts of a template which need not be stored. */
const templateTexts = {
  content: { type: 'string', 'x-max-bytes': limits.templateContent },
  preview_context: { type: 'object', additionalProperties: true, 'x-max-json-bytes': limits.previewContext },
} as const;
/** The stored template whose partials, layouts and assets are used. Default: those of the account alone. */
const storedId = { type: 'string', format: 'uuid' } as const;
/** The body that checks a template. */
export const checkedTextSchema = {
  ...closed,
  required: ['content', 'preview_context'],
  properties: { ...templateTexts, template: storedId },
} as const;
/** The body that checks values by a schema, neither of which need be stored. */
export const checkedValuesSchema = {
  ...closed,
  required: ['schema', 'values'],
  properties: {
    schema: { type: 'object', additionalProperties: true, 'x-max-json-bytes': limits.valuesSchema },
    values: { type: 'object', additionalProperties: true, 'x-max-json-bytes': limits.previewContext },
  },
} as const;
/** The body that draws a template. */
export const drawingSchema = {
  ...closed,
  required: ['content', 'preview_context'],
  properties: {
    ...templateTexts,
    options: partOptionsSchema,
    overlays: { ...overlaysSchema, items: overlayItemSchema },
    template: storedId,
    /** A name for the place that is drawn: a later drawing of the same session and name stops the earlier. */
    place: { type: 'string', maxLength: 100 },
  },
} as const;

/** The query of the templates: a part of the name, folder, tag, kind, the order, a page. */
export const templateSearchSchema = {
  ...closed,
  properties: {
    search: { type: 'string', maxLength: 255 },
    folder: { ...templateFolderSchema, minLength: 0 },
    tag: tagSchema,
    kind: kindSchema,
    sort: { type: 'string', enum: ['name', 'updated', 'inserted'] },
    ...page,
  },
} as const;
/** The query of the renders: filters and a page. Days are UTC, such as "2026-11-22", both included. */
export const renderLogQuerySchema = {
  ...closed,
  properties: {
    outcome: { type: 'string', enum: ['ok', 'failed', 'warnings'] },
    key: { type: 'string', maxLength: 100 },
    template: { type: 'string', maxLength: 100 },
    from: day,
    to: day,
    ...page,
  },
} as const;
/** The query of background renders: how they stand. Default: those that wait or run. */
export const backgroundQuerySchema = {
  ...closed,
  properties: { status: { type: 'string', enum: renderStatuses } },
} as const;
/** The query of the usage: how many days, today included. Default 30. */
export const usageQuerySchema = {
  ...closed,
  properties: {
    days: {
      type: 'string',
      pattern: '^([1-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-6])$',
      'x-pattern-words': 'a whole number from 1 to 366',
    },
  },
} as const;
/** The query of the audit log: a page. */
export const auditQuerySchema = { ...closed, properties: page } as const;

/** The body of a sign-in. */
export type SignIn = FromSchema<typeof signInSchema>;
/** A template to draw. */
export type Drawing = Omit<FromSchema<typeof drawingSchema>, 'overlays'> & { overlays?: PageOverlay[] };
/** A template to check. */
export type CheckedText = FromSchema<typeof checkedTextSchema>;
/** Values and a schema to check them by. */
export type ValuesAndSchema = FromSchema<typeof checkedValuesSchema>;
/** Which templates to search for. */
export type TemplateSearch = FromSchema<typeof templateSearchSchema>;
/** Which renders to list. */
export type RenderLogQuery = FromSchema<typeof renderLogQuerySchema>;
/** Which background renders to look at. */
export type BackgroundQuery = FromSchema<typeof backgroundQuerySchema>;
