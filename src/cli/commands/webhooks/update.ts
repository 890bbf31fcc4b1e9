import { type Command, Option } from 'commander';
import { type WebhookChanges, type WebhookEventType, webhookEvents } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { takeChoices } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import { callForWebhook } from '../../service/explain-missing.ts';
import { requireService } from '../../service/require-service.ts';

interface UpdateOptions {
  address?: string;
  event?: WebhookEventType[];
  enable?: boolean;
  disable?: boolean;
}

/** Declares `platen webhooks update`. */
export function addWebhooksUpdate(parent: Command, register: Register): void {
  const events = new Option('--event <event>', 'events to send; comma-separated or repeated');
  const command = parent
    .command('update')
    .description('Update a webhook, or turn it on or off. The secret stays.')
    .argument('<id>', 'the id of the webhook')
    .option('--address <address>', 'the new URL for events')
    .addOption(takeChoices(events, webhookEvents))
    .addOption(new Option('--enable', 'send events (again, after a 410 response)').conflicts('disable'))
    .option('--disable', 'send no events');
  addHelpNotes(command, {
    examples: [
      'platen webhooks update $ID --enable',
      'platen webhooks update $ID --address https://new.example.com/hook',
    ],
    output: 'nothing; with --json {"data": webhook}',
    exitCodes: { 5: 'the webhook does not exist', 7: 'the URL is not allowed' },
  });
  command.action(register<UpdateOptions>(runWebhooksUpdate));
}

async function runWebhooksUpdate(context: Context, options: UpdateOptions, [id = '']: string[]): Promise<undefined> {
  const changes = readChanges(options);
  await requireService(context, 'a webhook');
  const client = await context.client();
  const webhook = await callForWebhook(id, () => client.updateWebhook(id, changes, { signal: context.signal }));
  if (context.output.json) await context.output.jsonDocument({ data: webhook });
  else context.output.done(`Changed the webhook ${id}${webhook.enabled ? '' : '; it gets no events'}`);
}

function readChanges({ address, event: events, enable, disable }: UpdateOptions): WebhookChanges {
  const changes: WebhookChanges = {
    ...(address !== undefined && { address }),
    ...(events && { events }),
    ...((enable || disable) && { enabled: enable === true }),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new CommandError('usage', 'there is nothing to change', {
    fix: 'name --address, --event, --enable or --disable',
  });
}
