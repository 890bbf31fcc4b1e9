import { type Command, Option } from 'commander';
import type { Delivery } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readWhole } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showList } from '../../output/show-results.ts';
import { callForWebhook } from '../../service/explain-missing.ts';
import { requireService } from '../../service/require-service.ts';
import { describeAttempt } from '../../service/show-delivery.ts';

interface DeliveryOptions {
  state?: Delivery['state'];
  limit?: string;
}

/** Declares `platen webhooks deliveries`. */
export function addWebhooksDeliveries(parent: Command, register: Register): void {
  const command = parent
    .command('deliveries')
    .description('List the deliveries of a webhook in the last week, newest first.')
    .argument('<id>', 'the id of the webhook')
    .addOption(new Option('--state <state>', 'filter by state').choices(['waiting', 'delivered', 'failed']))
    .option('--limit <n>', 'maximum number, 1 to 100 (default: 50)');
  addHelpNotes(command, {
    examples: ['platen webhooks deliveries $ID', 'platen webhooks deliveries $ID --state failed --json'],
    output: 'a table at a terminal; in a pipe or with --json {"data": [delivery, …]}',
    exitCodes: { 5: 'the webhook does not exist' },
  });
  command.action(register<DeliveryOptions>(runWebhooksDeliveries));
}

async function runWebhooksDeliveries(
  context: Context,
  { state, limit }: DeliveryOptions,
  [id = '']: string[],
): Promise<undefined> {
  const count = readWhole('--limit', limit, 1, 100) ?? 50;
  await requireService(context, 'a list of deliveries');
  const client = await context.client();
  const query = { limit: count, ...(state && { state }) };
  const { data } = await callForWebhook(id, () => client.listDeliveries(id, query, { signal: context.signal }));
  await showList(context.output, data, {
    heading: ['id', 'event', 'render', 'state', 'attempts', 'last attempt', 'next attempt'],
    row: (delivery) => [
      delivery.id,
      delivery.event,
      delivery.render ?? '',
      delivery.state,
      String(delivery.attempts),
      describeAttempt(delivery),
      delivery.next_attempt_at ?? '',
    ],
    none: `Nothing was sent. Try it: platen webhooks test ${id}`,
  });
}
