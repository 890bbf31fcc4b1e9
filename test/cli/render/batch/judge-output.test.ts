import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../../src/cli/render/batch/journal.ts';
import type { JournalEntry } from '../../../../src/cli/render/batch/journal-entry.ts';
import { judgeOutput } from '../../../../src/cli/render/batch/judge-output.ts';
import type { Job } from '../../../../src/cli/render/jobs/read-job.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-judge-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const job = (name: string, input = 'one') =>
  ({ place: 'jobs:1', output: name, path: join(folder, name), input }) as Job;

function write(name: string, text: string): JournalEntry {
  writeFileSync(join(folder, name), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path: join(folder, name), bytes: text.length, sha256, input: 'one' } as JournalEntry;
}

const journalOf = (...entries: JournalEntry[]) =>
  ({ find: (path: string) => entries.find((entry) => entry.path === path) }) as Journal;
const careful = { force: false, mkdir: false };

describe('the output of a job', () => {
  it('is rendered where no file is', async () => {
    expect(await judgeOutput(job('a'), undefined, careful)).toEqual({ action: 'render', overwrite: false });
    expect(await judgeOutput(job('a'), journalOf(), { force: true, mkdir: false })).toEqual({
      action: 'render',
      overwrite: true,
    });
  });

  it('is finished if it is what the journal says of the same request', async () => {
    const entry = write('a', 'pdf');
    expect(await judgeOutput(job('a'), journalOf(entry), { force: true, mkdir: true })).toEqual({
      action: 'skip',
      entry,
    });
  });

  it('is replaced if an earlier run made it of another request', async () => {
    const journal = journalOf(write('a', 'pdf'));
    expect(await judgeOutput(job('a', 'two'), journal, careful)).toEqual({ action: 'render', overwrite: true });
  });

  it.each([
    ['no journal lists it', false, false],
    ['it was not made by this batch', true, false],
    ['it is not what the journal says', true, true],
  ])('is refused without --force: %s', async (why, hasJournal, isListed) => {
    const entry = write('a', 'pdf');
    writeFileSync(join(folder, 'a'), 'PDF');
    const journal = hasJournal ? journalOf(...(isListed ? [entry] : [])) : undefined;
    await expect(judgeOutput(job('a'), journal, careful)).rejects.toMatchObject({
      code: 'output_exists',
      message: 'jobs:1: a exists',
      why,
    });
    expect(await judgeOutput(job('a'), journal, { force: true, mkdir: false })).toEqual({
      action: 'render',
      overwrite: true,
    });
  });

  it('needs a folder, or --mkdir and an existing folder above it', async () => {
    const missing = job('x/y/a');
    await expect(judgeOutput(missing, undefined, careful)).rejects.toMatchObject({
      code: 'input_missing',
      message: `jobs:1: output: there is no folder ${join(folder, 'x/y')}`,
      fix: 'make it, or use --mkdir',
    });
    const mkdir = { force: false, mkdir: true };
    expect(await judgeOutput(missing, undefined, mkdir)).toEqual({ action: 'render', overwrite: false });
    write('file', '');
    await expect(judgeOutput(job('file/a'), undefined, mkdir)).rejects.toMatchObject({ fix: expect.any(String) });
  });

  it('is no folder and no link, also with --force', async () => {
    mkdirSync(join(folder, 'sub'));
    symlinkSync(join(folder, 'sub'), join(folder, 'link'));
    const rules = { force: true, mkdir: true };
    for (const name of ['sub', 'link'])
      await expect(judgeOutput(job(name), undefined, rules)).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('jobs:1: output: '),
        fix: 'name another file',
      });
  });
});
