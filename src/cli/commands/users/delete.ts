import type { Command } from 'commander';
import { defaultAccount } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { openLocalAccounts } from '../../service/local-accounts.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

interface DeleteUserOptions {
  account?: string;
}

/** Declares `platen users delete`. */
export function addUsersDelete(group: Command, register: Register): void {
  const remove = addStoreFlags(
    group
      .command('delete')
      .description('Remove a user from an account. API keys stay valid.')
      .argument('<email>', 'the email address of the person')
      .option('--account <account>', 'the account (default: default)'),
  );
  addHelpNotes(remove, {
    examples: ['platen users delete bob@example.com --account acme'],
    output: 'nothing; with --json {"data": {"email", "account"}}',
    exitCodes: { 5: 'the user does not exist', 7: 'the user is the last admin of the account' },
  });
  remove.action(register<DeleteUserOptions>(runUsersDelete, { settings: storeSettings }));
}

async function runUsersDelete(
  context: Context,
  options: DeleteUserOptions,
  [email = '']: string[],
): Promise<undefined> {
  const { account = defaultAccount } = options;
  const accounts = await openLocalAccounts(context);
  await accounts.remove(email, account).catch((cause: { code?: unknown }) => {
    if (cause.code !== 'not_found') throw cause;
    throw new CommandError('not_found', `there is no ${email} in the account ${JSON.stringify(account)}`, {
      fix: 'list the people: platen users list',
      cause,
    });
  });
  if (context.output.json) await context.output.jsonDocument({ data: { email, account } });
  else context.output.done(`${email} is no longer in "${account}"`);
}
