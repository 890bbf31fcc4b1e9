import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { JournalEntry } from './journal-entry.ts';

/** Entries whose files were verified in this run. */
const verified = new WeakSet<JournalEntry>();

/** Whether the file of an entry is unchanged since the render. Reads the file once. */
export async function matchesEntry(entry: JournalEntry): Promise<boolean> {
  if (verified.has(entry)) return true;
  const facts = await lstat(entry.path).catch(() => undefined);
  if (!facts?.isFile() || facts.size !== entry.bytes) return false;
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(entry.path), hash);
  } catch {
    return false;
  }
  const same = hash.digest('hex') === entry.sha256;
  if (same) verified.add(entry);
  return same;
}
