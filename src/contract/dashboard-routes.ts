import {
  accountChangeSchema,
  auditQuerySchema,
  backgroundQuerySchema,
  checkedTextSchema,
  checkedValuesSchema,
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
import type { Role } from './key-schema.ts';

/** An operation that only the dashboard needs. It is no public contract: it may change with any version. */
export interface DashboardRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, with `{id}` for a path parameter. */
  path: string;
  /** `nobody`: no session is asked for. `person`: any session. Else the lowest role: an admin may all, an editor all of a viewer. */
  needs: 'nobody' | 'person' | Role;
  body?: object;
  query?: object;
  /** The status of success. Default 200. */
  status?: number;
}

/** The operations of the dashboard, by name. */
export const dashboardRoutes = {
  readSession: { method: 'GET', path: '/api/dashboard/session', needs: 'nobody' },
  signIn: { method: 'POST', path: '/api/dashboard/session', needs: 'nobody', body: signInSchema },
  signOut: { method: 'DELETE', path: '/api/dashboard/session', needs: 'person', status: 204 },
  switchAccount: { method: 'PATCH', path: '/api/dashboard/session', needs: 'person', body: accountChangeSchema },
  redeemTicket: { method: 'POST', path: '/api/dashboard/ticket', needs: 'nobody', body: ticketSchema },
  readLink: { method: 'POST', path: '/api/dashboard/link', needs: 'nobody', body: linkSchema },
  setPassword: { method: 'POST', path: '/api/dashboard/password', needs: 'nobody', body: newPasswordSchema },
  changePassword: { method: 'PATCH', path: '/api/dashboard/password', needs: 'person', body: passwordChangeSchema },
  listSessions: { method: 'GET', path: '/api/dashboard/sessions', needs: 'person' },
  endSession: { method: 'DELETE', path: '/api/dashboard/sessions/{id}', needs: 'person', status: 204 },
  endSessions: { method: 'DELETE', path: '/api/dashboard/sessions', needs: 'person', status: 204 },
  searchTemplates: { method: 'GET', path: '/api/dashboard/templates', needs: 'viewer', query: templateSearchSchema },
  listTemplateUsers: { method: 'GET', path: '/api/dashboard/templates/{id}/users', needs: 'viewer' },
  checkTemplate: { method: 'POST', path: '/api/dashboard/findings', needs: 'viewer', body: checkedTextSchema },
  checkValues: { method: 'POST', path: '/api/dashboard/values', needs: 'viewer', body: checkedValuesSchema },
  drawTemplate: { method: 'POST', path: '/api/dashboard/drawing', needs: 'viewer', body: drawingSchema },
  listRenders: { method: 'GET', path: '/api/dashboard/renders', needs: 'viewer', query: renderLogQuerySchema },
  getRender: { method: 'GET', path: '/api/dashboard/renders/{id}', needs: 'viewer' },
  getKeptRequest: { method: 'GET', path: '/api/dashboard/renders/{id}/request', needs: 'editor' },
  getKeptPdf: { method: 'GET', path: '/api/dashboard/renders/{id}/pdf', needs: 'viewer' },
  listBackground: { method: 'GET', path: '/api/dashboard/background', needs: 'viewer', query: backgroundQuerySchema },
  cancelBackground: { method: 'DELETE', path: '/api/dashboard/background/{id}', needs: 'editor' },
  readUsage: { method: 'GET', path: '/api/dashboard/usage', needs: 'viewer', query: usageQuerySchema },
  listUsers: { method: 'GET', path: '/api/dashboard/users', needs: 'admin' },
  createUser: { method: 'POST', path: '/api/dashboard/users', needs: 'admin', body: newUserSchema, status: 201 },
  changeRole: { method: 'PATCH', path: '/api/dashboard/users/{id}', needs: 'admin', body: roleChangeSchema },
  deleteUser: { method: 'DELETE', path: '/api/dashboard/users/{id}', needs: 'admin', status: 204 },
  createLink: { method: 'POST', path: '/api/dashboard/users/{id}/link', needs: 'admin', status: 201 },
  listAudit: { method: 'GET', path: '/api/dashboard/audit', needs: 'admin', query: auditQuerySchema },
  exportAudit: { method: 'GET', path: '/api/dashboard/audit.jsonl', needs: 'admin' },
} as const satisfies Record<string, DashboardRoute>;

/** The name of an operation of the dashboard. */
export type DashboardRouteName = keyof typeof dashboardRoutes;

/** Where a browser starts to sign in with OpenID Connect. A page, not an operation. */
export const openIdStartPath = '/api/dashboard/openid';
/** Where the provider of OpenID Connect sends a browser back to. */
export const openIdReturnPath = '/api/dashboard/openid/return';
