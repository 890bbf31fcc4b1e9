import { type Command, Option } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import { addFontFlags, addRegionFlags, fontSettings, regionSettings } from '../../service/shared-flags.ts';
import type { CheckOptions } from '../../templates/check/run-check.ts';
import { defaultFolder } from '../../templates/sync/select-folders.ts';

const load = () => import('../../templates/check/run-check.ts');

/** Declares `platen templates check`. */
export function addTemplatesCheck(parent: Command, register: Register): void {
  const command = parent
    .command('check')
    .description('Render template folders with each of their sets of values and report problems.')
    .argument('[dir...]', `template folders, or folders of them (default: ${defaultFolder})`)
    .option('--strict', 'treat warnings as errors')
    .option('--root <folder>', 'limit local files to this folder (default: that of each template)')
    .option(
      '--against <folder>',
      'compare rendered pages with <template>.pdf or <template>-<page>.png in this folder (<template>.<values> for other values)',
    )
    .option('--tolerance <percent>', 'how much of each page may differ (default: 0)')
    .option('--update', 'write the files of --against instead of comparing (new ones as PDF)')
    .option('--png', 'with --update, write a PNG of each page instead of PDFs')
    .addOption(new Option('--reporter <format>', 'form of the findings (default: text)').choices(['text', 'junit']))
    .option('--annotations', 'write GitHub annotations (default if GITHUB_ACTIONS is set)');
  addFontFlags(command, 'system; with --against: bundled');
  addRegionFlags(command);
  addHelpNotes(command, {
    examples: [
      'platen templates check',
      'platen templates check templates/invoice --strict',
      'platen templates check --reporter junit > report.xml',
      'platen templates check --against test/pages',
      'platen templates check --against test/pages --update --png',
    ],
    output: [
      'one line for each finding: file:line:column: error|warning: what [code]; with --reporter junit, XML with a test for each set of values;',
      'with --json {"data": [{"slug", "name", "path", "pages", "sets": [{"name", "pages"}], "findings": [{"level", "code", "message", "file", "line", "column"}]}], "errors", "warnings", "command_warnings"}',
      '',
      'The sets of values are preview_context.json and values/<name>.json. A finding is listed with the first set that shows it.',
      'Errors: template_error, preview_context, values_invalid (by values.schema.json), values_schema, template_json, unreadable, missing_asset, resource_missing, resource_failed, no_reference, looks_different (with a picture in <folder>/diff), and the errors of a render.',
      'Warnings: unknown_variable (used, but in no set of values), unused_value, local_file (used, but not sent by push), and the warnings of a render, such as content_shrunk and css_ignored. --pdf-ua would reject no_language, no_title, no_alternative, heading_skipped, no_header_cells and no_link_text. --pdf-a 2a and --pdf-ua=2 would reject no_character_text (icons of a font without a text).',
    ].join('\n'),
    exitCodes: {
      0: 'no errors',
      2: 'there is no template',
      7: 'a template has an error (with --strict: or a warning)',
    },
  });
  command.action(
    register<CheckOptions>(async (...given) => (await load()).runCheck(...given), {
      settings: [...fontSettings, ...regionSettings],
    }),
  );
}
