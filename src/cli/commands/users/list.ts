import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { openLocalAccounts } from '../../service/local-accounts.ts';
import { warnOfAccount } from '../../service/local-keys.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

interface UserListOptions {
  account?: string;
}

/** Declares `platen users list`. */
export function addUsersList(group: Command, register: Register): void {
  const list = addStoreFlags(
    group
      .command('list')
      .description('List the users of the dashboard.')
      .option('--account <account>', 'filter by account'),
  );
  addHelpNotes(list, {
    examples: ['platen users list', 'platen users list --account acme'],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [{"id", "email", "account", "role", "created_at", "last_sign_in_at", "has_password"}]}',
  });
  list.action(register<UserListOptions>(runUsersList, { settings: storeSettings }));
}

async function runUsersList(context: Context, { account }: UserListOptions): Promise<undefined> {
  const accounts = await openLocalAccounts(context);
  if (account !== undefined) warnOfAccount(context.output, account, await accounts.names());
  const people = await accounts.people(account);
  await showList(context.output, people, {
    heading: ['email', 'account', 'role', 'last sign-in'],
    row: ({ email, account, role, has_password, last_sign_in_at }) => [
      email,
      account,
      role,
      has_password ? (last_sign_in_at ?? 'never') : 'invited',
    ],
    none: 'There are no people yet. Add one: platen users create ada@example.com',
  });
}
