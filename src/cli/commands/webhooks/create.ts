import { type Command, Option } from 'commander';
import { type WebhookEventType, webhookEvents } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { takeChoices } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { RequestFailure } from '../../output/request-words.ts';
import { showSecret } from '../../output/show-results.ts';
import { requireService } from '../../service/require-service.ts';

interface CreateOptions {
  event?: WebhookEventType[];
}

/** Declares `platen webhooks create`. */
export function addWebhooksCreate(parent: Command, register: Register): void {
  const events = new Option('--event <event>', 'events to send; comma-separated or repeated (default: all)');
  const command = parent
    .command('create')
    .description('Create a webhook, a URL notified when background renders finish. Its signing secret is shown once.')
    .argument('<address>', 'the URL for events: https, or plain http if the operator allows it')
    .addOption(takeChoices(events, webhookEvents));
  addHelpNotes(command, {
    examples: [
      'platen webhooks create https://shop.example.com/hooks/platen',
      'platen webhooks create $URL --event render.failed --json | jq -r .data.secret',
    ],
    output: 'only the secret; with --json {"data": webhook} with its field "secret"',
    exitCodes: { 4: 'the key lacks the scope webhooks', 7: 'the URL is not allowed, or there are already 20 webhooks' },
  });
  command.action(register<CreateOptions>(runWebhooksCreate));
}

/** Makes one webhook and shows its secret. */
async function runWebhooksCreate(
  context: Context,
  { event: events }: CreateOptions,
  [address = '']: string[],
): Promise<undefined> {
  await requireService(context, 'a webhook');
  const client = await context.client();
  const wish = { address, ...(events && { events }) };
  const { secret, ...webhook } = await client
    .createWebhook(wish, { signal: context.signal })
    .catch((cause: unknown) => {
      throw new RequestFailure(cause, { parts: [], flags: true });
    });
  const note = `Created the webhook ${webhook.id}. Its secret is shown only once. Try it: platen webhooks test ${webhook.id}`;
  await showSecret(context.output, secret, { data: { ...webhook, secret } }, note);
}
