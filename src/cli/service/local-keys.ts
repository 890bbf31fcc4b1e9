import type { KeyRing } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { readStoreLocation } from './engine-settings.ts';

export type { KeyRing };

/** Opens the keys of the store that the settings name, until the command ends. */
export async function openLocalKeys(context: Context): Promise<KeyRing> {
  const { openKeyRing } = await import('../../server/index.ts');
  const keys = await openKeyRing(await readStoreLocation(context));
  context.defer(() => keys.close());
  return keys;
}
