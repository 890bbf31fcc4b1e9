import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { explainMissingKey } from '../../service/key-flags.ts';
import { openLocalKeys } from '../../service/local-keys.ts';
import { addStoreFlags, storeSettings } from '../../service/shared-flags.ts';

/** Declares `platen keys revoke`. */
export function addKeysRevoke(group: Command, register: Register): void {
  const revoke = addStoreFlags(
    group.command('revoke').description('Revoke an API key.').argument('<id>', 'the id of the key'),
  );
  addHelpNotes(revoke, {
    examples: ['platen keys revoke $ID'],
    output: 'nothing; with --json {"data": key}',
    exitCodes: { 5: 'the key does not exist' },
  });
  revoke.action(register(runKeysRevoke, { settings: storeSettings }));
}

async function runKeysRevoke(context: Context, _options: object, [id = '']: string[]): Promise<undefined> {
  const keys = await openLocalKeys(context);
  const revoked = await keys.revoke(id).catch((cause: unknown) => explainMissingKey(id, cause, keys));
  if (context.output.json) await context.output.jsonDocument({ data: revoked });
  else context.output.done(`Retired the key "${revoked.name}"; it is refused from now on`);
}
