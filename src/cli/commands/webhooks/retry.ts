import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { callForWebhook } from '../../service/explain-missing.ts';
import { requireService } from '../../service/require-service.ts';
import { showDelivery } from '../../service/show-delivery.ts';

/** Declares `platen webhooks retry`. */
export function addWebhooksRetry(parent: Command, register: Register): void {
  const command = parent
    .command('retry')
    .description('Resend an event, whatever the state of its delivery.')
    .argument('<delivery>', 'the id of the delivery');
  addHelpNotes(command, {
    examples: ['platen webhooks retry $DELIVERY'],
    output: 'nothing; with --json {"data": delivery}',
    exitCodes: { 5: 'the delivery does not exist', 11: 'delivery failed' },
  });
  command.action(register(runWebhooksRetry));
}

async function runWebhooksRetry(context: Context, _options: object, [id = '']: string[]): Promise<undefined> {
  await requireService(context, 'a webhook');
  const client = await context.client();
  return showDelivery(context, await callForWebhook(id, () => client.retryDelivery(id, { signal: context.signal })));
}
