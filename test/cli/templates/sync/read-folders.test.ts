import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFolders, warnOfUnnamed } from '../../../../src/cli/templates/sync/read-folders.ts';
import { idOf } from './remote-stub.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-folders-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const read = (folder = root) => readFolders(folder, 'templates', new AbortController().signal);

describe('the folders of templates', () => {
  it('are those with a template.json, by name', async () => {
    write({
      'b/template.json': '{"name": "B"}',
      'a/template.json': '{"name": "A"}',
      'a/content.html': 'x',
      '.hidden/template.json': '{"name": "H"}',
      'c/content.html': 'x',
      '.d/content.html': 'x',
      'note.txt': '',
    });
    mkdirSync(join(root, 'empty'));
    const { folders, taken, unnamed } = await read();
    expect(folders).toMatchObject([
      { slug: 'a', path: join(root, 'a'), shown: 'templates/a', template: { name: 'A', content: 'x' } },
      { slug: 'b', shown: 'templates/b', template: { name: 'B' } },
    ]);
    expect([...taken].sort()).toEqual(['.d', '.hidden', 'a', 'b', 'c', 'note.txt']);
    expect(unnamed).toEqual(['templates/c']);
  });

  it('that cannot be read have their error', async () => {
    write({ 'a/template.json': '{' });
    expect((await read()).folders).toMatchObject([{ slug: 'a', error: { code: 'input_invalid' } }]);
  });

  it('with the same id have an error each', async () => {
    const id = idOf(1);
    const text = JSON.stringify({ id, name: 'A' });
    write({
      'a/template.json': text,
      'b/template.json': text,
      'c/template.json': '{"name": "C"}',
      'd/template.json': '{"name": "D"}',
    });
    const { folders } = await read();
    expect(folders.map(({ error }) => (error as Error | undefined)?.message)).toEqual([
      'templates/a and templates/b have the same id',
      'templates/a and templates/b have the same id',
      undefined,
      undefined,
    ]);
  });

  it('may be missing, but the root is a folder', async () => {
    expect(await read(join(root, 'missing'))).toEqual({ folders: [], taken: new Set(), unnamed: [] });
    write({ file: '' });
    await expect(read(join(root, 'file'))).rejects.toMatchObject({
      code: 'input_invalid',
      message: 'templates is not a folder',
    });
    await expect(read(join(root, 'x'.repeat(300)))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});

it('a folder without a template.json is a warning', () => {
  const warnings: unknown[] = [];
  warnOfUnnamed({ folders: [], taken: new Set(), unnamed: ['templates/c'] }, (warning) => warnings.push(warning));
  expect(warnings).toEqual([
    {
      code: 'folder_skipped',
      text: 'templates/c is passed over: it has no template.json, such as {"name": "Invoice"}',
    },
  ]);
});
