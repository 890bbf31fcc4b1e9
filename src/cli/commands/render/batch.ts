import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import { addHelpNotes } from '../../command/help.ts';
import type { BatchOptions } from '../../render/batch/run-batch.ts';
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
    .description('Render many PDFs in parallel. A second run continues where the first one stopped.')
    .argument(
      '<jobs>',
      'a file with one JSON request per line, each with "output", or rows for --template; - for stdin',
    )
    .option(
      '--template <id or folder>',
      'a template that each row fills; rows are those of a .csv or .tsv file, or JSON objects',
    )
    .option(
      '-o, --output <pattern>',
      "names of the PDFs of rows, by their fields: '{invoice_no}.pdf'; {index} counts from 1",
    )
    .option('--csv', 'the file, or stdin, holds CSV, whatever its name is')
    .option('-j, --parallel <n>', 'parallel requests, fewer while the service is busy (default: processor cores)')
    .option('--journal <file>', 'where finished jobs are remembered (default: <jobs>.journal; none for stdin)')
    .option('-f, --force', 'overwrite files that no earlier run of this batch made')
    .option('--mkdir', 'create missing folders of outputs')
    .option('--fail-fast', 'start no other job after the first failure');
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
    ],
    output: [
      'a line of JSON for each job, as soon as it is finished; at a terminal without --json, one for people:',
      '{"index", "id", "ok", "skipped", "path", "bytes", "pages", "sha256", "ms", "warnings", "error"}',
      'index counts from 0; skipped is true for what an earlier run did; error is {"code", "message", …} or null.',
      'A file ends in .ndjson, or any way, for one JSON object per line; in .json for a list of them; in .csv or .tsv for rows of a spreadsheet, with the names of the fields in the first one. Values of CSV are texts; a column "customer.name" is the name in an object "customer".',
      'A part may be {"file": "page.html"} or {"template": {"folder": "./letter"}, "context": {…}}, with the files that it names.',
      'Outputs are relative to the current folder and may be outside of it, as absolute paths or with "..". Use only files of jobs that you trust.',
      'A file of jobs is checked as a whole before the first render; the fields of its requests too, unless a service is called: that checks them itself, one by one.',
      'The journal counts as long as the files in it are unchanged; remove it to have everything rendered again.',
    ].join('\n'),
    exitCodes: {
      2: 'a job is not valid: its line and column are named, and nothing was rendered',
      6: 'an output exists, or another run uses the journal',
      15: 'the reader of the results closed the pipe before the end',
      21: 'some jobs failed; if all failed with the same error, its exit code',
      130: 'interrupted: the same command again continues',
    },
  });
  command.action(
    register<BatchOptions>(async (...given) => (await load()).runRenderBatch(...given), {
      settings: [...fontSettings, ...regionSettings, ...damageSettings],
      timeoutPerCall: true,
    }),
  );
}
