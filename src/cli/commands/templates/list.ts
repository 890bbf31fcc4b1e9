import type { Command } from 'commander';
import type { ListedTemplate } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';

interface ListOptions {
  name?: string;
}

const tableFields = ['id', 'name', 'updated_at'] as const;

/** Declares `platen templates list`. */
export function addTemplatesList(parent: Command, register: Register): void {
  const command = parent
    .command('list')
    .description('List stored templates.')
    .option('--name <name>', 'filter by exact name');
  addHelpNotes(command, {
    examples: ['platen templates list', `platen templates list --json | jq -r '.data[].id'`],
    output: 'a table at a terminal; in a pipe or with --json {"data": [template, …]}',
  });
  command.action(register<ListOptions>(runTemplatesList));
}

/** Reads every page and shows one list. */
async function runTemplatesList(context: Context, options: ListOptions): Promise<undefined> {
  const client = await context.client();
  const { output } = context;
  const whole = output.json || !output.dataToTerminal;
  // Contents can be megabytes each, and a table shows none.
  const choice = { ...options, fields: whole ? undefined : tableFields };
  const templates: ListedTemplate<(typeof tableFields)[number]>[] = [];
  const { listAllTemplates } = await import('../../../client/index.ts');
  for await (const page of listAllTemplates(client, choice, { signal: context.signal })) templates.push(...page);
  await showList(output, templates, {
    heading: ['id', 'name', 'updated'],
    row: ({ id, name, updated_at }) => [id, name, updated_at],
    none: 'There are no templates yet. Make one: platen templates create --name Invoice --content invoice.html',
  });
}
