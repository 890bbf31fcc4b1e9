import { describe, expect, it } from 'vitest';
import { type CsvRow, readCsv } from '../../../../src/cli/render/jobs/read-csv.ts';

/** The rows of a text that arrives in pieces of some bytes. */
async function read(text: string | Buffer, size = 7): Promise<CsvRow[]> {
  const bytes = Buffer.from(text as string);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const rows: CsvRow[] = [];
  for await (const row of readCsv(pieces(), 'rows.csv')) rows.push(row);
  return rows;
}
const values = async (text: string | Buffer) => (await read(text)).map((row) => row.values.map(([, value]) => value));

describe('rows of CSV', () => {
  it('have the names of the first row and their line, also after quoted line ends and empty lines', async () => {
    expect(await read('\ufeffname,note\r\nAda,"a, ""b"""\r\n\r\n"Grace\r\nHopper",\r\nlast,x')).toEqual([
      {
        line: 2,
        values: [
          ['name', 'Ada'],
          ['note', 'a, "b"'],
        ],
      },
      {
        line: 4,
        values: [
          ['name', 'Grace\r\nHopper'],
          ['note', ''],
        ],
      },
      {
        line: 6,
        values: [
          ['name', 'last'],
          ['note', 'x'],
        ],
      },
    ]);
  });

  it.each([
    ['commas', 'a,b;c\n1,2', [['1', '2']]],
    ['semicolons', 'a;b;"c,d,e,f"\n1;2,5;3', [['1', '2,5', '3']]],
    ['tabs', 'a\tb\n1\t2', [['1', '2']]],
    ['what the first line says, as Excel writes it', 'sep=|\na|b\n1|2', [['1', '2']]],
    ['nothing, for one column', 'a\n1\n2', [['1'], ['2']]],
  ])('are separated by %s', async (_what, text, rows) => {
    expect(await values(text)).toEqual(rows);
  });

  it('are read as UTF-16 with its mark', async () => {
    expect(await values(Buffer.from('\ufeffa\tb\n1\tü\n', 'utf16le'))).toEqual([['1', 'ü']]);
  });

  it('keep numbers as they are written', async () => {
    expect(await values('a,b\n007,1.10\n')).toEqual([['007', '1.10']]);
  });

  it.each([
    ['', 'rows.csv: the file is empty'],
    ['a,b\n1,2\n3\n', 'rows.csv:3: the row has 1 value, but 2 columns'],
    ['a,b\n1,2,3\n', 'rows.csv:2: the row has 3 values, but 2 columns'],
    ['a,,c\n', 'rows.csv:1: column 2 has no name'],
    ['a,b,a\n', 'rows.csv:1: two columns are called a'],
    ['a,b\n1,"2\n3,4\n', 'rows.csv:2: column 2: a quote is not closed'],
    ['a,b\n1,x"y\n', 'rows.csv:2: column 2: a quote is inside a value without quotes around it'],
    [Buffer.from('a,b\n1,2\n\xe9,3\n', 'latin1'), 'rows.csv: after line'],
  ])('are refused with the line and the column: %j', async (text, message) => {
    const error = expect.objectContaining({ code: 'input_invalid', message: expect.stringContaining(message) });
    await expect(read(text)).rejects.toThrow(error);
  });

  it('are read while they arrive', async () => {
    let sent = 0;
    const endless = async function* () {
      yield Buffer.from('a,b\n');
      for (;;) {
        sent += 1;
        yield Buffer.from('1,2\n'.repeat(1000));
      }
    };
    for await (const { line } of readCsv(endless(), 'rows.csv')) if (line === 5000) break;
    expect(sent).toBeLessThan(100);
  });
});
