import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { formatTable } from '../../output/table.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen webhooks list`. */
export function addWebhooksList(parent: Command, register: Register): void {
  const command = parent.command('list').description('List the webhooks, without their secrets.');
  addHelpNotes(command, {
    examples: ['platen webhooks list'],
    output: 'a table at a terminal; in a pipe or with --json {"data": [webhook, …]}',
  });
  command.action(register(runWebhooksList));
}

async function runWebhooksList(context: Context): Promise<undefined> {
  await requireService(context, 'a list of webhooks');
  const { output } = context;
  const webhooks = await (await context.client()).listWebhooks({ signal: context.signal });
  if (output.json || !output.dataToTerminal) {
    await output.jsonDocument({ data: webhooks });
    return;
  }
  if (webhooks.length === 0) {
    output.note('There are no webhooks. Make one: platen webhooks create https://shop.example.com/hooks/platen');
    return;
  }
  const rows = webhooks.map(({ id, address, events, enabled, created_at }) => [
    id,
    address,
    events.join(', '),
    enabled ? 'enabled' : 'the address is gone',
    created_at,
  ]);
  await output.data(formatTable(['id', 'address', 'events', 'state', 'created'], rows, output.dataColumns));
}
