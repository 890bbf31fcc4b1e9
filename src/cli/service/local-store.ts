import { resolve } from 'node:path';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { readStoreLocation } from './engine-settings.ts';

/** The path of a backup that a command names. Throws `usage` for `-`: a database is written and read at many places, not as a stream. */
export function resolveBackup({ io }: Context, name: string): string {
  if (name !== '-') return resolve(io.cwd, name);
  throw new CommandError('usage', 'a backup must be a file, not -', {
    fix: 'name a file, such as templates-and-keys.db; ./- is one of that name',
  });
}

/** Copies the store that the settings name into a new file. */
export async function backUpLocalStore(context: Context, file: string): Promise<void> {
  const { backUpStore } = await import('../../server/index.ts');
  await backUpStore(await readStoreLocation(context), file);
}

/** Replaces that store by a backup. Gives the file that the earlier one is kept as, if there was one. */
export async function restoreLocalStore(context: Context, file: string, replace: boolean): Promise<string | undefined> {
  const { restoreStore } = await import('../../server/index.ts');
  return restoreStore(await readStoreLocation(context), file, { replace, now: () => new Date() });
}
