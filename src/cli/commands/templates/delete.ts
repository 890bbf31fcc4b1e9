import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { safeText } from '../../output/safe-text.ts';
import { nameService } from '../../service/name-service.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { readWholeTemplate, wholeTemplateArgument } from '../../templates/template-argument.ts';

interface DeleteOptions {
  yes?: boolean;
  ifMatch?: string;
  force?: boolean;
}

/** Declares `platen templates delete`. */
export function addTemplatesDelete(parent: Command, register: Register): void {
  const command = parent
    .command('delete')
    .description('Delete a stored template.')
    .argument('<id>', wholeTemplateArgument)
    .option('-y, --yes', 'skip the confirmation prompt')
    .option('-f, --force', 'delete a partial or layout although templates use it')
    .option('--if-match <etag>', 'fail if the ETag of the template differs');
  addHelpNotes(command, {
    examples: ['platen templates delete invoice --yes'],
    output: 'nothing; with --json {"data": {"id", "deleted": true}}',
    exitCodes: {
      2: 'confirmation is needed (--yes)',
      5: 'the template does not exist',
      6: 'the template has changed (--if-match), or templates use it (--force)',
    },
  });
  command.action(register<DeleteOptions>(runTemplatesDelete));
}

/** Deletes one template. */
async function runTemplatesDelete(context: Context, options: DeleteOptions, [text = '']: string[]): Promise<undefined> {
  const named = readWholeTemplate(text);
  const what = `the template ${text} at ${nameService(await context.settings())}`;
  if (options.yes) context.output.done(`Deleting ${what}`);
  else {
    const { confirm, requireAnswerer } = await import('../../command/confirm.ts');
    requireAnswerer(context, `Delete ${what}?`);
    // No question about a missing template; and the question shows the name, which says more than the id.
    const client = await context.client();
    const { id } = await resolveTemplate(client, named, context.signal);
    const { template } = await client.getTemplate(id, { signal: context.signal });
    if (!(await confirm(context, safeText(`Delete ${what}, "${template.name}"?`)))) {
      context.output.note('Nothing was deleted.');
      return;
    }
  }
  const client = await context.client();
  const { id } = await resolveTemplate(client, named, context.signal);
  const { ifMatch, force } = options;
  await client.deleteTemplate(id, { signal: context.signal, force, ...(ifMatch !== undefined && { ifMatch }) });
  if (context.output.json) await context.output.jsonDocument({ data: { id, deleted: true } });
  else context.output.done(`Deleted ${text}`);
}
