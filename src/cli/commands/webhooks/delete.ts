import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { callForWebhook } from '../../service/explain-missing.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen webhooks delete`. */
export function addWebhooksDelete(parent: Command, register: Register): void {
  const command = parent.command('delete').description('Delete a webhook.').argument('<id>', 'the id of the webhook');
  addHelpNotes(command, {
    examples: ['platen webhooks delete $ID'],
    output: 'nothing; with --json {"data": {"id", "deleted": true}}',
    exitCodes: { 5: 'the webhook does not exist' },
  });
  command.action(register(runWebhooksDelete));
}

async function runWebhooksDelete(context: Context, _options: object, [id = '']: string[]): Promise<undefined> {
  await requireService(context, 'a webhook');
  const client = await context.client();
  await callForWebhook(id, () => client.deleteWebhook(id, { signal: context.signal }));
  if (context.output.json) await context.output.jsonDocument({ data: { id, deleted: true } });
  else context.output.done(`Deleted the webhook ${id}`);
}
