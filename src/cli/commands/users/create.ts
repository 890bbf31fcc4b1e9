import { type Command, Option } from 'commander';
import { defaultAccount, type Role, roles } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showSecret } from '../../output/show-results.ts';
import { openLocalAccounts, readPublicUrl, requireEmail } from '../../service/local-accounts.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

interface CreateUserOptions {
  account?: string;
  role?: Role;
}

/** Declares `platen users create`. */
export function addUsersCreate(group: Command, register: Register): void {
  const create = addStoreFlags(
    group
      .command('create')
      .description('Add a user of the dashboard. Prints a link to set a password, valid once, for 15 minutes.')
      .argument('<email>', 'the email address of the person')
      .option('--account <account>', 'account of the user (default: default)')
      .addOption(
        new Option('--role <role>', 'role of the user (default: admin for the first user, viewer for others)').choices(
          roles,
        ),
      )
      .option(
        '--public-url <url>',
        'public URL of the service (also PLATEN_PUBLIC_URL; default: where the service listens, with a warning)',
      ),
  );
  addHelpNotes(create, {
    examples: [
      'platen users create ada@example.com',
      'platen users create bob@example.com --account acme --role editor --public-url https://pdf.example.com',
    ],
    output: [
      'only the link; with --json {"data": {"link", "id", "email", "account", "role"}}.',
      'For an existing user: a new link to set another password.',
      'Adding a user of another account revokes their password and all sessions.',
    ].join('\n'),
  });
  create.action(register<CreateUserOptions>(runUsersCreate, { settings: [...storeSettings, 'public_url'] }));
}

async function runUsersCreate(context: Context, options: CreateUserOptions, [word = '']: string[]): Promise<undefined> {
  const email = requireEmail(word);
  const { account = defaultAccount, role } = options;
  const address = await readPublicUrl(context);
  const accounts = await openLocalAccounts(context);
  const { user, link } = await accounts.invite(email, account, role, address);
  const note = `${user.email} is ${user.role} of "${account}". The link sets a password, once, within 15 minutes.`;
  const data = { link, id: user.id, email: user.email, account, role: user.role };
  await showSecret(context.output, link, { data }, note);
}
