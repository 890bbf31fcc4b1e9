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

/**
 * The URL that people reach the service at: the one in the settings, else the one that the service listens at, with a warning. Throws
 * `usage` if the service takes a free port.
 */
export async function readPublicUrl(context: Context): Promise<string> {
  const settings = await context.settings();
  const set = settings.get('public_url');
  if (set !== null) return set;
  const port = settings.get('port') ?? 8080;
  if (port === 0) {
    throw new CommandError('usage', 'the URL of the service is unknown', {
      why: 'port is 0, so the service listens at any free port',
      fix: 'name the URL of the service with --public-url https://pdf.example.com',
    });
  }
  const host = settings.get('host') ?? '127.0.0.1';
  const url = `http://${everyAddress.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
  context.output.warn({
    code: 'public_url_unset',
    text: `the link uses ${url}: the public URL of the service is not set; if people use another URL, name it with --public-url`,
  });
  return url;
}

/** Hosts to listen at that mean all addresses of a machine, and are the address of none. */
const everyAddress = new Set(['0.0.0.0', '::']);

/** Throws `usage` unless a word is an email address. */
export function requireEmail(word: string): string {
  if (new RegExp(emailPattern, 'u').test(word)) return word;
  throw new CommandError('usage', `${JSON.stringify(word)} is not an email address`, { fix: 'write ada@example.com' });
}
