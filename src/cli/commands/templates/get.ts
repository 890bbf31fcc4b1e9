import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { templateOutput } from '../../templates/template-flags.ts';

/** Declares `platen templates get`. */
export function addTemplatesGet(parent: Command, register: Register): void {
  const command = parent
    .command('get')
    .description('Show a stored template.')
    .argument('<id>', 'the id of the template, a UUID');
  addHelpNotes(command, {
    examples: ['platen templates get $ID', 'platen templates get $ID --json | jq -r .data.content'],
    output: templateOutput,
    exitCodes: { 5: 'the template does not exist' },
  });
  command.action(register(runTemplatesGet));
}

/** Reads and shows one template. */
async function runTemplatesGet(context: Context, _options: object, [id = '']: string[]): Promise<undefined> {
  checkId(id, 'template');
  const client = await context.client();
  const answer = await client.getTemplate(id, { signal: context.signal });
  const { showTemplate } = await import('../../templates/show-template.ts');
  await showTemplate(context, answer);
}
