import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { callForWebhook } from '../../service/explain-missing.ts';
import { requireService } from '../../service/require-service.ts';
import { showDelivery } from '../../service/show-delivery.ts';

/** Declares `platen webhooks test`. */
export function addWebhooksTest(parent: Command, register: Register): void {
  const command = parent
    .command('test')
    .description('Send a webhook.test event to a webhook.')
    .argument('<id>', 'the id of the webhook');
  addHelpNotes(command, {
    examples: ['platen webhooks test $ID'],
    output: 'nothing; with --json {"data": delivery}',
    exitCodes: { 5: 'the webhook does not exist', 11: 'delivery failed; the service retries once' },
  });
  command.action(register(runWebhooksTest));
}

async function runWebhooksTest(context: Context, _options: object, [id = '']: string[]): Promise<undefined> {
  await requireService(context, 'a webhook');
  const client = await context.client();
  return showDelivery(context, await callForWebhook(id, () => client.testWebhook(id, { signal: context.signal })));
}
