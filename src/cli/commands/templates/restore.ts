import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { revisionOutput, showRevision } from '../../templates/show-revision.ts';
import { nameOf, namesRevision, readTemplateArgument, templateArgument } from '../../templates/template-argument.ts';
import { addMessageFlag, type MessageFlag, readMessageFlag } from '../../templates/template-flags.ts';

interface RestoreOptions extends MessageFlag {
  ifMatch?: string;
}

/** Declares `platen templates restore`. */
export function addTemplatesRestore(parent: Command, register: Register): void {
  const command = parent
    .command('restore')
    .description('Restore a revision of a stored template, as a new revision.')
    .argument('<id>', templateArgument);
  addMessageFlag(command).option('--if-match <etag>', 'fail if the ETag of the template differs');
  addHelpNotes(command, {
    examples: ['platen templates restore invoice@7', "platen templates restore invoice@live -m 'Drop the draft'"],
    output: revisionOutput,
    exitCodes: {
      2: 'no revision is given',
      5: 'the template, revision or label does not exist',
      6: 'the template has changed (--if-match)',
    },
  });
  command.action(register<RestoreOptions>(runTemplatesRestore));
}

/** Restores one revision and shows the new one. */
async function runTemplatesRestore(
  context: Context,
  options: RestoreOptions,
  [text = '']: string[],
): Promise<undefined> {
  const chosen = readTemplateArgument(text);
  const message = readMessageFlag(options);
  if (!namesRevision(chosen)) {
    throw new CommandError('usage', 'no revision is given', {
      fix: `name one, such as ${nameOf(chosen)}@7; see them: platen templates log ${nameOf(chosen)}`,
    });
  }
  const { signal } = context;
  const { ifMatch } = options;
  const client = await context.client();
  const { findRevision } = await import('../../service/read-revision.ts');
  const found = await resolveTemplate(client, chosen, signal);
  const restored = await client.restoreRevision(found.id, await findRevision(client, found, signal), {
    signal,
    ...message,
    ...(ifMatch !== undefined && { ifMatch }),
  });
  await showRevision(context, restored);
  context.output.done(`Restored ${text} as revision ${restored.revision}`);
}
