import type { FastifyInstance } from 'fastify';
import {
  type ApiKey,
  defaultScopes,
  type KeyCreation,
  type KeyRotation,
  type NewApiKey,
  routes,
  type Scope,
} from '../../contract/index.ts';
import type { KeyStore, NewAuditEntry, Store, StoredKey } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, isBelowFolder, requireScope } from '../checks/caller.ts';
import { type IssuedKey, issueKey, type KeyFields, rotateKey } from '../keys/issue-key.ts';
import type { AuditWriter } from '../observe/audit-writer.ts';
import { addRoute } from '../requests/route.ts';

/** Registers the operations on keys. */
export function addKeys(app: FastifyInstance, { keys }: Store, audit?: AuditWriter): void {
  for (const name of Object.keys(keyOperations) as (keyof typeof keyOperations)[]) {
    addRoute(app, routes[name], async ({ caller, params, query, body }) => {
      const { id = '' } = params as { id?: string };
      const { body: answer, done } = await keyOperations[name](keys, {
        caller,
        id,
        query: query as KeyRequest['query'],
        body,
      });
      if (done) audit?.note({ account: caller.account, by: caller.by, ...done });
      return answer;
    });
  }
}

/** A request for an operation on keys: the body follows the schema of its route. */
interface KeyRequest {
  caller: Caller;
  /** From the path; empty if the path has none. */
  id: string;
  query: { limit?: string; after?: string };
  body: unknown;
}

/** The answer of an operation on keys. */
interface KeyReply {
  /** Undefined for an empty body. */
  body?: object;
  /** What was done, for the audit log. */
  done?: Pick<NewAuditEntry, 'action' | 'target' | 'details'>;
}

/** The operations on keys, by the names of their routes. They throw StoreError and RequestError. */
export const keyOperations = {
  async listKeys(keys: KeyStore, { caller, query: { limit, after = '' } }: KeyRequest): Promise<KeyReply> {
    // Ids are in the order of their time. An account has few keys, and their list is read whole.
    const left = (await keys.list(caller.account)).filter(({ id }) => id > after);
    const shown = limit === undefined ? left : left.slice(0, Number(limit));
    const next = shown.length < left.length ? shown.at(-1)?.id : undefined;
    return { body: { data: shown.map(describeKey), page: { next: next ?? null } } };
  },

  async createKey(keys: KeyStore, { caller, body }: KeyRequest): Promise<KeyReply> {
    const { name, scopes: given, templates, folder, expires_at } = (body as { key: KeyCreation }).key;
    // The schema of the body knows the scopes.
    const scopes = (given as Scope[] | undefined) ?? defaultScopes;
    const fields = {
      account: caller.account,
      name,
      scopes,
      templates: templates ?? caller.templates,
      folder: folder ?? caller.folder,
      expiresAt: readEnd('/key/expires_at', expires_at) ?? undefined,
      createdBy: caller.by,
    };
    refuseMore(caller, fields);
    refuseLonger(caller, fields);
    const issued = await issueKey(keys, fields);
    const details = {
      scopes,
      ...(fields.templates && { templates: fields.templates }),
      ...(fields.folder && { folder: fields.folder }),
      expires_at: issued.stored.expires_at,
    };
    return { body: { data: describeNewKey(issued) }, done: { action: 'key.created', target: issued.stored, details } };
  },

  async rotateKey(keys: KeyStore, { caller, id, body }: KeyRequest): Promise<KeyReply> {
    const { overlap_seconds, expires_at } = (body as { rotation: KeyRotation }).rotation;
    const { old, ...issued } = await rotateKey(keys, id, {
      account: caller.account,
      overlapMs: overlap_seconds === undefined ? undefined : overlap_seconds * 1000,
      expiresAt: readEnd('/rotation/expires_at', expires_at),
      check(fields) {
        refuseMore(caller, fields);
        refuseLonger(caller, fields);
      },
      by: caller.by,
    });
    const details = { new_id: issued.stored.id, ends_at: old.revoked_at ?? old.expires_at };
    const answer = { data: describeNewKey(issued), old: describeKey(old) };
    return { body: answer, done: { action: 'key.rotated', target: old, details } };
  },

  async deleteKey(keys: KeyStore, { caller, id }: KeyRequest): Promise<KeyReply> {
    refuseMore(caller, await keys.get(id, caller.account));
    const target = await keys.revoke(id, caller.account);
    return { done: { action: 'key.retired', target } };
  },
};

/** Throws `forbidden` for a caller who grants scopes that they lack, or ends a key with more scopes than theirs. */
function refuseMore(caller: Caller, key: Pick<KeyFields, 'scopes' | 'templates' | 'folder'>): void {
  for (const scope of key.scopes ?? defaultScopes) requireScope(caller, scope);
  const { templates, folder } = caller;
  if (folder !== null && !(key.folder && isBelowFolder(key.folder, folder))) {
    throw new RequestError(
      'forbidden',
      `this API key is for the folder "${folder}" and the folders below it, and has no say over keys for others`,
    );
  }
  if (templates === null || key.templates?.every((id) => templates.includes(id.toLowerCase()))) return;
  throw new RequestError(
    'forbidden',
    'this API key is for certain templates only, and has no say over keys for others',
  );
}

/** No key makes one that outlives it: throws `forbidden`. */
function refuseLonger({ expiresAt: end }: Caller, { expiresAt }: Pick<KeyFields, 'expiresAt'>): void {
  if (end === undefined || (expiresAt !== undefined && expiresAt <= end)) return;
  throw new RequestError(
    'forbidden',
    `this API key ends at ${end.toISOString()}, and makes no key that outlives it; give an "expires_at" up to then`,
  );
}

/** A time in the future; undefined and null unchanged. Throws `invalid_request`. */
function readEnd(pointer: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text;
  const time = new Date(text);
  if (time.getTime() > Date.now()) return time;
  const detail = 'must be in the future';
  throw new RequestError('invalid_request', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

function describeNewKey({ key, stored }: IssuedKey): NewApiKey {
  return { ...describeKey(stored), key };
}

function describeKey({ account: _, ...key }: StoredKey): ApiKey {
  return key;
}
