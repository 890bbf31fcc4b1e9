import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { readPageFile } from '../../src/cli/templates/preview/preview-handler.ts';
import { findWebFolder } from '../../src/server/dashboard/pages.ts';
import { describeWebFile } from '../../src/web/index.ts';
import { buildProgram } from '../helpers/built-program.ts';

let folder: string;
const read = (name: string) => readFileSync(join(folder, name));

beforeAll(async () => {
  folder = join(await buildProgram(), 'dist', 'web');
}, 120_000);

/** The scripts that a page loads before anything is asked for: its own, and all that they import at once. */
function listFirstScripts(page: string): string[] {
  const [name = ''] = /[\w.-]+\.js/.exec(read(page).toString()) ?? [];
  const found = new Set([name]);
  for (const script of found) {
    for (const [, next = ''] of read(script)
      .toString()
      .matchAll(/(?:from|import)\s?"\.\/([\w.-]+\.js)"/g))
      found.add(next);
  }
  return [...found];
}

it.each(['dashboard.html', 'preview.html'])('%s needs at most 60 KB of packed script for its first view', (page) => {
  const scripts = listFirstScripts(page);
  const size = scripts.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(scripts.length).toBeGreaterThan(1);
  expect(size).toBeGreaterThan(8_000);
  expect(size).toBeLessThan(60_000);
  expect(scripts.filter((name) => /open-editor|chart|pdf/.test(name))).toEqual([]);
});

it('has no file that is not handed out, but the licences', () => {
  expect(readdirSync(folder).filter((name) => !describeWebFile(name))).toEqual(['licenses.txt']);
});

it('is in the tests what the program has, though `dist` be of other sources', async () => {
  // Names and pages say the content of all.
  expect(readdirSync(findWebFolder() ?? '')).toEqual(readdirSync(folder));
  expect((await readPageFile('preview.html'))?.bytes).toEqual(read('preview.html'));
});

it('brings the licences of what was joined', () => {
  const licences = read('licenses.txt').toString();
  for (const name of ['preact', '@codemirror/view', 'pdfjs-dist', 'uplot']) expect(licences).toContain(`${name}\n`);
});

it('names no address but its own in the pages, and runs no script inside of them', () => {
  for (const page of ['dashboard.html', 'preview.html']) {
    const text = read(page).toString();
    expect(text).not.toMatch(/https?:|\sstyle=|\son\w+=/);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toMatch(/<script type="module" src="[\w%/.-]+"><\/script>/);
  }
});
