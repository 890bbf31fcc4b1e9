import type { AccountStores, NewAuditEntry, Store } from '../../store/index.ts';
import { describeForLog, type Log } from './log.ts';

/** Notes what was done in accounts. */
export interface AuditWriter {
  /** Writes an entry after the answer to who did it. A failure goes to the log of the service. */
  note(entry: NewAuditEntry): void;
  /** Writes an entry, and rejects if that fails. */
  add(entry: NewAuditEntry): Promise<void>;
  /** Waits for entries that are still being written. */
  settle(): Promise<void>;
}

/** Opens the audit log of a store, whose records are loaded at the first entry. */
export function openAuditWriter(store: Pick<Store, 'accounts'>, log: Log): AuditWriter {
  const writing = new Set<Promise<void>>();
  const add = async (entry: NewAuditEntry) => {
    const { audit }: AccountStores = await store.accounts();
    await audit.add(entry);
  };
  return {
    add,
    note(entry) {
      // SQLite writes within the call, so the answer goes first.
      const written = new Promise(setImmediate)
        .then(() => add(entry))
        .catch((error: unknown) =>
          log.write('error', 'audit_failed', { action: entry.action, ...describeForLog(error) }),
        )
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async settle() {
      await Promise.all(writing);
    },
  };
}
