import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { awaitRender } from '../../render/background/await-render.ts';
import { chooseFile, type FileFlags } from '../../render/background/choose-file.ts';
import { fileShape, renderShape, showRender } from '../../render/background/show-render.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen renders wait`. */
export function addRendersWait(parent: Command, register: Register): void {
  const command = parent
    .command('wait')
    .description('Wait for a background render and write its PDF or images.')
    .argument('<id>', 'the id of the render, a UUID')
    .option(
      '-o, --output <file>',
      "the PDF to write, or the images as 'page-{page}.png' or pages.zip; - is stdout (default: all stays on the service)",
    )
    .option('-f, --force', 'overwrite an existing file');
  addHelpNotes(command, {
    examples: [
      'platen renders wait $(platen render pdf report.html --async) -o report.pdf',
      "platen renders wait $(platen render image report.html --async) -o 'page-{page}.png'",
      'platen renders wait $ID --timeout 10m',
    ],
    output: [renderShape, fileShape].join(';\n'),
    exitCodes: {
      5: 'the render does not exist or has expired',
      6: 'the output exists',
      7: 'the render failed or was cancelled (other errors: their exit code)',
      12: '--timeout has passed; the render continues',
      130: 'interrupted; the render continues',
    },
  });
  command.action(register<FileFlags>(runRendersWait));
}

/** Waits for one render. */
async function runRendersWait(context: Context, options: FileFlags, [id = '']: string[]): Promise<undefined> {
  checkId(id, 'render');
  await requireService(context, 'a background render');
  const output = await chooseFile(context, options);
  const file = options.output === undefined ? '' : ` -o ${options.output}`;
  const render = await awaitRender(context, id, output, `platen renders wait ${id}${file}`);
  if (output) await output.finish();
  else await showRender(context, render);
}
