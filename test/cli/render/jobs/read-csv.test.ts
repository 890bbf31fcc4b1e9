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

  it.each<[string, number[]]>([
    ['sep=|\na|b\n1|2\n3|4', [3, 4]],
    ['SEP=|\r\na|b\r\n1|2', [3]],
    ['a\n\n\n1\n"x\ny"\n2', [4, 5, 7]],
    ['a\r1\r2', [2, 3]],
  ])('have the line in which they begin: %j', async (text, lines) => {
    expect((await read(text)).map(({ line }) => line)).toEqual(lines);
  });

  it.each<[string | Buffer, object]>([
    ['sep=;\na;b\n1\n', { message: 'rows.csv:3: the row has 1 value, but 2 columns', why: 'there is no value for b' }],
    [
      'a,b\n1,2,3\n',
      {
        message: 'rows.csv:2: the row has 3 values, but 2 columns',
        why: 'a value with a separator in it needs quotes',
      },
    ],
    ['\n', { message: 'rows.csv: the file is empty', fix: 'the first row has the names of the columns' }],
    ['a, ,c\n', { message: 'rows.csv:1: column 2 has no name', fix: 'the first row has the names of the columns' }],
    [
      'a,b.c, b \n',
      { message: 'rows.csv:1: the columns b and b.c cannot both be values', why: 'with b.c, b is an object' },
    ],
    [
      'a\n"x',
      {
        message: 'rows.csv:2: column 1: a quote is not closed',
        fix: 'put a value with quotes in it between quotes, and double those inside: "a ""b"" c"',
      },
    ],
    [
      Buffer.from('a,b\n1,2\n\xe9,3\n', 'latin1'),
      { message: 'rows.csv: after line 2 the text is not valid UTF-8', fix: 'save it as CSV in UTF-8' },
    ],
    [
      Buffer.from('a\xc3', 'latin1'),
      { message: 'rows.csv: after line 1 the text is not valid UTF-8', fix: 'save it as CSV in UTF-8' },
    ],
  ])('are refused with the reason: %j', async (text, error) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'input_invalid', ...error });
  });

  it.each([1, 7, 1000])(
    'have a quote that is wrong in its line, if they arrive in pieces of %d bytes',
    async (size) => {
      const error = (message: string) => expect.objectContaining({ code: 'input_invalid', message });
      await expect(read('a,b\n1,2\n1,"x\ny"\n1,"2\n3,4\n', size)).rejects.toEqual(
        error('rows.csv:5: column 2: a quote is not closed'),
      );
      await expect(read('a,b\n1,2\n\n\r\n1,"2', size)).rejects.toEqual(
        error('rows.csv:5: column 2: a quote is not closed'),
      );
      await expect(read('sep=,\na,b\n1,2\n1,x"y\n', size)).rejects.toEqual(
        error('rows.csv:4: column 2: a quote is inside a value without quotes around it'),
      );
    },
  );

  it('may have columns that begin alike', async () => {
    expect(await values('a,ab,b.c,b.d\n1,2,3,4\n')).toEqual([['1', '2', '3', '4']]);
  });

  it('fail as their file does', async () => {
    const failure = new Error('disk');
    const broken = async function* () {
      yield Buffer.from('a\n1\n');
      throw failure;
    };
    const readAll = async () => {
      for await (const _row of readCsv(broken(), 'rows.csv'));
    };
    await expect(readAll()).rejects.toBe(failure);
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
