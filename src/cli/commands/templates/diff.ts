import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import type { DiffOptions } from '../../templates/sync/diff-templates.ts';
import { defaultFolder } from '../../templates/sync/select-folders.ts';
import { itemsShape } from '../../templates/sync/sync-item.ts';

const load = () => import('../../templates/sync/diff-templates.ts');
const loadRevisions = () => import('../../templates/diff-revisions.ts');

/** Declares `platen templates diff`. */
export function addTemplatesDiff(parent: Command, register: Register): void {
  const command = parent
    .command('diff')
    .description('Show what push would change on the service, or how two revisions differ.')
    .argument(
      '[what...]',
      'names, slugs, ids or paths of template folders, or the folder of all (default: all); or one or two revisions such as <id>@7 <id>@live (default of the second: the newest)',
    )
    .option('--dir <folder>', `the folder that they are in (default: ${defaultFolder})`)
    .option('--exit-code', 'exit with 20 if there are differences');
  addHelpNotes(command, {
    examples: [
      'platen templates diff',
      'platen templates diff invoice --exit-code --quiet',
      'platen templates diff $ID@live',
      'platen templates diff $ID@6 $ID@7',
    ],
    output: `a unified diff from the service to the folders, a conflict included; with --json ${itemsShape}; of revisions {"data": {"from": {"id", "revision"}, "to", "fields", "diff"}}`,
    exitCodes: {
      2: 'a file is not valid',
      5: 'an id, a revision or a label does not exist on the service',
      20: 'there are differences (--exit-code)',
    },
  });
  command.action(
    register<DiffOptions>(async (context, options, words) => {
      // Only revisions have an @ in their names, so that the usual case loads nothing more.
      const revisions = words.some((word) => word.includes('@'))
        ? (await loadRevisions()).readRevisions(words)
        : undefined;
      if (revisions) return (await loadRevisions()).diffRevisions(context, options, revisions);
      return (await load()).diffTemplates(context, options, words);
    }),
  );
}
