import { openStore, type StoredKey, type StoreLocation } from '../../store/index.ts';
import { type IssuedKey, issueKey, type KeyWish, type RotationWish, rotateKey } from './issue-key.ts';

/** The API keys of a store, for commands on the service's own machine. */
export interface KeyRing {
  /** Makes a key. Its text is returned here and never again. Without `expiresAt` it holds until it is revoked. */
  create(wish: KeyWish): Promise<IssuedKey>;
  /** The keys of an account, or of all. */
  list(account?: string): Promise<StoredKey[]>;
  /** Makes a key in the place of another, which ends after a time. Throws `not_found`. */
  rotate(id: string, wish: RotationWish): Promise<IssuedKey & { old: StoredKey }>;
  /** Revokes a key at once. Throws `not_found`. */
  revoke(id: string): Promise<StoredKey>;
  close(): Promise<void>;
}

/** Opens the API keys of a store. Throws `io_failed` where the store cannot be opened. */
export async function openKeyRing(location: StoreLocation): Promise<KeyRing> {
  const store = await openStore(location);
  return {
    create: (wish) => issueKey(store.keys, wish),
    list: (account) => store.keys.list(account),
    rotate: (id, wish) => rotateKey(store.keys, id, wish),
    revoke: (id) => store.keys.revoke(id),
    close: () => store.close(),
  };
}
