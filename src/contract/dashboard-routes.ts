import {
  accountChangeSchema,
  auditQuerySchema,
  checkedTextSchema,
  drawingSchema,
  linkSchema,
  newPasswordSchema,
  newUserSchema,
  passwordChangeSchema,
  renderLogQuerySchema,
  roleChangeSchema,
  signInSchema,
  templateSearchSchema,
  ticketSchema,
  usageQuerySchema,
} from './dashboard-schema.ts';
import type { Role } from './scopes.ts';

/** An operation that only the dashboard needs. It is no public contract: it may change with any version. */
export interface DashboardRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, with `{id}` for a path parameter. */
  path: string;
  /** `nobody`: no session is asked for. `person`: any session. Else the lowest role: an admin may all, an editor all of a viewer. */
  needs: 'nobody' | 'person' | Role;
  body?: object;
  query?: object;
  /** The status of success. */
  status: number;
}

/** The operations of the dashboard, by name. */
export const dashboardRoutes = {
  readSession: { method: 'GET', path: '/api/dashboard/session', needs: 'nobody', status: 200 },
  signIn: { method: 'POST', path: '/api/dashboard/session', needs: 'nobody', body: signInSchema, status: 200 },
  signOut: { method: 'DELETE', path: '/api/dashboard/session', needs: 'person', status: 204 },
  switchAccount: {
    method: 'PATCH',
    path: '/api/dashboard/session',
    needs: 'person',
    body: accountChangeSchema,
    status: 200,
  },
  redeemTicket: { method: 'POST', path: '/api/dashboard/ticket', needs: 'nobody', body: ticketSchema, status: 200 },
  readLink: { method: 'POST', path: '/api/dashboard/link', needs: 'nobody', body: linkSchema, status: 200 },
  setPassword: {
    method: 'POST',
    path: '/api/dashboard/password',
    needs: 'nobody',
    body: newPasswordSchema,
    status: 200,
  },
  changePassword: {
    method: 'PATCH',
    path: '/api/dashboard/password',
    needs: 'person',
    body: passwordChangeSchema,
    status: 200,
  },
  listSessions: { method: 'GET', path: '/api/dashboard/sessions', needs: 'person', status: 200 },
  endSession: { method: 'DELETE', path: '/api/dashboard/sessions/{id}', needs: 'person', status: 204 },
  endSessions: { method: 'DELETE', path: '/api/dashboard/sessions', needs: 'person', status: 204 },
  searchTemplates: {
    method: 'GET',
    path: '/api/dashboard/templates',
    needs: 'viewer',
    query: templateSearchSchema,
    status: 200,
  },
  checkTemplate: {
    method: 'POST',
    path: '/api/dashboard/findings',
    needs: 'viewer',
    body: checkedTextSchema,
    status: 200,
  },
  drawTemplate: { method: 'POST', path: '/api/dashboard/drawing', needs: 'viewer', body: drawingSchema, status: 200 },
  listRenders: {
    method: 'GET',
    path: '/api/dashboard/renders',
    needs: 'viewer',
    query: renderLogQuerySchema,
    status: 200,
  },
  getRender: { method: 'GET', path: '/api/dashboard/renders/{id}', needs: 'viewer', status: 200 },
  getKeptRequest: { method: 'GET', path: '/api/dashboard/renders/{id}/request', needs: 'editor', status: 200 },
  getKeptPdf: { method: 'GET', path: '/api/dashboard/renders/{id}/pdf', needs: 'viewer', status: 200 },
  readUsage: { method: 'GET', path: '/api/dashboard/usage', needs: 'viewer', query: usageQuerySchema, status: 200 },
  listUsers: { method: 'GET', path: '/api/dashboard/users', needs: 'admin', status: 200 },
  createUser: { method: 'POST', path: '/api/dashboard/users', needs: 'admin', body: newUserSchema, status: 201 },
  changeRole: {
    method: 'PATCH',
    path: '/api/dashboard/users/{id}',
    needs: 'admin',
    body: roleChangeSchema,
    status: 200,
  },
  deleteUser: { method: 'DELETE', path: '/api/dashboard/users/{id}', needs: 'admin', status: 204 },
  createLink: { method: 'POST', path: '/api/dashboard/users/{id}/link', needs: 'admin', status: 201 },
  listAudit: { method: 'GET', path: '/api/dashboard/audit', needs: 'admin', query: auditQuerySchema, status: 200 },
  exportAudit: { method: 'GET', path: '/api/dashboard/audit.jsonl', needs: 'admin', status: 200 },
} as const satisfies Record<string, DashboardRoute>;

/** The name of an operation of the dashboard. */
export type DashboardRouteName = keyof typeof dashboardRoutes;

/** Where a browser starts to sign in with OpenID Connect. A page, not an operation. */
export const openIdStartPath = '/api/dashboard/openid';
/** Where the provider of OpenID Connect sends a browser back to. */
export const openIdReturnPath = '/api/dashboard/openid/return';
