import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Journal, openJournal } from '../../../../src/cli/render/batch/journal.ts';
import { judgeOutput } from '../../../../src/cli/render/batch/judge-output.ts';
import { saveJobImages } from '../../../../src/cli/render/batch/save-job-images.ts';
import type { Job } from '../../../../src/cli/render/jobs/read-job.ts';

const rules = { force: false, mkdir: false };
const timings = { queue_ms: 0, load_ms: 0, print_ms: 0, bind_ms: 0 };
const rendered = {
  images: [1, 2, 3].map((page) => ({
    page,
    type: 'image/png',
    width: 1,
    height: 1,
    bytes: Buffer.from(`page ${page}`),
  })),
  ...{ warnings: [], timings, templateRevisions: [] },
};

test('the pages that a killed run has written are known to the next one, which writes all of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-images-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const output = '{page}.png';
  const image = { format: 'png' } as const;
  const body = { parts: 'x', image };
  const job: Job = { index: 0, place: 'jobs:1', id: null, output, path: join(folder, output), image, body, input: 'a' };
  const save = async (journal: Journal) => {
    const verdict = await judgeOutput(job, journal, rules);
    if (verdict.action === 'skip') return 'skipped';
    journal.finish(await saveJobImages(job, rendered, { journal, rules, overwrite: verdict.overwrite, ms: () => 1 }));
    return 'saved';
  };
  const path = join(folder, 'journal');
  const first = await openJournal(path);
  let announced = 0;
  const dying: Journal = {
    ...first,
    async announce(entry) {
      announced += 1;
      if (announced === 3) throw new Error('killed');
      await first.announce(entry);
    },
    // What was announced last is there, and not recorded.
    finish: (entry) => announced === 1 && first.finish(entry),
  };
  await expect(save(dying)).rejects.toThrow('killed');
  await first.close();
  expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toEqual(['1.png', '2.png']);
  for (const ends of ['saved', 'skipped']) {
    const journal = await openJournal(path);
    expect(await save(journal)).toBe(ends);
    await journal.close();
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toEqual(['1.png', '2.png', '3.png']);
});
