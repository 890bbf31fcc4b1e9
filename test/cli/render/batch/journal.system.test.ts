import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openJournal } from '../../../../src/cli/render/batch/journal.ts';

// Less than the patience with another machine.
it('the lock of a journal is taken over where nothing is in it', { timeout: 8000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'jobs.journal');
  writeFileSync(`${path}.lock`, '');
  const journal = await openJournal(path);
  expect(journal.path).toBe(path);
  await journal.close();
});
