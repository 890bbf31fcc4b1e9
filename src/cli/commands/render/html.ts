import { type Command, Option } from 'commander';
import type { Register } from '../../command/command.ts';
import { collectValues } from '../../command/flag-values.ts';
import { addHelpNotes } from '../../command/help.ts';
import { addLookFlags } from '../../render/design-flags.ts';
import type { RenderHtmlOptions } from '../../render/write-html.ts';

const load = () => import('../../render/write-html.ts');

/** Declares `platen render html`. */
export function addRenderHtml(parent: Command, register: Register): void {
  const command = parent
    .command('html')
    .description('Print the HTML behind a PDF: a filled-in template or converted Markdown.')
    .argument('<source>', 'notes.md, page.html, template:<id>, template:./folder, - for stdin')
    .option('-o, --output <file>', 'the HTML file to write (default: stdout)')
    .option('-f, --force', 'overwrite an existing file')
    .addOption(new Option('--from <kind>', 'the type of stdin (default: html)').choices(['html', 'markdown']))
    .option('--root <folder>', 'limit local files to this folder (default: that of the document)')
    .option('--context <json>', 'values for the template: JSON, a file or -')
    .option(
      '--values <name>',
      'named values of a template: values/<name>.json of a folder (default: its preview context)',
    )
    .option('--set <path=value>', 'set one template value; repeatable', collectValues)
    .option('--set-string <path=text>', 'set one template value as text, such as 007; repeatable', collectValues)
    .option('--timezone <zone>', 'time zone of the template, such as Europe/Berlin (default: UTC)');
  addLookFlags(command);
  addHelpNotes(command, {
    examples: [
      'platen render html notes.md -o notes.html',
      'platen render html notes.md --theme report --css brand.css -o notes.html',
      'platen render html template:./mails/invoice --set customer.name=Ada',
      'cat notes.md | platen render html - --from markdown',
    ],
    output: [
      'the HTML, in UTF-8; with --json {"data": {"html"}}, with -o {"data": {"path", "bytes"}}.',
      'Images, style sheets and other files stay references.',
    ].join('\n'),
    exitCodes: {
      2: 'the source is missing or invalid',
      5: 'the template does not exist',
      6: 'the output exists',
    },
  });
  command.action(
    register<RenderHtmlOptions>(async (...given) => (await load()).writeHtml(...given), { settings: ['timezone'] }),
  );
}
