import type { Command } from 'commander';
import { limits } from '../../../contract/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { showSecret } from '../../output/show-results.ts';
import { explainMissingKey, readLifetime, readOverlap } from '../../service/key-flags.ts';
import { openLocalKeys } from '../../service/local-keys.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

interface RotateOptions {
  overlap?: string;
  expires?: string;
}

/** Declares `platen keys rotate`. */
export function addKeysRotate(group: Command, register: Register): void {
  const rotate = addStoreFlags(
    group
      .command('rotate')
      .description('Replace an API key. The old key expires later.')
      .argument('<id>', 'the id of the old key')
      .option(
        '--overlap <duration>',
        'how long the old key stays valid, at most 90d; 0s revokes it immediately (default: 1d)',
      )
      .option('--expires <duration>', 'validity of the new key (default: that of the old key)'),
  );
  addHelpNotes(rotate, {
    examples: ['platen keys rotate $ID', 'platen keys rotate $ID --overlap 2h --json | jq -r .data.key'],
    output: 'only the new key; with --json {"data": key, "old": key}',
    exitCodes: { 5: 'the key does not exist, or has expired or been revoked' },
  });
  rotate.action(register<RotateOptions>(runKeysRotate, { settings: storeSettings }));
}

async function runKeysRotate(context: Context, options: RotateOptions, [id = '']: string[]): Promise<undefined> {
  const overlapMs = readOverlap(options, limits.keyOverlapSeconds);
  const lifetime = readLifetime(options);
  const keys = await openLocalKeys(context);
  const wish = {
    by: 'the command line',
    overlapMs,
    ...(lifetime !== undefined && { expiresAt: new Date(Date.now() + lifetime) }),
  };
  const { key, stored, old } = await keys
    .rotate(id, wish)
    .catch((cause: unknown) => explainMissingKey(id, cause, keys));
  const end = old.revoked_at === null ? `ends at ${old.expires_at}` : 'has ended';
  const note = `Created the key "${stored.name}" (${stored.id}). It is shown only once. The old one ${end}.`;
  await showSecret(context.output, key, { data: { key, ...stored }, old }, note);
}
