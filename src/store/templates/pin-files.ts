import type { Database } from '../rows/tables.ts';
import { keepContent } from './asset-store.ts';
import { type FileUser, findFiles, type StoredUse } from './template-files.ts';

/** What a text uses now, as JSON for its revision; null if it uses nothing. The texts of partials are kept as long as the revision. */
export async function pinFiles(
  database: Database,
  user: FileUser,
  content: string,
  now: () => Date,
): Promise<string | null> {
  const { files, uses } = await findFiles(database, user, content);
  if (uses.length === 0) return null;
  const time = now().getTime();
  for (const use of uses) await keepUsed(database, user.account, use, files.partials, time);
  return JSON.stringify(uses);
}

async function keepUsed(
  database: Database,
  account: string,
  { kind, name }: StoredUse,
  partials: Readonly<Record<string, string>>,
  time: number,
): Promise<void> {
  // The content of an asset is kept already.
  if (kind === 'partial') await keepContent(database, account, Buffer.from(partials[name] ?? ''), time);
}
