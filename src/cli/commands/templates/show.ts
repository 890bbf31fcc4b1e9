import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { revisionOutput, showRevision } from '../../templates/show-revision.ts';
import { readTemplateArgument, templateArgument } from '../../templates/template-argument.ts';

/** Declares `platen templates show`. */
export function addTemplatesShow(parent: Command, register: Register): void {
  const command = parent
    .command('show')
    .description('Show a revision of a stored template (default: the newest).')
    .argument('<id>', templateArgument);
  addHelpNotes(command, {
    examples: [
      'platen templates show invoice',
      'platen templates show invoice@live',
      'platen templates show invoice@7 --json | jq -r .data.content > invoice.html',
    ],
    output: revisionOutput,
    exitCodes: { 5: 'the template, revision or label does not exist' },
  });
  command.action(register(runTemplatesShow));
}

/** Reads and shows one revision. */
async function runTemplatesShow(context: Context, _options: object, [text = '']: string[]): Promise<undefined> {
  const chosen = readTemplateArgument(text);
  const client = await context.client();
  const { findRevision } = await import('../../service/read-revision.ts');
  const found = await resolveTemplate(client, chosen, context.signal);
  const revision = await findRevision(client, found, context.signal);
  await showRevision(context, await client.getRevision(found.id, revision, { signal: context.signal }));
}
