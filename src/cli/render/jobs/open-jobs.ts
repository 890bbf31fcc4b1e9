import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { findSpelling } from '../../files/find-spelling.ts';
import { requirePiped } from '../../files/read-stream.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Io } from '../../output/io.ts';
import { safeText } from '../../output/safe-text.ts';
import type { DocumentDefaults } from '../document-defaults.ts';
import { setPath } from '../set-path.ts';
import type { CsvRow } from './read-csv.ts';
import { type JobFields, type JobItem, readJobLines } from './read-job-lines.ts';
import { readList } from './read-list.ts';
import type { RowRules } from './row-jobs.ts';

/** The source of jobs. */
export interface JobSource {
  /** Its name in messages. */
  name: string;
  /** The regular file, absolute; undefined for a stream, which can be read only once. */
  file: string | undefined;
  /** The options that a job gets if it does not name them. */
  defaults: DocumentDefaults;
  /** Reads the jobs on demand; throws an AbortError when `signal` is aborted. */
  items(signal: AbortSignal): AsyncIterable<JobItem>;
}

/** The form of a source of jobs. */
type Form = 'csv' | 'json' | 'ndjson';

/**
 * Opens the jobs that the argument names: `-` is stdin. A `.csv` or `.tsv` file has rows, a `.json` file a list, any other a line of JSON for
 * each. With `rows` they are values of which jobs are made. Throws `input_missing`, `input_invalid` or `usage`.
 */
export async function openJobs(
  source: string,
  io: Io,
  { isCsv, defaults, rows }: { isCsv: boolean; defaults: DocumentDefaults; rows: RowRules | undefined },
): Promise<JobSource> {
  const form = isCsv ? 'csv' : findForm(source);
  if (form === 'csv' && rows === undefined) {
    throw new CommandError('usage', 'rows of CSV need a template or a form', {
      fix: `platen render batch ${source} --template <id or folder> -o '{index}.pdf'`,
    });
  }
  const open = (name: string, file: string | undefined, stream: () => Readable): JobSource => ({
    name,
    file,
    defaults,
    items: (signal) => buildJobs(readItems(form, addAbortSignal(signal, stream()), name), rows, form === 'csv'),
  });
  if (source === '-') {
    requirePiped(io.stdin, '- reads jobs from stdin');
    return open('stdin', undefined, () => io.stdin);
  }
  const path = await findSpelling(resolve(io.cwd, source));
  const facts = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
    throw new CommandError('input_missing', `there is no file ${source}`, { cause });
  });
  if (facts.isDirectory()) throw new CommandError('input_invalid', `${source} is a folder, not a file of jobs`);
  return open(source, facts.isFile() ? path : undefined, () => createReadStream(path));
}

function findForm(source: string): Form {
  if (/\.(csv|tsv)$/i.test(source)) return 'csv';
  return /\.json$/i.test(source) ? 'json' : 'ndjson';
}

async function* buildJobs(
  items: AsyncIterable<JobItem>,
  rows: RowRules | undefined,
  isText: boolean,
): AsyncGenerator<JobItem> {
  for await (const item of items) {
    if (rows === undefined) yield item;
    else yield { ...item, read: async () => rows.build(await item.read(), { ...item, isText }) };
  }
}

function readItems(form: Form, stream: Readable, name: string): AsyncIterable<JobItem> {
  if (form === 'csv') return readRows(stream, name);
  return form === 'json' ? readList(stream, name) : readJobLines(stream, name);
}

async function* readRows(stream: Readable, name: string): AsyncGenerator<JobItem> {
  const { readCsv } = await import('./read-csv.ts');
  let index = 0;
  for await (const { line, values } of readCsv(stream, name)) {
    const place = `${name}:${line}`;
    yield { index: index++, place, read: () => nestValues(values, place) };
  }
}

/** The values of a row; a name with dots is a place in an object, as of `--set-string`. */
function nestValues(values: CsvRow['values'], place: string): JobFields {
  const nested: JobFields = {};
  for (const [name, value] of values) {
    try {
      setPath(nested, `${name}=${value}`, '--set-string');
    } catch (cause) {
      throw new CommandError('input_invalid', `${place}: column ${safeText(name)} cannot be a name of a value`, {
        cause,
      });
    }
  }
  return nested;
}
