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
    .description('Send what has changed in template folders to the service.')
    .argument('[what...]', 'names, slugs, ids or paths of template folders, or the folder of all (default: all)')
    .option('--dir <folder>', `the folder that they are in (default: ${defaultFolder})`)
    .option('-y, --yes', 'ask no question')
    .option('-f, --force', 'overwrite what has changed on the service')
    .option('--prune', 'delete from the service what was here and has no folder any more')
    .option('--dry-run', 'show what would be done, and change nothing');
  addMessageFlag(command);
  addHelpNotes(command, {
    examples: [
      'platen templates push',
      'platen templates push invoice report --yes',
      'platen templates push --dry-run --json',
    ],
    output: `a table of what differs, before anything is sent; with --json ${itemsShape}`,
    exitCodes: {
      0: 'the service has what the folders have, or nothing was to be done',
      2: 'a file is not valid, or consent is needed (--yes)',
      5: 'an id is not known to the service',
      6: 'a conflict: the service has something that was never seen here (--force)',
      21: 'some templates were pushed, some were not',
    },
  });
  command.action(register<SyncOptions & MessageFlag>(async (...given) => (await load()).pushTemplates(...given)));
}
