import type { Command } from 'commander';
import { addHelpNotes } from '../help.ts';
import type { Register } from '../program.ts';
import type { DiffOptions } from '../template-files/diff-templates.ts';
import { itemsShape } from '../template-files/item.ts';
import { defaultFolder } from '../template-files/select.ts';

const load = () => import('../template-files/diff-templates.ts');

/** Declares `platen templates diff`. */
export function addTemplatesDiff(parent: Command, register: Register): void {
  const command = parent
    .command('diff')
    .description('Show what push would change on the service.')
    .argument('[what...]', 'names, slugs, ids or paths of template folders; all where none is named')
    .option('--dir <folder>', `the folder that they lie in (default: ${defaultFolder})`)
    .option('--exit-code', 'end with 20 where there are differences');
  addHelpNotes(command, {
    examples: ['platen templates diff', 'platen templates diff invoice', 'platen templates diff --exit-code --quiet'],
    output: `a unified diff from the service to the folders, a conflict included; with --json\n${itemsShape}`,
    exitCodes: {
      2: 'a file is not valid',
      5: 'an id is not known to the service',
      20: 'there are differences (--exit-code)',
    },
  });
  command.action(register<DiffOptions>(async (...given) => (await load()).diffTemplates(...given)));
}
