import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readInputBytes } from '../../../src/cli/files/read-input.ts';
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
