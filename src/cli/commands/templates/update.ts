import type { Command } from 'commander';
import type { TemplateChanges } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { requireFreeSlug, resolveTemplate } from '../../service/resolve-template.ts';
import { addPropertyFlags, type PropertyFlags, readPropertyFlags } from '../../templates/property-flags.ts';
import { readWholeTemplate, wholeTemplateArgument } from '../../templates/template-argument.ts';
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

interface UpdateOptions extends TemplateFlags, PropertyFlags, MessageFlag {
  ifMatch?: string;
  dryRun?: boolean;
}

/** Declares `platen templates update`. */
export function addTemplatesUpdate(parent: Command, register: Register): void {
  const command = parent
    .command('update')
    .description('Update a stored template. Fields you leave out stay unchanged.')
    .argument('<id>', wholeTemplateArgument);
  addMessageFlag(addPropertyFlags(addTemplateFlags(command)))
    .option('--if-match <etag>', 'fail if the ETag of the template differs')
    .option('--dry-run', 'print the request and send nothing');
  addHelpNotes(command, {
    examples: [
      'platen templates update invoice --content invoice.html',
      'platen templates update invoice --folder invoices/de --tag eu,vat',
      "platen templates update invoice --preview-context sample.json -m 'VAT of 2027'",
      `echo '{"template": {"name": "Invoice"}}' | platen templates update invoice --input - --json`,
    ],
    output: `${templateOutput}; if only slug, folder or tags change, {"data": {"id", "name", "slug", "kind", "folder", "tags", …}}`,
    exitCodes: {
      2: 'nothing to change, or an input is invalid',
      5: 'the template does not exist',
      6: 'the template has changed (--if-match), or another one has the slug',
    },
  });
  command.action(register<UpdateOptions>(runTemplatesUpdate));
}

/** Sends the change and shows the template as it is now. */
async function runTemplatesUpdate(context: Context, options: UpdateOptions, [text = '']: string[]): Promise<undefined> {
  const named = readWholeTemplate(text);
  const message = readMessageFlag(options);
  const properties = readPropertyFlags(options);
  const template = await readTemplateFlags(options, context);
  const changes = { fields: Object.keys(template).length > 0, properties: Object.keys(properties).length > 0 };
  if (!changes.fields && !changes.properties) {
    throw new CommandError('usage', 'there is nothing to change', {
      fix: 'give --name, --content, --preview-context, --input, --slug, --folder or --tag',
    });
  }
  const { ifMatch } = options;
  if (!changes.fields && (ifMatch ?? options.message) !== undefined) {
    throw new CommandError(
      'usage',
      `${ifMatch === undefined ? '--message' : '--if-match'} is for a change of the template`,
      {
        why: 'slug, folder and tags are no part of a revision',
      },
    );
  }
  const { signal } = context;
  const { id } =
    named.id === undefined ? await resolveTemplate(await context.client(), named, signal) : { id: named.id };
  if (options.dryRun) {
    const { describeRequest } = await import('../../service/describe-request.ts');
    const requests = await Promise.all([
      ...(changes.fields
        ? [describeRequest(context, 'updateTemplate', { id, body: { template }, ifMatch, ...message })]
        : []),
      ...(changes.properties
        ? [describeRequest(context, 'updateTemplateProperties', { id, body: { properties } })]
        : []),
    ]);
    await context.output.jsonDocument(requests.length === 1 ? requests[0] : requests);
    return;
  }
  const client = await context.client();
  // Two requests, because the interface keeps slug, folder and tags apart: a slug that is taken must not stop the second one alone.
  if (changes.fields && properties.slug !== undefined) await requireFreeSlug(client, properties.slug, id, signal);
  const answer = changes.fields
    ? await client
        .updateTemplate(id, template as TemplateChanges, {
          signal,
          ...message,
          ...(ifMatch !== undefined && { ifMatch }),
        })
        .catch((cause: unknown) => nameTemplateFlags(options, cause))
    : undefined;
  const filed = changes.properties
    ? await client.updateTemplateProperties(id, properties, { signal }).catch((cause: unknown) => {
        if (answer) context.output.note('The template is updated; its slug, folder and tags are not.');
        throw cause;
      })
    : undefined;
  if (answer === undefined && filed !== undefined) {
    const { showProperties } = await import('../../templates/show-properties.ts');
    await showProperties(context, filed);
    context.output.done(`Updated ${filed.name}`);
  }
  if (answer === undefined) return;
  const { showTemplate } = await import('../../templates/show-template.ts');
  await showTemplate(context, answer, 'Updated');
}
