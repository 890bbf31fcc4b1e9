import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { checkId } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { awaitRender } from '../../render/background/await-render.ts';
import { chooseFile, type FileFlags, unknownRequest } from '../../render/background/choose-file.ts';
import { renderShape, showRender } from '../../render/background/show-render.ts';
import { requireService } from '../../service/require-service.ts';

/** Declares `platen renders wait`. */
export function addRendersWait(parent: Command, register: Register): void {
  const command = parent
    .command('wait')
    .description('Wait for a background render and write its PDF.')
    .argument('<id>', 'the id of the render, a UUID')
    .option('-o, --output <file>', 'the PDF to write; - is stdout (default: the PDF stays on the service)')
    .option('-f, --force', 'overwrite an existing file');
  addHelpNotes(command, {
    examples: [
      'platen renders wait $(platen render pdf report.html --async) -o report.pdf',
      'platen renders wait $ID --timeout 10m',
    ],
    output: [renderShape, 'with -o the PDF, and with --json as well what "render pdf --json" prints'].join(';\n'),
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
  if (output) await output.finish(unknownRequest);
  else await showRender(context, render);
}
