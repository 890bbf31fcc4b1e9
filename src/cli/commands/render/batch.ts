import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import type { BatchOptions } from '../../render/batch/run-batch.ts';
import { addImageFlags } from '../../render/pages/image-flags.ts';
import {
  addDamageFlag,
  addFontFlags,
  addRegionFlags,
  damageSettings,
  fontSettings,
  regionSettings,
} from '../../service/shared-flags.ts';

const load = () => import('../../render/batch/run-batch.ts');

/** Declares `platen render batch`. */
export function addRenderBatch(parent: Command, register: Register): void {
  const command = parent
    .command('batch')
    .description('Render many PDFs or images in parallel. A second run continues where the first one stopped.')
    .argument(
      '<jobs>',
      'a file with one JSON request per line, each with "output", or rows for --template or --form; - for stdin',
    )
    .option('--template <name or folder>', 'template to fill with each row of a .csv, .tsv or JSON file')
    .option('--form <file>', 'PDF form to fill with each row')
    .option('--flatten', 'with --form: draw the form fields into the pages')
    .option(
      '-o, --output <pattern>',
      "output files for rows, such as '{invoice_no}.pdf'; {index} counts from 1, and {page} the images of a row",
    )
    .option('--merge', 'make one PDF of all jobs: the file of -o')
    .option('--title <pattern>', "with --merge, outline entries of rows, such as '{invoice_no}' (default: {index})")
    .option('--csv', 'read the file as CSV, whatever its name')
    .option('-j, --parallel <n>', 'parallel requests, reduced while the service is busy (default: processor cores)')
    .option('--journal <file>', 'record of finished jobs (default: <jobs>.journal; none for stdin)')
    .option('-f, --force', 'overwrite files not written by an earlier run')
    .option('--mkdir', 'create missing output folders')
    .option('--fail-fast', 'stop after the first failure');
  addImageFlags(command, 'make images of the pages instead of PDFs: png or jpeg');
  addFontFlags(command);
  addRegionFlags(command);
  addDamageFlag(command);
  addHelpNotes(command, {
    examples: [
      `echo '{"parts": {"html": "<h1>Hello</h1>"}, "output": "hello.pdf", "id": "1"}' > jobs.ndjson`,
      'platen render batch jobs.ndjson',
      "platen render batch jobs.ndjson -j 8 --mkdir --json | jq -c 'select(.ok | not)'",
      'make-jobs | platen render batch - --journal jobs.journal',
      "platen render batch customers.csv --template ./letter -o '{name}.pdf'",
      "platen render batch people.csv --form application.pdf --flatten -o '{name}.pdf'",
      "platen render batch products.csv --template ./card --format png --width 800 -o '{sku}.png'",
      "platen render batch customers.csv --template ./letter --merge -o all.pdf --title '{name}'",
    ],
    output: [
      'one line of JSON for each finished job; at a terminal without --json, a readable line:',
      '{"index", "id", "ok", "skipped", "path", "bytes", "pages", "sha256", "ms", "warnings", "error"}',
      'index counts from 0; skipped is true if an earlier run did the job; error is {"code", "message", …} or null.',
      'Without --template or --form a file has one JSON object per line; a .json file has a list of them. A .csv or .tsv file has rows, with the names of the fields in the first. Values of CSV are texts; a column "customer.name" becomes the field "name" of "customer".',
      'With --form a column has the name of a field of the PDF; other columns can only be used in -o.',
      'A part can be {"file": "page.html"}, {"file": "form.pdf", "fields": {…}}, {"template": {"folder": "./letter"}, "context": {…}} or {"liquid": "<p>{{ x }}", "context": {…}}. "root" of a part sets the folder that its files may come from.',
      'With --format each job makes an image of its page, or one of each page, named with {page}. In a file of jobs, "image": {"format": "png"} of a job does the same. The line of the job then has "images": [{"path", "page", "width", "height", "bytes"}].',
      'With --merge, jobs need no "output": the entry of a job in the outline is its "title", or the name of its output. Finished jobs are kept in a folder next to the file. The file is written when no job has failed, and its line comes last.',
      'Output paths are relative to the current folder and can lead out of it. Use only job files that you trust.',
      'The whole job file is checked before the first render. A service checks the fields of each request itself.',
      'A job is rendered again if its file has changed. To render all jobs again, delete the journal.',
    ].join('\n'),
    exitCodes: {
      2: 'a job is invalid (its line and column are printed); nothing was rendered',
      6: 'an output exists, or another run is using the journal',
      15: 'the reader closed the pipe early',
      21: 'some jobs failed; if all failed with the same code, its exit code',
      130: 'interrupted; run the same command again to continue',
    },
  });
  command.action(
    register<BatchOptions>(async (...given) => (await load()).runRenderBatch(...given), {
      settings: [...fontSettings, ...regionSettings, ...damageSettings],
      timeoutPerCall: true,
    }),
  );
}
