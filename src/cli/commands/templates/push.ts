import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import { defaultFolder } from '../../templates/sync/select-folders.ts';
import { itemsShape, type SyncOptions } from '../../templates/sync/sync-item.ts';
import { addMessageFlag, type MessageFlag } from '../../templates/template-flags.ts';

const load = () => import('../../templates/sync/push-templates.ts');

/** Declares `platen templates push`. */
export function addTemplatesPush(parent: Command, register: Register): void {
  const command = parent
    .command('push')
    .description('Upload changed template folders to the service, merged with changes there.')
    .argument('[what...]', 'names, slugs, ids or paths of template folders, or the folder of all (default: all)')
    .option('--dir <folder>', `the folder that they are in (default: ${defaultFolder})`)
    .option('-y, --yes', 'skip the confirmation prompt')
    .option('-f, --force', 'overwrite changes on the service')
    .option('--prune', 'delete templates on the service whose folder is gone')
    .option('--dry-run', 'show the changes without making them');
  addMessageFlag(command);
  addHelpNotes(command, {
    examples: [
      'platen templates push',
      'platen templates push invoice report --yes',
      'platen templates push --dry-run --json',
    ],
    output: `a table of what differs, before anything is sent; with --json ${itemsShape}`,
    exitCodes: {
      0: 'pushed, or nothing to push',
      2: 'a file is invalid, or confirmation is needed (--yes)',
      5: 'an id does not exist on the service',
      6: 'a conflict: the same lines have changed on the service (--force)',
      21: 'only some templates were pushed',
    },
  });
  command.action(register<SyncOptions & MessageFlag>(async (...given) => (await load()).pushTemplates(...given)));
}
