import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { openPdf, readTexts } from '../../../pdf/read-pdf.ts';

const home = makeHome();
afterAll(() => home.remove());
const platen = (words: string[]) => runCli(['render', 'pdf', ...words], { cwd: home.folder, env: home.env });
const listFiles = (start: string) =>
  readdirSync(home.folder)
    .filter((name) => name.startsWith(start))
    .sort();
const readFile = async (name: string) => readTexts(await openPdf(readFileSync(join(home.folder, name))));

beforeAll(() => {
  const style = '<style>h1 { break-before: page }</style>';
  const headings = ['One', 'Two', 'Three'].map((words) => `<h1 id=${words}>${words}</h1>`);
  const page = `<html lang=en><title>Numbers</title>${style}${headings.join('')}<p><a href="#One">first</a>`;
  writeFileSync(join(home.folder, 'numbers.html'), page);
  writeFileSync(join(home.folder, 'twelve.pdf'), buildPages(12));
});

describe('a file for each page', () => {
  it('has that page alone, with the claims of the whole', async () => {
    const flags = ['--pages', '2-3', '--pdf-ua', '-o', 'number-{page}.pdf', '--json'];
    const { code, stdout, stderr } = await platen(['numbers.html', ...flags]);
    expect([code, stderr]).toEqual([0, '']);
    const { data, warnings } = JSON.parse(stdout);
    expect(data).toMatchObject([
      { page: 1, pages: 1, path: join(home.folder, 'number-1.pdf') },
      { page: 2, pages: 1, path: join(home.folder, 'number-2.pdf') },
    ]);
    expect(warnings.concat(data.flatMap((row: { warnings: object[] }) => row.warnings))).toMatchObject([
      { code: 'link_dropped' },
    ]);
    expect((await readFile('number-1.pdf')).join()).toContain('Two');
    expect((await readFile('number-2.pdf')).join()).toMatch(/Three.*first/s);
    expect(readFileSync(join(home.folder, 'number-2.pdf')).toString('latin1')).toContain('<pdfuaid:part>1');
  });

  it('is named so that files sort, also for those of a PDF', async () => {
    const { code, stderr } = await platen(['twelve.pdf', '-o', 'part-{page}.pdf']);
    expect([code, stderr.split('\n').length - 1]).toEqual([0, 12]);
    const names = listFiles('part-');
    expect([names[0], names[11], names.length]).toEqual(['part-01.pdf', 'part-12.pdf', 12]);
  });

  it('is not written if one of them exists', async () => {
    writeFileSync(join(home.folder, 'kept-2.pdf'), 'kept');
    const { code, stderr } = await platen(['numbers.html', '--pages', '1-2', '-o', 'kept-{page}.pdf']);
    expect([code, stderr]).toEqual([6, expect.stringContaining('kept-2.pdf exists')]);
    expect(listFiles('kept-')).toEqual(['kept-2.pdf']);
  });

  it('is in a dry run one request', async () => {
    const { code, stdout } = await platen(['numbers.html', '-o', 'dry-{page}.pdf', '--dry-run']);
    expect([code, JSON.parse(stdout).method, listFiles('dry-')]).toEqual([0, 'POST', []]);
  });

  it.each([
    [['--open'], '--open shows one file'],
    [['--watch'], '--watch writes one file'],
    [['--each'], 'there is no placeholder {page}'],
  ])('cannot be combined with %j', async (flags, message) => {
    const { code, stderr } = await platen(['numbers.html', '-o', 'no-{page}.pdf', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('takes no other placeholder besides', async () => {
    const { code, stderr } = await platen(['numbers.html', '-o', '{name}-{page}.pdf']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no placeholder {name}')]);
  });
});
