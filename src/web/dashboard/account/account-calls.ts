import type { AuditEntry, ListPage, Role, SessionEntry, UserEntry } from '../../../contract/index.ts';
import { call } from '../../api.ts';

/** The people of the account. */
export async function listPeople(signal: AbortSignal): Promise<UserEntry[]> {
  return (await call<{ data: UserEntry[] }>('GET', '/api/dashboard/users', { signal })).data;
}

/** Adds a person, with a one-time link to set a password. */
export function addPerson(email: string, role: Role): Promise<{ data: UserEntry; link: string }> {
  return call('POST', '/api/dashboard/users', { body: { email, role } });
}

/** Gives a person another role. */
export async function setRoleOf(id: string, role: Role): Promise<void> {
  await call('PATCH', '/api/dashboard/users/{id}', { id, body: { role } });
}

/** Takes a person out of the account. */
export async function removePerson(id: string): Promise<void> {
  await call('DELETE', '/api/dashboard/users/{id}', { id });
}

/** Makes a one-time link to set a password. */
export async function createLink(id: string): Promise<string> {
  return (await call<{ link: string }>('POST', '/api/dashboard/users/{id}/link', { id })).link;
}

/** One's own sign-ins. */
export async function listSignIns(signal: AbortSignal): Promise<SessionEntry[]> {
  return (await call<{ data: SessionEntry[] }>('GET', '/api/dashboard/sessions', { signal })).data;
}

/** Ends a sign-in. */
export async function endSignIn(id: string): Promise<void> {
  await call('DELETE', '/api/dashboard/sessions/{id}', { id });
}

/** Ends all sign-ins, this one too. */
export async function endAllSignIns(): Promise<void> {
  await call('DELETE', '/api/dashboard/sessions');
}

/** Reads the audit log, newest first. */
export function listAudit(after?: string, signal?: AbortSignal): Promise<ListPage<AuditEntry>> {
  return call('GET', '/api/dashboard/audit', { query: { limit: '50', after }, signal });
}

/** The roles with what they may do. */
export const roleOptions: readonly (readonly [Role, string])[] = [
  ['admin', 'admin: everything'],
  ['editor', 'editor: templates and renders'],
  ['viewer', 'viewer: looks and renders'],
];
