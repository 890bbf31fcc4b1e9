import type { Database } from '../rows/tables.ts';
import { buildTemplateSearch, type SearchTemplates } from '../templates/template-search.ts';
import { listUsersOf } from '../templates/template-users.ts';
import { type AuditStore, buildAuditStore } from './audit-store.ts';
import { buildRenderStore, type RenderStore } from './render-store.ts';
import { buildSessionStore, type SessionStore } from './session-store.ts';
import { buildUsageStore, type UsageStore } from './usage-store.ts';
import { buildUserStore, type UserStore } from './user-store.ts';

/** What only a service with a dashboard needs: people, and what was done. */
export interface AccountStores {
  users: UserStore;
  sessions: SessionStore;
  audit: AuditStore;
  renders: RenderStore;
  usage: UsageStore;
  searchTemplates: SearchTemplates;
  /** The slugs of the templates that use a partial or layout. Throws `template_not_found`. */
  listTemplateUsers(account: string, id: string): Promise<string[]>;
}

/** The stores in an open database. */
export function buildAccountStores(database: Database, now: () => Date): AccountStores {
  const users = buildUserStore(database, now);
  return {
    users,
    sessions: buildSessionStore(database, users, now),
    audit: buildAuditStore(database, now),
    renders: buildRenderStore(database, now),
    usage: buildUsageStore(database),
    searchTemplates: buildTemplateSearch(database),
    listTemplateUsers: (account, id) => listUsersOf(database, account, id),
  };
}
