import { type Command, Option } from 'commander';
import { type ListedTemplate, listedProperties, templateFields, templateKinds } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { readFolder, readTag } from '../../templates/property-flags.ts';

interface ListOptions {
  name?: string;
  folder?: string;
  tag?: string;
  search?: string;
  kind?: 'template' | 'partial' | 'layout' | 'any';
}

const tableFields = ['name', 'updated_at', ...listedProperties] as const;
const allFields = [...templateFields, ...listedProperties] as const;

/** Declares `platen templates list`. */
export function addTemplatesList(parent: Command, register: Register): void {
  const command = parent
    .command('list')
    .description('List stored templates.')
    .option('--name <name>', 'filter by exact name')
    .option('--folder <folder>', 'filter by folder, those below it included')
    .option('--tag <tag>', 'filter by tag')
    .option('--search <text>', 'filter by a part of the name or slug')
    .addOption(
      new Option('--kind <kind>', 'list partials or layouts (default: template)').choices([...templateKinds, 'any']),
    );
  addHelpNotes(command, {
    examples: [
      'platen templates list',
      'platen templates list --folder invoices --tag eu',
      `platen templates list --json | jq -r '.data[].slug'`,
    ],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [template, …]}, each with "slug", "kind", "folder" and "tags"',
    exitCodes: { 5: 'no template is in the folder or has the tag' },
  });
  command.action(register<ListOptions>(runTemplatesList));
}

/** Reads every page and shows one list. */
async function runTemplatesList(context: Context, options: ListOptions): Promise<undefined> {
  const { folder, tag } = options;
  if (folder !== undefined) readFolder(folder);
  if (tag !== undefined) readTag(tag);
  const client = await context.client();
  const { output } = context;
  const whole = output.json || !output.dataToTerminal;
  // Contents can be megabytes each, and a table shows none.
  const choice = { ...options, fields: whole ? allFields : tableFields };
  const templates: ListedTemplate<(typeof tableFields)[number]>[] = [];
  const { listAllTemplates } = await import('../../../client/index.ts');
  for await (const page of listAllTemplates(client, choice, { signal: context.signal })) templates.push(...page);
  if (templates.length === 0 && (folder ?? tag) !== undefined) {
    const { explainEmptyList } = await import('../../templates/explain-empty-list.ts');
    await explainEmptyList(context, { folder, tag });
  }
  // Other services have ids alone.
  const hasSlugs = templates.some(({ slug }) => slug !== undefined);
  await showList(output, templates, {
    heading: hasSlugs ? ['slug', 'name', 'folder', 'tags', 'updated'] : ['id', 'name', 'updated'],
    row: ({ id, slug, name, folder = '', tags = [], updated_at }) =>
      hasSlugs ? [slug ?? id, name, folder, tags.join(', '), updated_at] : [id, name, updated_at],
    none: 'There are no templates yet. Make one: platen templates create --name Invoice --content invoice.html',
  });
}
