import type { Command } from 'commander';
import { type ChosenTemplate, type ListedRevision, limits } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readWhole } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { readWholeTemplate, wholeTemplateArgument } from '../../templates/template-argument.ts';

interface LogOptions {
  limit?: string;
}

/** Declares `platen templates log`. */
export function addTemplatesLog(parent: Command, register: Register): void {
  const command = parent
    .command('log')
    .description('List the revisions of a stored template, newest first.')
    .argument('<id>', wholeTemplateArgument)
    .option('--limit <n>', 'maximum number (default: all)');
  addHelpNotes(command, {
    examples: ['platen templates log invoice', `platen templates log invoice --json | jq '.data[0].revision'`],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [{"revision", "name", "created_at", "created_by", "message", "labels", "value_sets", "values_schema"}, …]}',
    exitCodes: { 5: 'the template does not exist' },
  });
  command.action(register<LogOptions>(runTemplatesLog));
}

/** Reads as many pages as are wanted and shows one list. */
async function runTemplatesLog(context: Context, options: LogOptions, [text = '']: string[]): Promise<undefined> {
  const named = readWholeTemplate(text);
  const limit = readWhole('--limit', options.limit, 1) ?? Number.POSITIVE_INFINITY;
  await showList(context.output, await readPages(context, named, limit), {
    heading: ['revision', 'changed', 'by', 'labels', 'message'],
    row: ({ revision, created_at, created_by, labels, message }) => [
      String(revision),
      created_at,
      created_by ?? '',
      labels.join(', '),
      message ?? '',
    ],
    none: 'There are no revisions.',
  });
}

async function readPages(context: Context, named: ChosenTemplate, limit: number): Promise<ListedRevision[]> {
  const client = await context.client();
  const { id } = await resolveTemplate(client, named, context.signal);
  const revisions: ListedRevision[] = [];
  for (let after: string | null | undefined; after !== null && revisions.length < limit; ) {
    const query = { limit: Math.min(limits.listPage, limit - revisions.length), ...(after !== undefined && { after }) };
    const { data, page } = await client.listRevisions(id, query, { signal: context.signal });
    revisions.push(...data);
    // A page that leads back to itself would never end.
    after = data.length === 0 || page.next === after ? null : page.next;
  }
  return revisions;
}
