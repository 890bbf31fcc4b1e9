import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../engine/read-pdf.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { bookFiles, writeFiles } from './book-files.ts';

const home = makeHome();
afterAll(() => home.remove());

const write = (files: Record<string, string>) => writeFiles(home.folder, files);

const run = (...words: string[]) => runCli(['render', 'pdf', ...words], { cwd: home.folder, env: home.env });

write(bookFiles);

describe('a book', () => {
  it('stands alone, and has a PDF of its name with all numbers right', async () => {
    expect((await run('book/book.yaml', 'book/cover.html', '--dry-run')).stderr).toContain(
      'describes a whole document',
    );
    write({
      'book/short.yml': 'title: T\ntheme: book\nparts: [cover.html, toc, chapters/one.md, chapters/two.md]',
    });
    const setting = { cwd: home.folder, env: home.env, stdoutTerminal: true };
    const { code, stderr } = await runCli(['render', 'pdf', 'book/short.yml'], setting);
    expect([code, stderr]).toEqual([0, expect.stringContaining('short.pdf')]);
    const { pages } = await readPdf(readFileSync(join(home.folder, 'short.pdf')));
    expect(pages.length).toBe(4);
    expect(pages[1]?.replace(/[.\s]*\.{2}[.\s]*/g, ' ').replace(/\s+/g, ' ')).toContain(
      'The harbour 1 One 3 Inner 3 Two 4',
    );
    expect(pages.slice(2).map((text) => text.match(/^\d+|\d+$/)?.[0])).toEqual(['3', '4']);
  });
});
