import type { Context } from '../command/context.ts';
import { readStoreLocation } from './engine-settings.ts';

/** Copies the store that the settings name into a new file. */
export async function backUpLocalStore(context: Context, file: string): Promise<void> {
  const { backUpStore } = await import('../../server/index.ts');
  await backUpStore(await readStoreLocation(context), file);
}

/** Puts a backup in the place of that store. Gives the file that the earlier one is kept as, if there was one. */
export async function restoreLocalStore(context: Context, file: string, replace: boolean): Promise<string | undefined> {
  const { restoreStore } = await import('../../server/index.ts');
  return restoreStore(await readStoreLocation(context), file, { replace, now: () => new Date() });
}
