import type { Command } from 'commander';
import { type Label, labelNameSchema } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { isLabel } from '../../documents/template-spec.ts';
import { CommandError } from '../../output/command-error.ts';
import { showList } from '../../output/show-results.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { nameOf, namesRevision, readTemplateArgument, templateArgument } from '../../templates/template-argument.ts';

interface LabelOptions {
  delete?: boolean;
}

/** Declares `platen templates label`. */
export function addTemplatesLabel(parent: Command, register: Register): void {
  const command = parent
    .command('label')
    .description('List the labels of a stored template, set one, or remove one.')
    .argument('<id>', `${templateArgument} (default: the newest)`)
    .argument('[label]', 'the label to set, such as live or draft')
    .option('--delete', 'remove the label');
  addHelpNotes(command, {
    examples: [
      'platen templates label invoice',
      'platen templates label invoice@7 live',
      'platen templates label invoice@draft live',
      'platen templates label invoice draft --delete',
    ],
    output:
      'a table of the labels at a terminal; in a pipe or with --json {"data": [label, …]}, and {"data": label} of a label that was set: {"label", "revision", "updated_at", "updated_by"}',
    exitCodes: { 2: 'the label is not valid', 5: 'the template, revision or label does not exist' },
  });
  command.action(register<LabelOptions>(runTemplatesLabel));
}

async function runTemplatesLabel(
  context: Context,
  options: LabelOptions,
  [text = '', label]: string[],
): Promise<undefined> {
  const chosen = readTemplateArgument(text);
  const { output, signal } = context;
  if (options.delete && (label === undefined || namesRevision(chosen))) {
    throw new CommandError('usage', '--delete takes an id and a label', {
      fix: `platen templates label ${nameOf(chosen)} ${label ?? 'draft'} --delete`,
    });
  }
  if (label === undefined && namesRevision(chosen)) {
    throw new CommandError('usage', 'no label is named', { fix: `platen templates label ${text} live` });
  }
  if (label !== undefined && !isLabel(label)) {
    throw new CommandError('usage', `${JSON.stringify(label)} cannot be a label`, {
      why: `it must be ${labelNameSchema['x-pattern-words']}`,
    });
  }
  const client = await context.client();
  const found = await resolveTemplate(client, chosen, signal);
  const { id } = found;
  if (label === undefined) return showLabels(context, await client.listLabels(id, { signal }));
  if (options.delete) {
    await client.deleteLabel(id, label, { signal });
    if (output.json) await output.jsonDocument({ data: { label, deleted: true } });
    else output.done(`Removed the label ${label}`);
    return;
  }
  const { findRevision } = await import('../../service/read-revision.ts');
  const set = await client.setLabel(id, label, await findRevision(client, found, signal), { signal });
  if (output.json || !output.dataToTerminal) await output.jsonDocument({ data: set });
  output.done(`Revision ${set.revision} is ${set.label}`);
}

async function showLabels({ output }: Context, labels: readonly Label[]): Promise<undefined> {
  await showList(output, labels, {
    heading: ['label', 'revision', 'set', 'by'],
    row: ({ label, revision, updated_at, updated_by }) => [label, String(revision), updated_at, updated_by ?? ''],
    none: 'There are no labels: the newest revision is rendered. Set one: platen templates label <id>@7 live',
  });
}
