import type { Command } from 'commander';
import { limits } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showSecret } from '../../output/show-results.ts';
import { callForWebhook } from '../../service/explain-missing.ts';
import { readOverlap } from '../../service/key-flags.ts';
import { requireService } from '../../service/require-service.ts';

interface RotateOptions {
  overlap?: string;
}

/** Declares `platen webhooks rotate`. */
export function addWebhooksRotate(parent: Command, register: Register): void {
  const command = parent
    .command('rotate')
    .description('Replace the secret of a webhook. The new one is shown once, the old one also signs for a while.')
    .argument('<id>', 'the id of the webhook')
    .option('--overlap <duration>', 'how long the old secret also signs, at most 30d; 0s for not at all (default: 1d)');
  addHelpNotes(command, {
    examples: ['platen webhooks rotate $ID', 'platen webhooks rotate $ID --overlap 2h --json | jq -r .data.secret'],
    output: 'only the new secret; with --json {"data": webhook} with its field "secret"',
    exitCodes: { 5: 'the webhook does not exist' },
  });
  command.action(register<RotateOptions>(runWebhooksRotate));
}

async function runWebhooksRotate(context: Context, options: RotateOptions, [id = '']: string[]): Promise<undefined> {
  const overlapMs = readOverlap(options, limits.secretOverlapSeconds);
  await requireService(context, 'a webhook');
  const client = await context.client();
  const rotation = overlapMs === undefined ? {} : { overlap_seconds: Math.round(overlapMs / 1000) };
  const rotated = await callForWebhook(id, () => client.rotateWebhook(id, rotation, { signal: context.signal }));
  const until = rotated.old_secret_until;
  const old = until === null ? 'has ended' : `signs too until ${until}`;
  const note = `Created a new secret for ${id}. It is shown only once. The old one ${old}.`;
  await showSecret(context.output, rotated.secret, { data: rotated }, note);
}
