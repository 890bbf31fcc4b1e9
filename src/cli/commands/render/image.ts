import { type Command, Option } from 'commander';
import type { Register } from '../../command/command.ts';
import { collectValues } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { sourceFormats } from '../../documents/plan-source.ts';
import { addAsyncFlags } from '../../render/background/job-flags.ts';
import { addFormFlags } from '../../render/form-flags.ts';
import { addOverlayFlags } from '../../render/overlay-flags.ts';
import { addPageFlags } from '../../render/page-flags.ts';
import { addImageFlags } from '../../render/pages/image-flags.ts';
import type { RenderImageOptions } from '../../render/pages/write-images.ts';
import { addRequestFlags } from '../../render/request-flags.ts';
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
    .description('Render pages as PNG or JPEG images, from the same sources as render pdf.')
    .argument(
      '<source...>',
      'page.html, notes.md, invoice.pdf, https://…, template:<id>, template:./folder, - for stdin',
    )
    .option(
      '-o, --output <pattern>',
      'image files, with {page}; - is stdout, for one page (default: {name}-{page}.png)',
    )
    .option('-f, --force', 'overwrite existing files');
  addImageFlags(command, 'png or jpeg (default: by the name of the output, else png)');
  command
    .addOption(new Option('--from <kind>', 'the type of stdin (default: html)').choices(sourceFormats))
    .option('--root <folder>', 'limit local files to this folder (default: that of each document)')
    .option('--assets <glob>', 'include more files that the documents use; repeatable', collectValues)
    .option('--context <json>', 'values for template parts: JSON, a file or -')
    .option(
      '--values <name>',
      'named values of a template: values/<name>.json of a folder (default: its preview context)',
    )
    .option('--set <path=value>', 'set one template value; repeatable', collectValues)
    .option('--set-string <path=text>', 'set one template value as text, such as 007; repeatable', collectValues);
  addFontFlags(command);
  addRegionFlags(command);
  addDamageFlag(command);
  addPageFlags(command);
  addRequestFlags(command);
  addOverlayFlags(command);
  addFormFlags(command);
  addAsyncFlags(command, 'images');
  addHelpNotes(command, {
    examples: [
      'platen render image invoice.html',
      "platen render image report.pdf --dpi 200 --pages 1-3 -o 'page-{page}.png'",
      'platen render image report.html --format jpeg --dpi 150',
      'platen render image template:./mails/invoice --pages 1 --width 400 -o thumbnail.png',
      "platen renders wait $(platen render image report.html --async) -o 'page-{page}.png'",
    ],
    output: [
      'an image file for each page, drawn from the PDF, on white. {page} counts from 1, with zeros before it if there are more than 9 pages.',
      'with --json {"data": [{"path", "page", "width", "height", "bytes"}], "warnings": []}',
      'with --async the id of the render, and with --json {"data": render} as "renders get" shows it',
    ].join('\n'),
    exitCodes: {
      2: 'a source is missing or invalid, or several pages have the same file name',
      6: 'an output exists',
      7: 'the request was rejected, such as for an invalid template or PDF',
      10: 'the service or the browser failed',
    },
  });
  command.action(
    register<RenderImageOptions>(
      async (context, options, sources) =>
        options.async
          ? (await import('../../render/background/submit-images.ts')).submitImages(context, options, sources)
          : (await import('../../render/pages/write-images.ts')).writeImages(context, options, sources),
      {
        settings: [...fontSettings, ...regionSettings, ...damageSettings],
      },
    ),
  );
}
