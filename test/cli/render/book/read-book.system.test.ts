import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../engine/read-pdf.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';

const home = makeHome();
afterAll(() => home.remove());

function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(home.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

const run = (...words: string[]) => runCli(['render', 'pdf', ...words], { cwd: home.folder, env: home.env });

const book = `
title: The harbour
author: Ada
size: A5
margin: 20mm 15mm
theme: book
css: look.css
options:
  outline: true
overlays:
  - text: DRAFT
    opacity: 0.2
  - file: stamp.html
    pages: first
parts:
  - cover.html
  - toc: { depth: 2 }
    css: look.css
  - file: chapters/one.md
    title: Part one
    options: { scale: 0.9 }
  - file: chapters/two.md
    margin: 1cm
  - url: https://example.com
`;

write({
  'book/book.yaml': book,
  'book/cover.html': '<style>@page { margin: 0 }</style><h1>The harbour</h1>',
  'book/look.css': 'em { color: teal }',
  'book/stamp.html': '<b>stamp</b>',
  'book/chapters/one.md': '# One\n\n[two](two.md)\n\n## Inner',
  'book/chapters/two.md': '# Two\n\n*text*',
});

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
