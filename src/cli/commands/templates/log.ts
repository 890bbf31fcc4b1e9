import type { Command } from 'commander';
import { type ListedRevision, limits } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId, readWhole } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';

interface LogOptions {
  limit?: string;
}

/** Declares `platen templates log`. */
export function addTemplatesLog(parent: Command, register: Register): void {
  const command = parent
    .command('log')
    .description('List the revisions of a stored template, newest first.')
    .argument('<id>', 'the id of the template, a UUID')
    .option('--limit <n>', 'maximum number (default: all)');
  addHelpNotes(command, {
    examples: ['platen templates log $ID', `platen templates log $ID --json | jq '.data[0].revision'`],
    output:
      'a table at a terminal; in a pipe or with --json {"data": [{"revision", "name", "created_at", "created_by", "message", "labels"}, …]}',
    exitCodes: { 5: 'the template does not exist' },
  });
  command.action(register<LogOptions>(runTemplatesLog));
}

/** Reads as many pages as are wanted and shows one list. */
async function runTemplatesLog(context: Context, options: LogOptions, [id = '']: string[]): Promise<undefined> {
  checkId(id, 'template');
  const limit = readWhole('--limit', options.limit, 1) ?? Number.POSITIVE_INFINITY;
  await showList(context.output, await readPages(context, id, limit), {
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

async function readPages(context: Context, id: string, limit: number): Promise<ListedRevision[]> {
  const client = await context.client();
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
