import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultAccount, isScope, isUuid, type Scope, scopes } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { collectWords } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { showSecret } from '../../output/show-results.ts';
import { readLifetime } from '../../service/key-flags.ts';
import { openLocalKeys } from '../../service/local-keys.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';
import { readFolder } from '../../templates/property-flags.ts';

interface CreateOptions {
  name: string;
  account?: string;
  expires?: string;
  scope?: Scope[];
  template?: string[];
  folder?: string;
}

/** Declares `platen keys create`. */
export function addKeysCreate(group: Command, register: Register): void {
  const create = addStoreFlags(
    group
      .command('create')
      .description('Create an API key. It is shown once.')
      .requiredOption('--name <name>', 'what the key is for, such as ci')
      .option('--account <account>', 'account of the key (default: default)')
      .option('--expires <duration>', 'validity, such as 90d (default: does not expire)')
      .addOption(
        new Option('--scope <scope>', 'what the key can do; comma-separated or repeated (default: the first three)')
          .choices([...scopes, 'seal:<name>'])
          .argParser(collectScopes),
      )
      .option(
        '--template <id>',
        'limit the key to a template; comma-separated or repeated (default: all)',
        collectWords,
      )
      .option('--folder <folder>', 'limit the key to the templates of a folder and below it (default: all)'),
  );
  addHelpNotes(create, {
    examples: [
      'platen keys create --name ci --expires 90d',
      'platen keys create --name invoices --scope render,templates:read --template $ID',
      'platen keys create --name shop --folder invoices',
      'platen keys create --name billing --scope render,seal:invoices',
      'platen keys create --name ci --json | jq -r .data.key',
    ],
    output:
      'only the key; with --json {"data": {"id", "key", "name", "account", "created_at", "expires_at", "scopes", "templates", "folder", …}}',
  });
  create.action(register<CreateOptions>(runKeysCreate, { settings: storeSettings }));
}

/** Throws for a word that is no scope. */
function collectScopes(value: string, earlier: readonly string[] | undefined): string[] {
  const words = collectWords(value, earlier);
  const unknown = words.find((word) => !isScope(word));
  if (unknown === undefined) return words;
  throw new InvalidArgumentError(`"${unknown}" is not one of ${scopes.join(', ')}, seal:<name>.`);
}

async function runKeysCreate(context: Context, options: CreateOptions): Promise<undefined> {
  if (options.name.trim() === '')
    throw new CommandError('usage', '--name is empty', { fix: 'say what the key is for' });
  const lifetime = readLifetime(options);
  const limit = { templates: readTemplates(options.template), folder: readKeyFolder(options.folder) };
  const keys = await openLocalKeys(context);
  const { key, stored } = await keys.create({
    name: options.name,
    account: options.account ?? defaultAccount,
    scopes: options.scope,
    ...limit,
    createdBy: 'the command line',
    ...(lifetime !== undefined && { expiresAt: new Date(Date.now() + lifetime) }),
  });
  const note = `Created the key "${stored.name}" (${stored.id}). It is shown only once; store it safely.`;
  await showSecret(context.output, key, { data: { key, ...stored } }, note);
}

/** The folder of `--folder`, which is not empty: that would be a key for all. Throws `usage`. */
function readKeyFolder(folder: string | undefined): string | undefined {
  if (folder !== '') return folder === undefined ? undefined : readFolder(folder);
  throw new CommandError('usage', '--folder is empty', { fix: 'leave it out for a key that is for all templates' });
}

/** The ids of `--template`. An empty one would otherwise come of a variable that is not set. Throws `usage`. */
function readTemplates(ids: string[] | undefined): string[] | undefined {
  const wrong = ids?.find((id) => !isUuid(id));
  if (wrong === undefined) return ids;
  throw new CommandError('usage', `--template ${JSON.stringify(wrong)} is not the id of a template`, {
    fix: 'see the ids: platen templates list',
  });
}
