import { type Command, Option } from 'commander';

import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { addHelpNotes } from '../help.ts';
import type { KeyRing } from '../local-service.ts';
import type { Register, SettingFlags } from '../program.ts';
import { parseDuration } from '../settings/duration.ts';
import { formatTable } from '../table.ts';

interface StoreOptions {
  dataDir?: string;
  databaseUrl?: string;
}

interface CreateOptions extends StoreOptions {
  name: string;
  account?: string;
  expires?: string;
}

/** Where the store is, as settings. */
function storeSettings({ dataDir, databaseUrl }: StoreOptions): SettingFlags {
  return { data_dir: dataDir, database_url: databaseUrl };
}

/** Declares the flags that say where the store is. */
export function addStoreFlags(command: Command): Command {
  return command
    .addOption(new Option('--data-dir <folder>', 'the folder of templates and keys (also PLATEN_DATA_DIR)'))
    .addOption(new Option('--database-url <address>', 'the Postgres database instead (also PLATEN_DATABASE_URL)'));
}

/** Declares `platen keys create|list|revoke`. */
export function addKeys(group: Command, register: Register): void {
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
  create.action(register<CreateOptions>(runKeysCreate, { settings: storeSettings }));

  const list = addStoreFlags(group.command('list').description('List the API keys, without their text.'));
  addHelpNotes(list, {
    examples: ['platen keys list'],
    output:
      'a table; with --json {"data": [{"id", "name", "account", "first", "last", "created_at", "expires_at", "last_used_at", "revoked_at"}]}',
  });
  list.action(register<StoreOptions>(runKeysList, { settings: storeSettings }));

  const revoke = addStoreFlags(
    group.command('revoke').description('Retire an API key at once.').argument('<id>', 'the id of the key'),
  );
  addHelpNotes(revoke, { examples: ['platen keys revoke $ID'], exitCodes: { 5: 'no such key' } });
  revoke.action(register<StoreOptions>(runKeysRevoke, { settings: storeSettings }));
}

async function runKeysCreate(context: Context, options: CreateOptions): Promise<undefined> {
  if (options.name.trim() === '')
    throw new CommandError('usage', '--name is empty', { fix: 'say what the key is for' });
  const lifetime = options.expires === undefined ? undefined : readLifetime(options.expires);
  const keys = await openKeys(context);
  const { defaultAccount } = await import('../local-service.ts');
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

async function runKeysList(context: Context): Promise<undefined> {
  const keys = await openKeys(context);
  const list = await keys.list();
  if (context.output.json || !context.output.dataToTerminal) {
    await context.output.jsonDocument({ data: list });
    return;
  }
  if (list.length === 0) {
    context.output.note('There are no keys yet. Make one: platen keys create --name ci');
    return;
  }
  const rows = list.map((key) => [
    key.id,
    key.name,
    `${key.first}…${key.last}`,
    key.account,
    key.created_at,
    key.last_used_at ?? 'never',
    key.revoked_at ? 'retired' : (key.expires_at ?? 'never expires'),
  ]);
  await context.output.data(formatTable(['id', 'name', 'key', 'account', 'created', 'last used', 'state'], rows));
}

async function runKeysRevoke(context: Context, _options: StoreOptions, [id = '']: string[]): Promise<undefined> {
  const keys = await openKeys(context);
  const revoked = await keys.revoke(id).catch((cause: { code?: unknown }) => {
    if (cause.code !== 'not_found') throw cause;
    throw new CommandError('not_found', `there is no key with this id: ${id}`, {
      fix: 'see the ids: platen keys list',
      cause,
    });
  });
  if (context.output.json) await context.output.jsonDocument({ data: revoked });
  else context.output.done(`Retired the key "${revoked.name}"; it is refused from now on`);
}

async function openKeys(context: Context): Promise<KeyRing> {
  const { openLocalKeys } = await import('../local-service.ts');
  const keys = await openLocalKeys(context);
  context.defer(() => keys.close());
  return keys;
}

function readLifetime(text: string): number {
  const lifetime = parseDuration(text);
  if (lifetime === undefined || lifetime <= 0) {
    throw new CommandError('usage', `--expires ${JSON.stringify(text)} is not a duration`, { fix: 'write 90d or 12h' });
  }
  return lifetime;
}
