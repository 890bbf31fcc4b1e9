import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { readWholeTemplate, wholeTemplateArgument } from '../../templates/template-argument.ts';
import { templateOutput } from '../../templates/template-flags.ts';

/** Declares `platen templates get`. */
export function addTemplatesGet(parent: Command, register: Register): void {
  const command = parent.command('get').description('Show a stored template.').argument('<id>', wholeTemplateArgument);
  addHelpNotes(command, {
    examples: ['platen templates get invoice', 'platen templates get invoice --json | jq -r .data.content'],
    output: templateOutput,
    exitCodes: { 5: 'the template does not exist' },
  });
  command.action(register(runTemplatesGet));
}

/** Reads and shows one template. */
async function runTemplatesGet(context: Context, _options: object, [text = '']: string[]): Promise<undefined> {
  const named = readWholeTemplate(text);
  const client = await context.client();
  const { id } = await resolveTemplate(client, named, context.signal);
  const answer = await client.getTemplate(id, { signal: context.signal });
  const { showTemplate } = await import('../../templates/show-template.ts');
  await showTemplate(context, answer);
}
