import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import { confirm } from '../command/confirm.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';
import { resolveBackup, restoreLocalStore } from '../service/local-store.ts';
import { addStoreFlags, storeSettings } from '../service/shared-flags.ts';

interface RestoreFlags {
  yes?: boolean;
}

/** Declares `platen restore`. */
export function addRestore(command: Command, register: Register): void {
  addStoreFlags(command.argument('<file>', 'a file that platen backup wrote')).option(
    '-y, --yes',
    'replace the existing store',
  );
  addHelpNotes(command, {
    examples: ['platen restore templates-and-keys.db --data-dir /var/lib/platen'],
    output: 'nothing; with --json {"data": {"kept"}}, the file that the earlier store is kept as, or null',
    exitCodes: {
      2: 'the file does not exist or is not a regular file, or replacing the store needs consent (--yes)',
      3: 'the store is on Postgres, which has pg_restore',
      15: 'the file is not a complete backup, or has triggers or views, or a service uses the store',
    },
  });
  command.action(register<RestoreFlags>(runRestore, { settings: storeSettings }));
}

async function runRestore(context: Context, options: RestoreFlags, [name = '']: string[]): Promise<undefined> {
  const { output } = context;
  const file = resolveBackup(context, name);
  const kept = await restoreLocalStore(context, file, options.yes ?? false).catch(async (error: unknown) => {
    if ((error as { code?: string }).code !== 'output_exists') throw error;
    if (!(await confirm(context, 'Replace the templates and keys that are there?'))) throw error;
    return restoreLocalStore(context, file, true);
  });
  if (output.json) await output.jsonDocument({ data: { kept: kept ?? null } });
  else output.done(`Restored templates and keys from ${file}`);
  if (kept !== undefined) output.note(`The earlier ones are kept in ${kept}`);
}
