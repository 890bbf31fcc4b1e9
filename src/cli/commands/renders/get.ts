import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { chooseFile, type FileFlags } from '../../render/background/choose-file.ts';
import { fileShape, renderShape, showRender } from '../../render/background/show-render.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen renders get`. */
export function addRendersGet(parent: Command, register: Register): void {
  const command = parent
    .command('get')
    .description('Show a background render, or download its PDF or images.')
    .argument('<id>', 'the id of the render, a UUID')
    .option('-o, --output <file>', "download the PDF, or the images as 'page-{page}.png' or pages.zip; - for stdout")
    .option('-f, --force', 'overwrite an existing file');
  addHelpNotes(command, {
    examples: [
      'platen renders get $ID',
      'platen renders get $ID -o report.pdf',
      "platen renders get $ID -o 'page-{page}.png'",
    ],
    output: [renderShape, fileShape].join(';\n'),
    exitCodes: {
      5: 'the render does not exist or has expired',
      6: 'with -o: the render is not finished, or the output exists',
      7: 'with -o: the render failed (the exit code of its error)',
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
  output.check(render);
  const progress = context.output.progress('receiving');
  try {
    await output.fetch(render, () => progress.stop());
  } finally {
    progress.stop();
  }
  await output.finish();
}
