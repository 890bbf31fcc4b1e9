import { emailPattern } from '../../contract/index.ts';
import type { AccountRing } from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { readStoreLocation } from './engine-settings.ts';

/** Opens the people and quotas of the store that the settings name, until the command ends. */
export async function openLocalAccounts(context: Context): Promise<AccountRing> {
  const { openAccountRing } = await import('../../server/index.ts');
  const accounts = await openAccountRing(await readStoreLocation(context));
  context.defer(() => accounts.close());
  return accounts;
}

/** The address that people reach the service at: as it is set, else where it listens. */
export async function readPublicUrl(context: Context): Promise<string> {
  const settings = await context.settings();
  const set = settings.get('public_url');
  if (set !== null) return set;
  const host = settings.get('host') ?? '127.0.0.1';
  return `http://${host.includes(':') ? `[${host}]` : host}:${settings.get('port') ?? 8080}`;
}

/** Throws `usage` unless a word is an email address. */
export function requireEmail(word: string): string {
  if (new RegExp(emailPattern, 'u').test(word)) return word;
  throw new CommandError('usage', `${JSON.stringify(word)} is not an email address`, { fix: 'write ada@example.com' });
}
