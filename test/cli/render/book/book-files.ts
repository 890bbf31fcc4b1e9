import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** A book of three documents, contents and a web page, with a style sheet and overlays. */
export const bookFiles: Readonly<Record<string, string>> = {
  'book/book.yaml': book,
  'book/cover.html': '<style>@page { margin: 0 }</style><h1>The harbour</h1>',
  'book/look.css': 'em { color: teal }',
  'book/stamp.html': '<b>stamp</b>',
  'book/chapters/one.md': '# One\n\n[two](two.md)\n\n## Inner',
  'book/chapters/two.md': '# Two\n\n*text*',
};

/** Writes files by their paths in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
