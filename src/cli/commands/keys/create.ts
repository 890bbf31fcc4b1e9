import type { Command } from 'commander';
import { defaultAccount } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { addStoreFlags, openStoreKeys, readStoreSettings, type StoreOptions } from '../../service/store-flags.ts';
import { parseDuration } from '../../settings/duration.ts';

interface CreateOptions extends StoreOptions {
  name: string;
  account?: string;
  expires?: string;
}

/** Declares `platen keys create`. */
export function addKeysCreate(group: Command, register: Register): void {
  const create = addStoreFlags(
    group
      .command('create')
      .description('Make an API key; it is shown once.')
      .requiredOption('--name <name>', 'what the key is for, such as ci')
      .option('--account <account>', 'the account it belongs to (default: default)')
      .option('--expires <duration>', 'how long it is valid, such as 90d (default: for ever)'),
  );
  addHelpNotes(create, {
    examples: ['platen keys create --name ci --expires 90d', 'platen keys create --name ci --json | jq -r .data.key'],
    output:
      'the key and nothing else; with --json {"data": {"id", "key", "name", "account", "created_at", "expires_at"}}',
  });
  create.action(register<CreateOptions>(runKeysCreate, { settings: readStoreSettings }));
}

async function runKeysCreate(context: Context, options: CreateOptions): Promise<undefined> {
  if (options.name.trim() === '')
    throw new CommandError('usage', '--name is empty', { fix: 'say what the key is for' });
  const lifetime = options.expires === undefined ? undefined : readLifetime(options.expires);
  const keys = await openStoreKeys(context);
  const { key, stored } = await keys.create({
    name: options.name,
    account: options.account ?? defaultAccount,
    ...(lifetime !== undefined && { expiresAt: new Date(Date.now() + lifetime) }),
  });
  if (context.output.json) {
    await context.output.jsonDocument({ data: { key, ...stored } });
    return;
  }
  await context.output.data(`${key}\n`);
  context.output.note(`Made the key "${stored.name}" (${stored.id}). It is shown this once; keep it somewhere safe.`);
}

function readLifetime(text: string): number {
  const lifetime = parseDuration(text);
  if (lifetime === undefined || lifetime <= 0) {
    throw new CommandError('usage', `--expires ${JSON.stringify(text)} is not a duration`, { fix: 'write 90d or 12h' });
  }
  return lifetime;
}
