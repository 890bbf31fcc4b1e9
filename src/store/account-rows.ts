/** A row of the users. `password` is its scrypt text, `openid` the issuer and the subject. Times are milliseconds since 1970. */
export interface UserRow {
  id: string;
  email: string;
  password: string | null;
  openid: string | null;
  created_at: number;
  last_sign_in_at: number | null;
}

/** A row of the memberships: what a person is in an account. */
export interface MembershipRow {
  user_id: string;
  account: string;
  role: string;
}

/** A row of the sign-ins. `digest` is the SHA-256 of the cookie in hex, `network` what failures are counted by. */
export interface SessionRow {
  id: string;
  digest: string;
  user_id: string;
  account: string;
  address: string;
  network: string;
  agent: string;
  created_at: number;
  last_used_at: number;
  ended_at: number | null;
}

/** A row of the one-time links. `digest` is the SHA-256 of the link's secret in hex. */
export interface LinkRow {
  digest: string;
  user_id: string;
  expires_at: number;
}

/** A row of the renders. `facts` is JSON. `request` and `pdf` are kept only where the operator said so. */
export interface RenderRow {
  id: string;
  account: string;
  at: number;
  source: string;
  template: string | null;
  api_key: string | null;
  by: string;
  outcome: string;
  facts: string;
  request: string | null;
  pdf: Uint8Array | null;
}

/** A row of the usage. `day` is in UTC; `api_key` is empty for people. */
export interface UsageRow {
  account: string;
  day: string;
  api_key: string;
  renders: number;
  failures: number;
  pages: number;
  bytes: number;
}

/** A row of the quotas: the most of a month, null for no limit. */
export interface QuotaRow {
  account: string;
  renders: number | null;
  pages: number | null;
}

/** A row of the audit log. `details` is JSON. */
export interface AuditRow {
  id: string;
  account: string;
  at: number;
  by: string;
  action: string;
  target: string | null;
  target_name: string | null;
  details: string;
}
