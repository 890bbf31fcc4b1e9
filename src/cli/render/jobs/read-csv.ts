import type { CsvError } from 'csv-parse';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';

/** A row of a CSV file, by the names in its first row. */
export interface CsvRow {
  /** Line in which it begins, from 1. */
  line: number;
  /** Its values, in the order of the columns. All are texts. */
  values: [name: string, value: string][];
}

/** The separators that are found by themselves; the first of equals counts. */
const delimiters = [',', ';', '\t'];

/**
 * Reads CSV as spreadsheets write it (RFC 4180): UTF-8, or UTF-16 with its mark; commas, semicolons or tabs; quoted values may hold
 * separators and line ends. Empty lines are left out. Throws `input_invalid` with the line, and the column by its name.
 */
export async function* readCsv(stream: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<CsvRow> {
  const { parse, CsvError: ParseError } = await import('csv-parse');
  const texts = decode(stream, source);
  const first = await readFirstLine(texts);
  const separator = /^sep=([^\r\n])\r?$/i.exec(first.line)?.[1];
  // The parser counts line ends in quotes twice, so they are counted here, as it reads: it is ahead of the rows that were taken.
  let ended = separator === undefined ? 0 : 1;
  const parser = parse({
    delimiter: separator ?? chooseDelimiter(first.line),
    ...(separator !== undefined && { from_line: 2 }),
    info: true,
    raw: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // With `raw` it is given both, and hands on what this returns.
    on_record(given) {
      const { record, raw } = given as unknown as { record: string[]; raw: string };
      const line = startLine(raw);
      ended += countLineEnds(raw);
      return { record, line } as unknown as string[];
    },
  });
  const writing = writeAll();
  let names: string[] | undefined;
  try {
    for await (const { record, line } of parser as AsyncIterable<{ record: string[]; line: number }>) {
      if (names === undefined) names = readNames(record, `${source}:${line}`);
      else yield { line, values: nameValues(names, record, `${source}:${line}`) };
    }
  } catch (error) {
    throw error instanceof ParseError ? describe(error, `${source}:${startLine(String(error.raw ?? ''))}`) : error;
  } finally {
    parser.destroy();
    await writing;
  }
  if (names === undefined) throw new CommandError('input_invalid', `${source}: the file is empty`, { fix: firstRow });

  /** The line of the next record, which may have empty lines before it. */
  function startLine(raw: string): number {
    return 1 + ended + countLineEnds(/^[\r\n]*/.exec(raw)?.[0] ?? '');
  }

  /** Gives the texts to the parser as it takes them. Errors of the stream become those of the parser. */
  async function writeAll(): Promise<void> {
    try {
      parser.write(first.text);
      for await (const text of texts) {
        if (parser.destroyed) return;
        if (!parser.write(text)) await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve));
      }
      parser.end();
    } catch (error) {
      parser.destroy(error as Error);
    }
  }
}

const firstRow = 'the first row has the names of the columns';

async function* decode(stream: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let line = 1;
  const read = (bytes?: Uint8Array) => {
    try {
      const text = decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
      line += countLineEnds(text);
      return text;
    } catch (cause) {
      const message = `${source}: after line ${line} the text is not valid UTF-8`;
      throw new CommandError('input_invalid', message, { fix: 'save it as CSV in UTF-8', cause });
    }
  };
  for await (const chunk of stream) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true });
    yield read(chunk);
  }
  yield read();
}

/** Reads until the first line is whole. */
async function readFirstLine(texts: AsyncGenerator<string>): Promise<{ text: string; line: string }> {
  let text = '';
  while (!text.includes('\n')) {
    const next = await texts.next();
    if (next.done) break;
    text += next.value;
  }
  return { text, line: text.split('\n', 1)[0] ?? '' };
}

/** The separator that the first line has most of, outside of quotes. */
function chooseDelimiter(line: string): string {
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
}

function readNames(record: readonly string[], place: string): string[] {
  const names = record.map((name) => name.trim());
  for (const [column, name] of names.entries()) {
    if (name === '') {
      throw new CommandError('input_invalid', `${place}: column ${column + 1} has no name`, { fix: firstRow });
    }
    if (names.indexOf(name) < column) {
      throw new CommandError('input_invalid', `${place}: two columns are called ${safeText(name)}`);
    }
    const inner = names.find((other) => other.startsWith(`${name}.`));
    if (inner !== undefined) {
      const both = `${safeText(name)} and ${safeText(inner)}`;
      throw new CommandError('input_invalid', `${place}: the columns ${both} cannot both be values`, {
        why: `with ${safeText(inner)}, ${safeText(name)} is an object`,
      });
    }
  }
  return names;
}

function nameValues(names: readonly string[], record: readonly string[], place: string): CsvRow['values'] {
  if (record.length !== names.length) {
    const what = `${record.length} ${record.length === 1 ? 'value' : 'values'}, but ${names.length} columns`;
    const [missing] = names.slice(record.length);
    const why =
      missing === undefined ? 'a value with a separator in it needs quotes' : `there is no value for ${missing}`;
    throw new CommandError('input_invalid', `${place}: the row has ${what}`, { why });
  }
  return names.map((name, column) => [name, record[column] as string]);
}

function describe(error: CsvError & { column?: number | string }, line: string): CommandError {
  const { code, column } = error;
  const place = typeof column === 'number' ? `${line}: column ${column + 1}` : line;
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is inside a value without quotes around it';
  return new CommandError('input_invalid', `${place}: ${what}`, {
    fix: 'put a value with quotes in it between quotes, and double those inside: "a ""b"" c"',
    cause: error,
  });
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
