import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPdf } from '../../../engine/read-pdf.ts';
import { type CliResult, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;

beforeEach(() => {
  home = makeHome();
  mkdirSync(inHome('letter/partials'), { recursive: true });
  write('letter/content.html', '{% render "partials/head" %}<p>Dear {{ name }}<h2>Terms of {{ name }}</h2>');
  write('letter/partials/head.html', '<h1>Letter</h1>');
});
afterEach(() => home.remove());

const inHome = (name: string) => join(home.folder, name);
const write = (name: string, text: string) => writeFileSync(inHome(name), text);
const read = (name = 'all.pdf') => readPdf(readFileSync(inHome(name)));
const batch = (...words: string[]): Promise<CliResult> =>
  runCli(['render', 'batch', ...words], { cwd: home.folder, env: home.env });
const merge = (...words: string[]) =>
  batch('rows.csv', '--template', './letter', '--merge', '-o', 'all.pdf', '--title', '{name}', '-j', '2', ...words);
const lines = ({ stdout }: CliResult) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('one PDF of all rows', () => {
  it('has them in their order, with an entry of the outline each, and leaves nothing else', async () => {
    write('rows.csv', 'name\nAda / Co.\nGrace\n"Joan\nof Arc"\n');
    const result = await merge();
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('Wrote all.pdf (3 pages')]);
    const { pages, outline } = await read();
    expect(outline).toEqual(['Ada / Co.', 'Grace', 'Joan of Arc']);
    expect(pages.map((page) => page.slice(0, 17))).toEqual([
      'Letter Dear Ada /',
      'Letter Dear Grace',
      'Letter Dear Joan ',
    ]);
    expect(readdirSync(home.folder).sort()).toEqual(['all.pdf', 'letter', 'rows.csv', 'rows.csv.journal']);
    const found = lines(result);
    expect(found.map(({ path, ok }) => [path, ok])).toEqual([
      [null, true],
      [null, true],
      [null, true],
      [inHome('all.pdf'), true],
    ]);
    expect(found.at(-1)).toMatchObject({ index: 3, pages: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('is not made again of the same rows, and is made again of others', async () => {
    write('rows.csv', 'name\nAda\n');
    await merge();
    const again = await merge();
    expect([again.code, lines(again)]).toEqual([
      0,
      [expect.objectContaining({ skipped: true, path: inHome('all.pdf') })],
    ]);
    write('letter/partials/head.html', '<h1>Changed</h1>');
    expect((await merge()).code).toBe(0);
    expect((await read()).pages).toEqual(['Changed Dear Ada Terms of Ada']);
    write('all.pdf', 'of another program');
    const other = await merge();
    expect([other.code, other.stderr]).toEqual([6, expect.stringContaining('all.pdf')]);
    expect((await merge('--force')).code).toBe(0);
    expect((await read()).outline).toEqual(['Ada']);
  });

  it('waits for rows that fail, which are named, and keeps those that are done', async () => {
    write('letter/content.html', '<p>{{ name }} {% if name == "b" %}{{ total | money: "EUR" }}{% endif %}');
    write(
      'rows.ndjson',
      '{"output": "a", "parts": {"liquid": "<p>a"}}\n{"title": "B", "parts": {"liquid": "{{ x | money }}"}}\n',
    );
    const failed = await batch('rows.ndjson', '--merge', '-o', 'all.pdf', '-j', '1');
    expect(failed.code).toBe(21);
    expect(failed.stderr).toContain('rows.ndjson:2');
    expect(failed.stderr).toContain('all.pdf is written when no job fails');
    expect([existsSync(inHome('all.pdf')), readdirSync(inHome('.all.pdf.rows'))]).toEqual([false, ['1.pdf']]);
    write('rows.ndjson', '{"output": "a", "parts": {"liquid": "<p>a"}}\n{"title": "B", "parts": {"liquid": "<p>b"}}\n');
    const second = await batch('rows.ndjson', '--merge', '-o', 'all.pdf', '-j', '1');
    expect(lines(second).map(({ skipped }) => skipped)).toEqual([true, false, false]);
    expect(await read()).toMatchObject({ pages: ['a', 'b'], outline: ['a', 'B'] });
  });

  it('names a row whose PDF cannot be merged', async () => {
    const pdf = { encrypt: { user_password: 'u', owner_password: 'o' } };
    write('rows.ndjson', `{"parts": {"html": "a"}}\n${JSON.stringify({ parts: { html: 'b' }, pdf })}\n`);
    const { code, stderr } = await batch('rows.ndjson', '--merge', '-o', 'all.pdf');
    expect([code, stderr]).toEqual([7, expect.stringContaining('rows.ndjson:2: the PDF cannot be merged')]);
  });

  it.each([
    [['--merge'], '--merge needs the file to write'],
    [['--merge', '-o', '{name}.pdf'], '-o names one file with --merge'],
    [['--title', '{name}', '-o', '{name}.pdf'], '--title works only with --merge'],
    [
      ['--merge', '-o', 'all.pdf', '--title', '{nmae}'],
      'rows.csv:2: --title names {nmae}, and the row has no such value',
    ],
    [['--merge', '-o', 'none/all.pdf'], 'there is no folder'],
  ])('is refused as %j', async (words, message) => {
    write('rows.csv', 'name\nAda\n');
    const { code, stderr } = await batch('rows.csv', '--template', './letter', ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    rmSync(inHome('.all.pdf.rows'), { recursive: true, force: true });
  });
});
