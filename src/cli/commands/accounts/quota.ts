import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { openLocalAccounts } from '../../service/local-accounts.ts';
import { warnOfAccount } from '../../service/local-keys.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

interface QuotaOptions {
  renders?: string;
  pages?: string;
}

/** Declares `platen accounts quota`. */
export function addAccountsQuota(group: Command, register: Register): void {
  const quota = addStoreFlags(
    group
      .command('quota')
      .description('Set the monthly quota of an account.')
      .argument('<account>', 'the account')
      .option('--renders <n>', 'renders per month, or none for no limit')
      .option('--pages <n>', 'pages per month, or none for no limit'),
  );
  addHelpNotes(quota, {
    examples: ['platen accounts quota acme --pages 10000', 'platen accounts quota acme --renders none --pages none'],
    output: 'nothing; with --json {"data": {"account", "people", "renders", "pages", "renders_limit", "pages_limit"}}',
  });
  quota.action(register<QuotaOptions>(runAccountsQuota, { settings: storeSettings }));
}

async function runAccountsQuota(context: Context, options: QuotaOptions, [account = '']: string[]): Promise<undefined> {
  const change = { renders: readLimit('--renders', options.renders), pages: readLimit('--pages', options.pages) };
  if (change.renders === undefined && change.pages === undefined) {
    throw new CommandError('usage', 'nothing to set', { fix: 'name --renders, --pages or both' });
  }
  const accounts = await openLocalAccounts(context);
  const known = await accounts.names();
  await accounts.setQuota(account, change);
  warnOfAccount(context.output, account, known);
  if (context.output.json) {
    const data = (await accounts.accounts()).find((row) => row.account === account);
    await context.output.jsonDocument({ data });
  } else context.output.done(`Set the quota of "${account}"; it applies within a minute`);
}

/** A number, or null for no limit; undefined without the flag. Throws `usage`. */
function readLimit(flag: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is not a whole number of 12 digits at most`, {
    fix: `write ${flag} 1000 or ${flag} none`,
  });
}
