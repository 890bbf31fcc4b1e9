import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { openLocalAccounts } from '../../service/local-accounts.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

/** Declares `platen accounts list`. */
export function addAccountsList(group: Command, register: Register): void {
  const list = addStoreFlags(
    group.command('list').description('List accounts with users or a quota, and their usage this month.'),
  );
  addHelpNotes(list, {
    examples: ['platen accounts list'],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [{"account", "people", "renders", "pages", "renders_limit", "pages_limit"}]}',
  });
  list.action(register(runAccountsList, { settings: storeSettings }));
}

async function runAccountsList(context: Context): Promise<undefined> {
  const list = await (await openLocalAccounts(context)).accounts();
  const share = (used: number, limit: number | null) => (limit === null ? String(used) : `${used} of ${limit}`);
  await showList(context.output, list, {
    heading: ['account', 'people', 'renders this month', 'pages this month'],
    row: (row) => [
      row.account,
      String(row.people),
      share(row.renders, row.renders_limit),
      share(row.pages, row.pages_limit),
    ],
    none: 'No account has people or a quota yet.',
  });
}
