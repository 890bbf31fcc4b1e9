import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writePng } from '../../../../src/cli/pictures/png.ts';
import { readReference } from '../../../../src/cli/templates/check/reference-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-references-'));
afterAll(() => rmSync(folder, { recursive: true }));

const dot = writePng({ width: 1, height: 1, data: new Uint8Array(4) });
const files = {
  'twice-2.png': dot,
  'twice-02.png': dot,
  'both.pdf': 'a PDF',
  'both-1.png': dot,
  'broken-1.png': 'no picture',
};
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);

it.each([
  ['twice', 'both refs/twice-02.png and twice-2.png are for the template twice'],
  ['both', 'both refs/both.pdf and both-1.png are for the template both'],
  ['broken', 'refs/broken-1.png cannot be compared'],
])('refuses a reference of which it is not clear what it shows: %s', async (slug, message) => {
  await expect(readReference(folder, slug, 'refs')).rejects.toMatchObject({ code: 'input_invalid', message });
});

it.each([
  ['a template of which there is no file', folder],
  ['a folder that is not there', join(folder, 'none')],
])('finds nothing for %s', async (_what, where) => {
  expect(await readReference(where, 'new', 'refs')).toBeUndefined();
});
