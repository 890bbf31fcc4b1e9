import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { JournalEntry } from './journal-entry.ts';

/** Entries whose files were verified in this run. */
const verified = new WeakSet<JournalEntry>();

/** Whether the files of an entry are unchanged since the render. Reads each once. */
export async function matchesEntry(entry: JournalEntry): Promise<boolean> {
  if (verified.has(entry)) return true;
  for (const file of entry.images ?? [entry]) if (!(await matchesFile(file))) return false;
  verified.add(entry);
  return true;
}

async function matchesFile(entry: Pick<JournalEntry, 'path' | 'bytes' | 'sha256'>): Promise<boolean> {
  const facts = await lstat(entry.path).catch(() => undefined);
  if (!facts?.isFile() || facts.size !== entry.bytes) return false;
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(entry.path), hash);
  } catch {
    return false;
  }
  return hash.digest('hex') === entry.sha256;
}
