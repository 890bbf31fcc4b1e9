import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addHelpNotes } from '../help.ts';
import type { Register } from '../program.ts';
import { templateOutput } from '../template-flags.ts';
import { checkId } from './templates-update.ts';

/** Declares `platen templates get`. */
export function addTemplatesGet(parent: Command, register: Register): void {
  const command = parent
    .command('get')
    .description('Show a stored template.')
    .argument('<id>', 'the id of the template, a UUID');
  addHelpNotes(command, {
    examples: ['platen templates get $ID', 'platen templates get $ID --json | jq -r .data.content'],
    output: templateOutput,
    exitCodes: { 5: 'no such template' },
  });
  command.action(register(runTemplatesGet));
}

/** Reads and shows one template. */
export async function runTemplatesGet(context: Context, _options: object, [id = '']: string[]): Promise<undefined> {
  checkId(id);
  const client = await context.client();
  const answer = await client.getTemplate(id, { signal: context.signal });
  const { showTemplate } = await import('../show-template.ts');
  await showTemplate(context, answer);
}
