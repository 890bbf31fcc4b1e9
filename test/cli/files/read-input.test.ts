import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readInputBytes, readJsonObject } from '../../../src/cli/files/read-input.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { limits } from '../../../src/contract/index.ts';

const cwd = mkdtempSync(join(tmpdir(), 'platen-input-'));
afterAll(() => rmSync(cwd, { recursive: true }));

it('refuses an input that no request can hold, before it is read', async () => {
  writeFileSync(join(cwd, 'large.json'), '');
  truncateSync(join(cwd, 'large.json'), limits.body + 1);
  const reading = readInputBytes('large.json', '--input', { cwd } as Io).then(({ length }) => length);
  await expect(reading).rejects.toMatchObject({
    code: 'input_invalid',
    message: '--input: large.json is larger than 32 MiB',
  });
});

it.each([
  ['[1]', '--context: a JSON object is needed, not a list'],
  ['"a"', '--context: a JSON object is needed, not a string'],
  ['{"a": 1', '--context: the value is not JSON at line 1, column 8'],
])('takes %s for JSON, not for the name of a file', async (value, message) => {
  await expect(readJsonObject(value, '--context', { cwd } as Io)).rejects.toMatchObject({ message });
});

it('says that the shell removed the quotes of JSON that has none', async () => {
  const reading = (value: string) => readJsonObject(value, '--context', { cwd } as Io);
  await expect(reading('{name: Ada, n: 1}')).rejects.toMatchObject({ fix: expect.stringContaining('your shell') });
  await expect(reading('{"name": Ada}')).rejects.toMatchObject({ fix: expect.stringContaining('double quotes, and') });
});

it.each(['NFC', 'NFD'] as const)(
  'reads a file whose name is typed in %s and stored in the other form',
  async (typed) => {
    writeFileSync(join(cwd, `${typed} é.json`.normalize(typed === 'NFC' ? 'NFD' : 'NFC')), '{"a": 1}');
    const value = await readJsonObject(`${typed} é.json`.normalize(typed), '--context', { cwd } as Io);
    expect(value).toEqual({ a: 1 });
  },
);
