import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';
import { backUpLocalStore, resolveBackup } from '../service/local-store.ts';
import { addStoreFlags, storeSettings } from '../service/shared-flags.ts';

/** Declares `platen backup`. */
export function addBackup(command: Command, register: Register): void {
  addStoreFlags(command.argument('<file>', 'the new file to write'));
  addHelpNotes(command, {
    examples: [
      'platen backup templates-and-keys.db',
      'platen backup /backup/$(date +%F).db --data-dir /var/lib/platen',
    ],
    output: 'nothing; with --json {"data": {"file"}}. Running services are not affected.',
    exitCodes: {
      3: 'the store is on Postgres, which has pg_dump',
      6: 'the file exists',
      15: 'there is no store yet, or the file cannot be written',
    },
  });
  command.action(register(runBackup, { settings: storeSettings }));
}

async function runBackup(context: Context, _options: object, [name = '']: string[]): Promise<undefined> {
  const file = resolveBackup(context, name);
  await backUpLocalStore(context, file);
  if (context.output.json) await context.output.jsonDocument({ data: { file } });
  else context.output.done(`Backed up templates and keys to ${file}`);
}
