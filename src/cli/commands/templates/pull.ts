import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import { defaultFolder } from '../../templates/sync/select-folders.ts';
import { itemsShape, type SyncOptions } from '../../templates/sync/sync-item.ts';

const load = () => import('../../templates/sync/pull-templates.ts');

/** Declares `platen templates pull`. */
export function addTemplatesPull(parent: Command, register: Register): void {
  const command = parent
    .command('pull')
    .description('Write the templates of the service into folders.')
    .argument('[what...]', 'names, slugs, ids or paths of template folders (default: all)')
    .option('--dir <folder>', `the folder that they are in (default: ${defaultFolder})`)
    .option('-y, --yes', 'ask no question')
    .option('-f, --force', 'overwrite what has changed here')
    .option('--prune', 'remove folders whose template is gone from the service')
    .option('--dry-run', 'show what would be done, and change nothing');
  addHelpNotes(command, {
    examples: ['platen templates pull', 'platen templates pull invoice', 'platen templates pull --prune --yes'],
    output: `the folders that were written, on stderr; with --json ${itemsShape}`,
    exitCodes: {
      2: 'a file is not valid, or consent is needed (--yes)',
      5: 'the service has no such template',
      6: 'a conflict: a change made here would be lost (--force)',
      15: 'a file could not be written',
      21: 'some templates were written, some were not',
    },
  });
  command.action(register<SyncOptions>(async (...given) => (await load()).pullTemplates(...given)));
}
