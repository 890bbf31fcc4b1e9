import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import type { DiffOptions } from '../../templates/sync/diff-templates.ts';
import { defaultFolder } from '../../templates/sync/select-folders.ts';
import { itemsShape } from '../../templates/sync/sync-item.ts';

const load = () => import('../../templates/sync/diff-templates.ts');

/** Declares `platen templates diff`. */
export function addTemplatesDiff(parent: Command, register: Register): void {
  const command = parent
    .command('diff')
    .description('Show what push would change on the service.')
    .argument('[what...]', 'names, slugs, ids or paths of template folders, or the folder of all (default: all)')
    .option('--dir <folder>', `the folder that they are in (default: ${defaultFolder})`)
    .option('--exit-code', 'exit with 20 if there are differences');
  addHelpNotes(command, {
    examples: ['platen templates diff', 'platen templates diff invoice', 'platen templates diff --exit-code --quiet'],
    output: `a unified diff from the service to the folders, a conflict included; with --json ${itemsShape}`,
    exitCodes: {
      2: 'a file is not valid',
      5: 'an id is not known to the service',
      20: 'there are differences (--exit-code)',
    },
  });
  command.action(register<DiffOptions>(async (...given) => (await load()).diffTemplates(...given)));
}
