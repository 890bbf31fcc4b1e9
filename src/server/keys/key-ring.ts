import { openStore, type StoredKey, type StoreLocation } from '../../store/index.ts';
import { type IssuedKey, issueKey, type KeyFields, type RotationOptions, rotateKey } from './issue-key.ts';

/** The API keys of a store, for commands on the service's own machine. */
export interface KeyRing {
  /** Makes a key. Its text is returned here and never again. Without `expiresAt` it holds until it is revoked. */
  create(fields: KeyFields): Promise<IssuedKey>;
  /** The keys of an account, or of all. */
  list(account?: string): Promise<StoredKey[]>;
  /** Makes a key in place of another, which ends after a time. Throws `not_found`. */
  rotate(id: string, options: RotationOptions): Promise<IssuedKey & { old: StoredKey }>;
  /** Revokes a key immediately. Throws `not_found`. */
  revoke(id: string): Promise<StoredKey>;
  close(): Promise<void>;
}

/** Opens the API keys of a store. Throws `io_failed` if the store cannot be opened. */
export async function openKeyRing(location: StoreLocation): Promise<KeyRing> {
  const store = await openStore(location);

  async function note(action: string, { id, name, account }: StoredKey, details = {}): Promise<void> {
    const { audit } = await store.accounts();
    await audit.add({ account, by: 'the command line', action, target: { id, name }, details });
  }

  return {
    async create(fields) {
      const issued = await issueKey(store.keys, fields);
      const { scopes, templates, folder, expires_at } = issued.stored;
      const limits = { ...(templates && { templates }), ...(folder && { folder }) };
      await note('key.created', issued.stored, { scopes, ...limits, expires_at });
      return issued;
    },
    list: (account) => store.keys.list(account),
    async rotate(id, options) {
      const rotated = await rotateKey(store.keys, id, options);
      const { stored, old } = rotated;
      await note('key.rotated', old, { new_id: stored.id, ends_at: old.revoked_at ?? old.expires_at });
      return rotated;
    },
    async revoke(id) {
      const revoked = await store.keys.revoke(id);
      await note('key.retired', revoked);
      return revoked;
    },
    close: () => store.close(),
  };
}
