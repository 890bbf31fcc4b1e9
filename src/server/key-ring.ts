import { randomBytes } from 'node:crypto';
import { formatApiKey } from '../contract/index.ts';
import { openStore, type StoredKey, type StoreLocation } from '../store/index.ts';

/** The API keys of a store, for commands on the service's own machine. */
export interface KeyRing {
  /** Makes a key. Its text is returned here and never again. Without `expiresAt` it holds until it is revoked. */
  create(options: { account: string; name: string; expiresAt?: Date }): Promise<{ key: string; stored: StoredKey }>;
  list(): Promise<StoredKey[]>;
  /** Revokes a key at once. Throws `not_found`. */
  revoke(id: string): Promise<StoredKey>;
  close(): Promise<void>;
}

/** Opens the API keys of a store. Throws `io_failed` where the store cannot be opened. */
export async function openKeyRing(location: StoreLocation): Promise<KeyRing> {
  const store = await openStore(location);
  return {
    async create({ account, name, expiresAt }) {
      const key = formatApiKey(randomBytes(32));
      const stored = await store.keys.create({ account, name, key, ...(expiresAt && { expiresAt }) });
      return { key, stored };
    },
    list: () => store.keys.list(),
    revoke: (id) => store.keys.revoke(id),
    close: () => store.close(),
  };
}
