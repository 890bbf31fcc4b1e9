import type { Render, RenderSource } from './background-schema.ts';
import type { ServiceErrorCode } from './errors.ts';
import type { Role, Scope } from './key-schema.ts';
import type { Stage } from './problem-schema.ts';
import type { TemplateUse, Warning } from './report-schema.ts';
import type { ListPage } from './schema-shapes.ts';
import type { TemplateKind } from './templates/property-schema.ts';

/** What is wrong with values by a schema; `problem` says why the schema itself cannot be used. */
export interface CheckedValuesAnswer {
  /** `path` has the names of fields and the indexes of items; `field` is the same as a template names it: `lines[0].price`. */
  faults: { path: string[]; field: string; detail: string }[];
  problem?: string;
}

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
