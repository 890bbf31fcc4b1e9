import { type Command, Option } from 'commander';
import type { Register } from '../../command/command.ts';
import { collectValues } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { sourceFormats } from '../../documents/plan-source.ts';
import { addPageFlags } from '../../render/page-flags.ts';
import type { RenderImageOptions } from '../../render/write-images.ts';
import {
  addDamageFlag,
  addFontFlags,
  addRegionFlags,
  damageSettings,
  fontSettings,
  regionSettings,
} from '../../service/shared-flags.ts';

/** Declares `platen render image`. */
export function addRenderImage(parent: Command, register: Register): void {
  const command = parent
    .command('image')
    .description('Render the pages of a PDF as PNG pictures, from the sources that render pdf takes.')
    .argument(
      '<source...>',
      'page.html, notes.md, invoice.pdf, https://…, template:<id>, template:./folder, - for stdin',
    )
    .option(
      '-o, --output <pattern>',
      'names of the pictures, with {page}; - is stdout, for one page (default: {name}-{page}.png)',
    )
    .option('-f, --force', 'overwrite existing files')
    .option('--dpi <n>', 'pixels per inch, 10 to 1200 (default: 96)')
    .option('--width <pixels>', 'width of each picture, instead of --dpi')
    .addOption(new Option('--from <kind>', 'the type of stdin (default: html)').choices(sourceFormats))
    .option('--root <folder>', 'the folder that local files may come from (default: that of each document)')
    .option('--assets <glob>', 'more files that the documents use; may be repeated', collectValues)
    .option('--context <json>', 'values for template parts: JSON, a file or -')
    .option('--set <path=value>', 'one value for template parts; may be repeated', collectValues)
    .option('--set-string <path=text>', 'one text for template parts, such as 007; may be repeated', collectValues);
  addFontFlags(command);
  addRegionFlags(command);
  addDamageFlag(command);
  addPageFlags(command);
  addHelpNotes(command, {
    examples: [
      'platen render image invoice.html',
      "platen render image report.pdf --dpi 200 --pages 1-3 -o 'out/page-{page}.png'",
      'platen render image template:./mails/invoice --pages 1 --width 400 -o thumbnail.png',
    ],
    output: [
      'a PNG file for each page, drawn from the PDF, on white. {page} counts from 1, with zeros before it if there are more than 9 pages.',
      'with --json {"data": [{"path", "page", "width", "height", "bytes"}], "warnings": []}',
    ].join('\n'),
    exitCodes: {
      2: 'a source is missing or not valid, or several pages have one name',
      6: 'an output exists',
      7: 'the service rejected it',
      10: 'the service failed',
    },
  });
  command.action(
    register<RenderImageOptions>(
      async (...given) => (await import('../../render/write-images.ts')).writeImages(...given),
      {
        settings: [...fontSettings, ...regionSettings, ...damageSettings],
      },
    ),
  );
}
