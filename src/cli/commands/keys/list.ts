import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { type KeyRing, openLocalKeys, warnOfAccount } from '../../service/local-keys.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

interface KeyListOptions {
  account?: string;
}

/** Declares `platen keys list`. */
export function addKeysList(group: Command, register: Register): void {
  const list = addStoreFlags(
    group
      .command('list')
      .description('List API keys, without their secrets.')
      .option('--account <account>', 'filter by account'),
  );
  addHelpNotes(list, {
    examples: ['platen keys list', 'platen keys list --account acme'],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [{"id", "name", "account", "first", "last", "created_at", "expires_at", "last_used_at", "revoked_at", "scopes", "templates", "folder", "created_by"}]}',
  });
  list.action(register<KeyListOptions>(runKeysList, { settings: storeSettings }));
}

async function runKeysList(context: Context, { account }: KeyListOptions): Promise<undefined> {
  const keys = await openLocalKeys(context);
  const all = await keys.list();
  const list = account === undefined ? all : all.filter((key) => key.account === account);
  if (account !== undefined) warnOfAccount(context.output, account, namesOf(all), 'no key');
  await showList(context.output, list, {
    heading: ['id', 'name', 'key', 'account', 'may', 'created', 'last used', 'state'],
    row: (key) => [
      key.id,
      key.name,
      `${key.first}…${key.last}`,
      key.account,
      nameScopes(key),
      key.created_at,
      key.last_used_at ?? 'never',
      key.revoked_at ? 'retired' : (key.expires_at ?? 'never expires'),
    ],
    none: 'There are no keys yet. Make one: platen keys create --name ci',
  });
}

const namesOf = (keys: readonly { account: string }[]) => [...new Set(keys.map(({ account }) => account))];

function nameScopes({ scopes, templates, folder }: Awaited<ReturnType<KeyRing['list']>>[number]): string {
  const only =
    templates === null ? '' : ` (${templates.length === 1 ? '1 template' : `${templates.length} templates`})`;
  return scopes.join(', ') + only + (folder === null ? '' : ` (folder ${folder})`);
}
