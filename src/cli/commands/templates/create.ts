import type { Command } from 'commander';
import type { NewTemplate } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { addPropertyFlags, type PropertyFlags, readPropertyFlags } from '../../templates/property-flags.ts';
import {
  addTemplateFlags,
  nameTemplateFlags,
  readTemplateFlags,
  type TemplateFlags,
  templateOutput,
} from '../../templates/template-flags.ts';

interface CreateOptions extends TemplateFlags, PropertyFlags {
  dryRun?: boolean;
}

/** Declares `platen templates create`. */
export function addTemplatesCreate(parent: Command, register: Register): void {
  const command = parent.command('create').description('Create a stored template.');
  addPropertyFlags(addTemplateFlags(command)).option('--dry-run', 'print the request and send nothing');
  addHelpNotes(command, {
    examples: [
      'platen templates create --name Invoice --content invoice.html --preview-context sample.json',
      'platen templates create --name Rechnung --slug rechnung --folder invoices/de --tag eu --content rechnung.html',
      'platen templates create --input template.json --json | jq -r .data.id',
    ],
    output: templateOutput,
    exitCodes: { 6: 'another template has the slug' },
  });
  command.action(register<CreateOptions>(runTemplatesCreate));
}

/** Sends the new template and shows it as it was stored. */
async function runTemplatesCreate(context: Context, options: CreateOptions): Promise<undefined> {
  const properties = readPropertyFlags(options);
  const template: Record<string, unknown> = { ...(await readTemplateFlags(options, context)), ...properties };
  if (template.name === undefined)
    throw new CommandError('usage', 'a template needs a name', { fix: 'give --name or --input' });
  if (options.dryRun) {
    const { describeRequest } = await import('../../service/describe-request.ts');
    await context.output.jsonDocument(await describeRequest(context, 'createTemplate', { body: { template } }));
    return;
  }
  const client = await context.client();
  const answer = await client
    .createTemplate(template as NewTemplate, { signal: context.signal })
    .catch((cause: unknown) => nameTemplateFlags(options, cause));
  const { showTemplate } = await import('../../templates/show-template.ts');
  await showTemplate(context, answer, 'Created');
}
