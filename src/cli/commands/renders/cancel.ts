import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { requireService } from '../../service/require-service.ts';

interface CancelOptions {
  forget?: boolean;
}

/** Declares `platen renders cancel`. */
export function addRendersCancel(parent: Command, register: Register): void {
  const command = parent
    .command('cancel')
    .description('Cancel a background render. Finished renders stay unchanged.')
    .argument('<id>', 'the id of the render, a UUID')
    .option('--forget', 'also delete it and its result from the service');
  addHelpNotes(command, {
    examples: ['platen renders cancel $ID', 'platen renders cancel $ID --forget'],
    output: 'nothing; with --json {"data": render}, and with --forget {"data": {"id", "forgotten": true}}',
    exitCodes: { 5: 'the render does not exist or has expired' },
  });
  command.action(register<CancelOptions>(runRendersCancel));
}

/** Cancels one render, unless it has ended. */
async function runRendersCancel(context: Context, options: CancelOptions, [id = '']: string[]): Promise<undefined> {
  checkId(id, 'render');
  await requireService(context, 'a background render');
  const { output, signal } = context;
  const client = await context.client();
  let render = await client.getRender(id, { signal });
  const hadEnded = render.ended_at !== null;
  if (!hadEnded) render = (await client.cancelRender(id, { signal })) ?? render;
  if (!options.forget) {
    if (output.json) await output.jsonDocument({ data: render });
    else output.done(hadEnded ? `${id} had ended: ${render.status}` : `Cancelled ${id}`);
    return;
  }
  // The first call cancels what runs, and forgets what has ended.
  await client.cancelRender(id, { signal }).catch((error: { code?: unknown }) => {
    if (error.code !== 'render_not_found') throw error;
  });
  if (output.json) await output.jsonDocument({ data: { id, forgotten: true } });
  else output.done(`Forgot ${id}`);
}
