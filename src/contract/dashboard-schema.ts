import type { FromSchema } from 'json-schema-to-ts';
import { type Render, type RenderSource, renderStatuses } from './background-schema.ts';
import type { ServiceErrorCode } from './errors.ts';
import { overlayItemSchema, overlaysSchema, type PageOverlay } from './fields/overlay-schema.ts';
import { type Role, roles, type Scope } from './key-schema.ts';
import { limits } from './limits.ts';
import { partOptionsSchema } from './options-schema.ts';
import type { Stage } from './problem-schema.ts';
import type { TemplateUse, Warning } from './report-schema.ts';
import { closed, exactly, type ListPage, pageQuery } from './schema-shapes.ts';
import { kindSchema, type TemplateKind, tagSchema, templateFolderSchema } from './templates/property-schema.ts';

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
/** What is wrong with values by a schema; `problem` says why the schema itself cannot be used. */
export interface CheckedValuesAnswer {
  /** `path` has the names of fields and the indexes of items; `field` is the same as a template names it: `lines[0].price`. */
  faults: { path: string[]; field: string; detail: string }[];
  problem?: string;
}
/** Which templates to search for. */
export type TemplateSearch = FromSchema<typeof templateSearchSchema>;
/** Which renders to list. */
export type RenderLogQuery = FromSchema<typeof renderLogQuerySchema>;
/** Which background renders to look at. */
export type BackgroundQuery = FromSchema<typeof backgroundQuerySchema>;

/** A flaw of a template, for its author: an error keeps it from being rendered, a warning may be intended. */
export interface TemplateFinding {
  level: 'error' | 'warning';
  /** A stable word for its kind. */
  code: string;
  message: string;
  /** The text that it is in. */
  where: 'content' | 'values';
  /** The name of the partial or layout that it is in; missing for the template itself. */
  partial?: string;
  /** From 1; missing where the text does not show it. */
  line?: number;
  /** From 1, in UTF-16 units; missing with `line`. */
  column?: number;
}

/** Who uses the dashboard. Also the answer of every operation that signs in or changes a session. */
export interface SessionView {
  signed_in: boolean;
  /** Whether this is the dashboard of a local platen, without users and passwords. */
  local: boolean;
  /** Null without a session, and on the local dashboard. */
  email: string | null;
  /** The account that is shown; null without a session. */
  account: string | null;
  role: Role | null;
  /** What this role may do with the operations that keys are for. */
  scopes: Scope[];
  /** All accounts of this person. */
  accounts: { account: string; role: Role }[];
  /** The name of the provider that one may sign in with; null without one. */
  openid: string | null;
  /** The version of platen. */
  version: string;
}

/** A session of the signed-in user. */
export interface SessionEntry {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  /** The network address that it was made from. */
  address: string;
  /** What the browser calls itself. */
  agent: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** A person of the account. */
export interface UserEntry {
  id: string;
  email: string;
  role: Role;
  created_at: string;
  /** Null for never. */
  last_sign_in_at: string | null;
  /** Whether a password was set. */
  has_password: boolean;
}

/** A template of the dashboard's list. */
export interface TemplateEntry {
  id: string;
  name: string;
  slug: string;
  kind: TemplateKind;
  /** Empty for none. */
  folder: string;
  tags: string[];
  inserted_at: string;
  updated_at: string;
  /** Who changed it last; null if that was not noted. */
  updated_by: string | null;
  /** The number of the newest revision. */
  revision: number;
  /** The revision with the label `live`; null without one. */
  live: number | null;
  /** As `If-Match` takes it. */
  etag: string;
}

/** A page of the templates that were searched for. */
export interface TemplateSearchAnswer extends ListPage<TemplateEntry> {
  /** How many there are on all pages. */
  total: number;
  /** The folders of the account, and how many templates are in each, those below it left out. */
  folders: { folder: string; templates: number }[];
}

/** A render of the log. */
export interface RenderEntry {
  id: string;
  /** When it was asked for. */
  at: string;
  source: RenderSource;
  /** The id of the first template among the parts, or null. */
  template: string | null;
  /** The id of the API key; null for a person. */
  key: string | null;
  /** The person or the name of the key. */
  by: string;
  /** Null if it failed, as `bytes` and `timings`. */
  pages: number | null;
  bytes: number | null;
  timings: { queue_ms: number; load_ms: number; print_ms: number; bind_ms: number } | null;
  /** Milliseconds from the request to its answer. */
  ms: number;
  warnings: Warning[];
  /** The revisions of stored templates that were rendered. Default: none. */
  templates?: TemplateUse[];
  error: { code: ServiceErrorCode; detail: string; stage: Stage | null; part: number | null } | null;
  request_id: string;
  /** The shape of the request, without its values. */
  shape: unknown;
  /** Whether its request and its PDF were kept. */
  kept: boolean;
}

/** A background render, as the dashboard shows it. */
export interface BackgroundEntry extends Render {
  /** Who submitted it: the person or the name of the key. */
  by: string;
  /** The title of the document; null until it is done, and where it has none. */
  title: string | null;
  /** The id of the first template among the parts; null without one. */
  template: string | null;
}

/** Background renders of an account, newest first; those that run come before those that wait. */
export interface BackgroundView {
  renders: BackgroundEntry[];
  /** Whether there are more, which are older. */
  has_more: boolean;
}

/** What was rendered on a day with a key. */
export interface UsageEntry {
  /** In UTC, such as "2026-11-22". */
  day: string;
  /** The id of the key; null for people. */
  key: string | null;
  renders: number;
  failures: number;
  pages: number;
  bytes: number;
}

/** The usage of an account. */
export interface UsageView {
  /** By day and key, without those that have none. */
  days: UsageEntry[];
  /** Since the first of this month, in UTC. */
  month: { renders: number; pages: number };
  /** The most of a month; null for no limit. */
  quota: { renders: number | null; pages: number | null };
}

/** Something that was done in an account. */
export interface AuditEntry {
  id: string;
  at: string;
  /** The person, the key or "the command line". */
  by: string;
  /** What was done, such as "key.created". */
  action: string;
  /** What it was done to: the id, and the name at that time. */
  target: { id: string; name: string } | null;
  /** More about it, such as the new role. */
  details: Record<string, unknown>;
}
