import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { chooseFile, type FileFlags, unknownRequest } from '../../render/background/choose-file.ts';
import { renderShape, showRender } from '../../render/background/show-render.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen renders get`. */
export function addRendersGet(parent: Command, register: Register): void {
  const command = parent
    .command('get')
    .description('Show how far a background render is, or fetch the PDF of one that is done.')
    .argument('<id>', 'the id of the render, a UUID')
    .option('-o, --output <file>', 'fetch the PDF; - is stdout')
    .option('-f, --force', 'overwrite an existing file');
  addHelpNotes(command, {
    examples: ['platen renders get $ID', 'platen renders get $ID -o report.pdf'],
    output: [renderShape, 'with -o the PDF, and with --json as well what "render pdf --json" prints'].join(';\n'),
    exitCodes: {
      5: 'no such render, or its time is over',
      6: 'with -o: it has not ended yet, or the output exists',
      7: 'with -o: it failed; other codes as for a render that is waited for',
    },
  });
  command.action(register<FileFlags>(runRendersGet));
}

/** Reads one render. */
async function runRendersGet(context: Context, options: FileFlags, [id = '']: string[]): Promise<undefined> {
  checkId(id, 'render');
  await requireService(context, 'a background render');
  const output = await chooseFile(context, options);
  const client = await context.client();
  const { signal } = context;
  const render = await client.getRender(id, { signal });
  if (!output) return void (await showRender(context, render));
  // Of one that failed the reason counts.
  if (render.ended_at !== null) await client.waitForRender(id, { signal });
  const progress = context.output.progress('receiving');
  try {
    await client.receiveRenderPdf(id, (received) => output.take(received, () => progress.stop()), { signal });
  } finally {
    progress.stop();
  }
  await output.finish(unknownRequest);
}
