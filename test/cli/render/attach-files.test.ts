import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { attachFiles } from '../../../src/cli/render/attach-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-attach-'));
afterAll(() => rmSync(folder, { recursive: true }));
const io = systemIo(() => {});
const write = (name: string) => {
  writeFileSync(join(folder, name), name);
  return join(folder, name);
};

it('files go along by their names and kinds', async () => {
  expect(await attachFiles([write('sums.csv'), write('model.step')], io)).toEqual([
    { name: 'sums.csv', type: 'text/csv', base64: Buffer.from('sums.csv') },
    { name: 'model.step', type: 'application/octet-stream', base64: Buffer.from('model.step') },
  ]);
});

it.each([
  [['-'], 'usage', '--attach - has no name'],
  [[write('a.txt'), write('a.txt')], 'usage', '--attach: two files are named "a.txt"'],
  [['no/such.txt'], 'input_missing', '--attach: there is no file no/such.txt'],
])('%j is refused', async (files, code, message) => {
  await expect(attachFiles(files, io)).rejects.toMatchObject({ code, message });
});
