import { nearestName } from '../../folders/index.ts';
import type { KeyRing } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import type { Output } from '../output/output.ts';
import { readStoreLocation } from './engine-settings.ts';

export type { KeyRing };

/** Opens the keys of the store that the settings name, until the command ends. */
export async function openLocalKeys(context: Context): Promise<KeyRing> {
  const { openKeyRing } = await import('../../server/index.ts');
  const keys = await openKeyRing(await readStoreLocation(context));
  context.defer(() => keys.close());
  return keys;
}

/**
 * Warns of an unknown account, which may be mistyped, and names the one that was probably meant. `what` there is
 * not of it, by default anything.
 */
export function warnOfAccount(output: Output, account: string, known: readonly string[], what = 'nothing'): void {
  if (known.includes(account)) return;
  const near = nearestName(account, known);
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  const text = `there is ${what} of an account ${JSON.stringify(account)} yet${hint}`;
  output.warn({ code: 'account_unknown', text });
}
