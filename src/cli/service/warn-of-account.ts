import type { Output } from '../output/output.ts';
import { nearestName } from '../settings/nearest-name.ts';

/**
 * Warns of an account that is none of the known ones and may be mistyped, and names the one that was probably meant. `what` there is
 * not of it, by default anything.
 */
export function warnOfAccount(output: Output, account: string, known: readonly string[], what = 'nothing'): void {
  if (known.includes(account)) return;
  const near = nearestName(account, known);
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  output.warn(`there is ${what} of an account ${JSON.stringify(account)} yet${hint}`);
}
