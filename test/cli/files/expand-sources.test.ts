import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandSources } from '../../../src/cli/files/expand-sources.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-expand-'));
  mkdirSync(join(folder, 'docs', 'folder.html'), { recursive: true });
  for (const name of ['b.html', 'a.html', 'draft[1].html', '-', 'docs/c.html']) writeFileSync(join(folder, name), 'x');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a pattern', () => {
  it.each([
    [['*.html'], ['a.html', 'b.html', 'draft[1].html']],
    [
      ['?.html', 'docs/*.html'],
      ['a.html', 'b.html', 'docs/c.html'],
    ],
    [['**/c.html'], ['docs/c.html']],
    [
      ['[b].html', 'a.html'],
      ['b.html', 'a.html'],
    ],
    [['*'], ['./-', 'a.html', 'b.html', 'draft[1].html']],
  ])('%s becomes the files that it matches, sorted and without folders', async (sources, files) => {
    expect(await expandSources(sources, folder)).toEqual(files);
  });

  it.each(['no*.html', '[', 'missing[1].html', 'docs/*/*'])('%s that matches no file is an error', async (pattern) => {
    const error = { code: 'input_missing', message: `${pattern} matches no file` };
    await expect(expandSources([pattern], folder)).rejects.toMatchObject(error);
  });
});

it('leaves alone what is a file, an address or a template', async () => {
  const sources = ['draft[1].html', 'https://example.com/?x=[1]*', 'template:./t*', '-', 'plain.html'];
  expect(await expandSources(sources, folder)).toEqual(sources);
});

it.each(['NFC', 'NFD'] as const)(
  'a pattern in %s finds files whose names are stored in the other form',
  async (typed) => {
    const stored = `${typed}-é-1.html`.normalize(typed === 'NFC' ? 'NFD' : 'NFC');
    writeFileSync(join(folder, stored), 'x');
    expect(await expandSources([`${typed}-é-*.html`.normalize(typed)], folder)).toEqual([stored]);
  },
);
