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
    .description('Download templates from the service into folders, merged with changes there.')
    .argument('[what...]', 'names, slugs, ids or paths of template folders (default: all)')
    .option('--dir <folder>', `the folder that they are in (default: ${defaultFolder})`)
    .option('-y, --yes', 'skip the confirmation prompt')
    .option('-f, --force', 'overwrite local changes')
    .option('--conflict-markers', 'write both sides of conflicting lines into the files, between markers')
    .option('--prune', 'delete folders of templates deleted on the service')
    .option('--dry-run', 'show the changes without making them');
  addHelpNotes(command, {
    examples: ['platen templates pull', 'platen templates pull invoice', 'platen templates pull --prune --yes'],
    output: `the folders that were written, on stderr; with --json ${itemsShape}`,
    exitCodes: {
      2: 'a file is invalid, or confirmation is needed (--yes)',
      5: 'the template does not exist on the service',
      6: 'a conflict: the same lines have changed in the folder (--conflict-markers, --force)',
      15: 'a file could not be written',
      21: 'only some templates were written',
    },
  });
  command.action(register<SyncOptions>(async (...given) => (await load()).pullTemplates(...given)));
}
