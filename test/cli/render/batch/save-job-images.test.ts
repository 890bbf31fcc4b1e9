import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFileClaims } from '../../../../src/cli/render/batch/file-claims.ts';
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
    const claims = openFileClaims('linux');
    const tools = { journal, claims, rules, overwrite: verdict.overwrite, ms: () => 1 };
    journal.finish(await saveJobImages(job, rendered, tools));
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

test.each(['first', 'last'])(
  'the images of another job are refused, even in a later run that begins with the %s job',
  async (start) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-images-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const image = { format: 'png' } as const;
    const name = (index: number, output: string): Job => {
      const job = { index, place: `jobs:${index + 1}`, id: null, output, path: join(folder, output), image };
      return { ...job, body: { parts: output, image }, input: output };
    };
    const jobs = [name(0, 'a{page}.png'), name(1, 'a1{page}.png')] as const;
    const [sample] = rendered.images as [(typeof rendered.images)[number]];
    const many = { ...rendered, images: Array.from({ length: 11 }, () => sample).map(numberPage) };
    const one = { ...rendered, images: [sample].map(numberPage) };
    const path = join(folder, 'journal');
    const first = await openJournal(path);
    const tools = { rules, overwrite: false, ms: () => 1 };
    first.finish(await saveJobImages(jobs[0], many, { ...tools, journal: first, claims: openFileClaims('linux') }));
    await first.close();
    const journal = await openJournal(path);
    onTestFinished(() => journal.close());
    const claims = openFileClaims('linux');
    const save = [
      () => saveJobImages(jobs[0], many, { ...tools, journal, claims }),
      () => saveJobImages(jobs[1], one, { ...tools, journal, claims }),
    ];
    if (start === 'last') save.reverse();
    await save[0]?.();
    const [refused, other] = start === 'first' ? [2, 1] : [1, 2];
    await expect(save[1]?.()).rejects.toMatchObject({
      code: 'input_invalid',
      message: `jobs:${refused}: ${join(folder, 'a11.png')} is an image of jobs:${other} too`,
    });
  },
);

function numberPage<Page>(page: Page, index: number): Page & { page: number } {
  return { ...page, page: index + 1 };
}
