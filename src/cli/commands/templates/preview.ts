import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import { addPageFlags } from '../../render/page-flags.ts';
import { addFontFlags, addRegionFlags, fontSettings, regionSettings } from '../../service/shared-flags.ts';
import type { PreviewOptions } from '../../templates/preview/run-preview.ts';
import { defaultFolder } from '../../templates/sync/select-folders.ts';

const load = () => import('../../templates/preview/run-preview.ts');

/** Declares `platen templates preview`. */
export function addTemplatesPreview(parent: Command, register: Register): void {
  const command = parent
    .command('preview')
    .description('Preview a template in a browser, live as you save files.')
    .argument(
      '[dir|id]',
      `a template folder, a folder of them, or the id of a stored template (default: ${defaultFolder})`,
    )
    .option('--root <folder>', 'limit local files to this folder (default: that of the template)')
    .option('--values <name>', 'values/<name>.json of the template (default: its preview_context.json)')
    .option('--port <port>', 'port on 127.0.0.1 (default: a free one)')
    .option('--no-open', 'do not open a browser')
    .option('--once', 'render once to -o and exit')
    .option('-o, --output <file>', 'the PDF of --once; - for stdout')
    .option('-f, --force', 'overwrite an existing file');
  addFontFlags(command);
  addRegionFlags(command);
  addPageFlags(command);
  addHelpNotes(command, {
    examples: [
      'platen templates preview templates/invoice',
      'platen templates preview',
      'platen templates preview templates/invoice --once -o invoice.pdf',
    ],
    output:
      'the URL of the page, on stderr; with --json {"data": {"url"}} once it listens. The URL contains a secret; only this machine can open it. Ctrl-C exits with 0. It renders on this machine, even if a service is configured.',
    exitCodes: {
      2: 'there is no template',
      5: 'no stored template has this id',
      7: 'with --once: the template cannot be rendered',
      15: 'the port cannot be used',
    },
  });
  command.action(
    register<PreviewOptions>(async (...given) => (await load()).runPreview(...given), {
      settings: [...fontSettings, ...regionSettings],
      drains: true,
      timeoutPerCall: true,
    }),
  );
}
