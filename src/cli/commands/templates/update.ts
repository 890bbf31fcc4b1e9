import type { Command } from 'commander';
import type { TemplateChanges } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import {
  addMessageFlag,
  addTemplateFlags,
  type MessageFlag,
  nameTemplateFlags,
  readMessageFlag,
  readTemplateFlags,
  type TemplateFlags,
  templateOutput,
} from '../../templates/template-flags.ts';

interface UpdateOptions extends TemplateFlags, MessageFlag {
  ifMatch?: string;
  dryRun?: boolean;
}

/** Declares `platen templates update`. */
export function addTemplatesUpdate(parent: Command, register: Register): void {
  const command = parent
    .command('update')
    .description('Update a stored template. Fields you leave out stay unchanged.')
    .argument('<id>', 'the id of the template, a UUID');
  addMessageFlag(addTemplateFlags(command))
    .option('--if-match <etag>', 'fail if the ETag of the template differs')
    .option('--dry-run', 'print the request and send nothing');
  addHelpNotes(command, {
    examples: [
      'platen templates update 0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f --content invoice.html',
      "platen templates update $ID --preview-context sample.json -m 'VAT of 2027'",
      `echo '{"template": {"name": "Invoice"}}' | platen templates update $ID --input - --json`,
    ],
    output: templateOutput,
    exitCodes: {
      2: 'nothing to change, or an input is invalid',
      5: 'the template does not exist',
      6: 'the template has changed (--if-match)',
    },
  });
  command.action(register<UpdateOptions>(runTemplatesUpdate));
}

/** Sends the change and shows the template as it is now. */
async function runTemplatesUpdate(context: Context, options: UpdateOptions, [id = '']: string[]): Promise<undefined> {
  checkId(id, 'template');
  const message = readMessageFlag(options);
  const template = await readTemplateFlags(options, context);
  if (Object.keys(template).length === 0) {
    throw new CommandError('usage', 'there is nothing to change', {
      fix: 'give --name, --content, --preview-context or --input',
    });
  }
  const { ifMatch } = options;
  if (options.dryRun) {
    const { describeRequest } = await import('../../service/describe-request.ts');
    await context.output.jsonDocument(
      await describeRequest(context, 'updateTemplate', { id, body: { template }, ifMatch, ...message }),
    );
    return;
  }
  const client = await context.client();
  const answer = await client
    .updateTemplate(id, template as TemplateChanges, {
      signal: context.signal,
      ...message,
      ...(ifMatch !== undefined && { ifMatch }),
    })
    .catch((cause: unknown) => nameTemplateFlags(options, cause));
  const { showTemplate } = await import('../../templates/show-template.ts');
  await showTemplate(context, answer, 'Updated');
}
