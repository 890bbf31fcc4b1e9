import { type Command, Option } from 'commander';
import { limits, type Render, type RenderStatus, renderStatuses } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readWhole } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { requireService } from '../../service/require-service.ts';

interface ListOptions {
  status?: RenderStatus;
  limit?: string;
}

/** Declares `platen renders list`. */
export function addRendersList(parent: Command, register: Register): void {
  const command = parent
    .command('list')
    .description('List background renders, newest first.')
    .addOption(new Option('--status <status>', 'filter by status').choices(renderStatuses))
    .option('--limit <n>', 'maximum number (default: all)');
  addHelpNotes(command, {
    examples: ['platen renders list --status failed', `platen renders list --json | jq -r '.data[].id'`],
    output: 'a table at a terminal; in a pipe or with --json {"data": [render, …]}',
  });
  command.action(register<ListOptions>(runRendersList));
}

/** Reads as many pages as are wanted and shows one list. */
async function runRendersList(context: Context, options: ListOptions): Promise<undefined> {
  const limit = readWhole('--limit', options.limit, 1) ?? Number.POSITIVE_INFINITY;
  await requireService(context, 'a list of renders');
  await showList(context.output, await readPages(context, options.status, limit), {
    heading: ['id', 'kind', 'status', 'source', 'pages', 'submitted', 'kept until'],
    row: (render) => [
      render.id,
      // An older service makes PDFs alone.
      render.kind ?? 'pdf',
      render.error === null ? render.status : `${render.status} (${render.error.code})`,
      render.source,
      String(render.pages ?? ''),
      render.created_at,
      render.expires_at ?? '',
    ],
    none: 'There are no renders. Submit one: platen render pdf invoice.html --async',
  });
}

async function readPages(context: Context, status: RenderStatus | undefined, limit: number): Promise<Render[]> {
  const client = await context.client();
  const renders: Render[] = [];
  for (let after: string | null | undefined; after !== null && renders.length < limit; ) {
    const query = {
      limit: Math.min(limits.listPage, limit - renders.length),
      ...(status !== undefined && { status }),
      ...(after !== undefined && { after }),
    };
    const { data, page } = await client.listRenders(query, { signal: context.signal });
    renders.push(...data);
    // A page that leads back to itself would never end.
    after = data.length === 0 || page.next === after ? null : page.next;
  }
  return renders;
}
