import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen webhooks list`. */
export function addWebhooksList(parent: Command, register: Register): void {
  const command = parent.command('list').description('List webhooks, without their secrets.');
  addHelpNotes(command, {
    examples: ['platen webhooks list'],
    output: 'a table at a terminal; in a pipe or with --json {"data": [webhook, …]}',
  });
  command.action(register(runWebhooksList));
}

async function runWebhooksList(context: Context): Promise<undefined> {
  await requireService(context, 'a list of webhooks');
  const webhooks = await (await context.client()).listWebhooks({ signal: context.signal });
  await showList(context.output, webhooks, {
    heading: ['id', 'address', 'events', 'state', 'created'],
    row: ({ id, address, events, enabled, created_at }) => [
      id,
      address,
      events.join(', '),
      enabled ? 'enabled' : 'gone (410)',
      created_at,
    ],
    none: 'There are no webhooks. Make one: platen webhooks create https://shop.example.com/hooks/platen',
  });
}
