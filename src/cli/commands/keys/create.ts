import type { Command } from 'commander';
import { defaultAccount } from '../../../contract/index.ts';
import { collectWords } from '../../command/collect-words.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { readLifetime, readScopes } from '../../service/key-flags.ts';
import { addStoreFlags, openStoreKeys, storeSettings } from '../../service/store-flags.ts';

const scopeHelp = 'what it may do: render, templates:read, templates:write, keys or webhooks';

interface CreateOptions {
  name: string;
  account?: string;
  expires?: string;
  scope?: string[];
  template?: string[];
}

/** Declares `platen keys create`. */
export function addKeysCreate(group: Command, register: Register): void {
  const create = addStoreFlags(
    group
      .command('create')
      .description('Make an API key; it is shown once.')
      .requiredOption('--name <name>', 'what the key is for, such as ci')
      .option('--account <account>', 'the account it belongs to (default: default)')
      .option('--expires <duration>', 'how long it is valid, such as 90d (default: for ever)')
      .option('--scope <scope>', `${scopeHelp}; repeatable (default: the first three)`, collectWords)
      .option('--template <id>', 'a template that it is for, and no other; repeatable (default: all)', collectWords),
  );
  addHelpNotes(create, {
    examples: [
      'platen keys create --name ci --expires 90d',
      'platen keys create --name invoices --scope render --template $ID',
      'platen keys create --name ci --json | jq -r .data.key',
    ],
    output:
      'the key and nothing else; with --json {"data": {"id", "key", "name", "account", "created_at", "expires_at", "scopes", "templates", …}}',
  });
  create.action(register<CreateOptions>(runKeysCreate, { settings: storeSettings }));
}

async function runKeysCreate(context: Context, options: CreateOptions): Promise<undefined> {
  if (options.name.trim() === '')
    throw new CommandError('usage', '--name is empty', { fix: 'say what the key is for' });
  const lifetime = options.expires === undefined ? undefined : readLifetime('--expires', options.expires, 1);
  const keys = await openStoreKeys(context);
  const { key, stored } = await keys.create({
    name: options.name,
    account: options.account ?? defaultAccount,
    scopes: readScopes(options.scope),
    templates: options.template,
    createdBy: 'the command line',
    ...(lifetime !== undefined && { expiresAt: new Date(Date.now() + lifetime) }),
  });
  if (context.output.json) {
    await context.output.jsonDocument({ data: { key, ...stored } });
    return;
  }
  await context.output.data(`${key}\n`);
  context.output.note(`Made the key "${stored.name}" (${stored.id}). It is shown this once; keep it somewhere safe.`);
}
