import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RenderedImages } from '../../../client/index.ts';
import { saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Job } from '../jobs/read-job.ts';
import { namePages } from '../pages/name-pages.ts';
import type { FileClaims } from './file-claims.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry, JournalImage } from './journal-entry.ts';
import { judgeOutput, type OutputRules } from './judge-output.ts';
import { matchesEntry } from './matches-entry.ts';

/** What saving takes. */
interface SavingTools {
  journal: Journal | undefined;
  claims: FileClaims;
  rules: OutputRules;
  /** Whether a file at the path of the job may be replaced. */
  overwrite: boolean;
  /** Milliseconds that the job has taken. */
  ms(): number;
}

/**
 * Saves the images of a job, and gives the entry of the job, which the caller records. With `{page}` each image has an entry too, so
 * that after a kill the next run recognises those that are there. Throws `usage` for several pages of one name, and
 * `input_invalid` or `output_exists` before the first is written.
 */
export async function saveJobImages(job: Job, rendered: RenderedImages, tools: SavingTools): Promise<JournalEntry> {
  const { index, id, input, path, place, output } = job;
  const { journal, claims, rules, overwrite, ms } = tools;
  const { images: pages, warnings } = rendered;
  const isPattern = basename(path).includes('{page}');
  if (pages.length > 1 && !isPattern) {
    throw new CommandError('usage', `${place}: output ${output} is for one page, and there are ${pages.length}`, {
      fix: 'name each page with {page} in "output" or -o, or choose one with "page_ranges"',
    });
  }
  const names = namePages(basename(path), pages.length);
  const images = pages.map(({ page, width, height, bytes }, at): JournalImage => {
    const file = join(dirname(path), names[at] as string);
    return { path: file, page, width, height, bytes: bytes.length, sha256: hash([bytes]) };
  });
  claims.claim(
    job,
    images.map(({ path }) => path),
  );
  const all = pages.map(({ bytes }) => bytes);
  const sum = { bytes: images.reduce((total, { bytes }) => total + bytes, 0), sha256: hash(all) };
  const entry: JournalEntry = { index, id, input, path, ...sum, pages: pages.length, images, ms: ms(), warnings };
  const mayReplace: boolean[] = [];
  for (const image of images) {
    const verdict = isPattern && (await judgeOutput({ ...job, path: image.path, output: image.path }, journal, rules));
    mayReplace.push(verdict ? verdict.action === 'skip' || verdict.overwrite : overwrite);
  }
  for (const [at, image] of images.entries()) {
    const { path: file, bytes, sha256 } = image;
    const own = isPattern ? { ...entry, path: file, bytes, sha256, pages: 1, images: [image], warnings: [] } : entry;
    await journal?.announce(own);
    await saveFile(file, all[at] as Uint8Array, mayReplace[at] as boolean);
    if (isPattern) journal?.finish(own);
  }
  const before = journal?.find(path)?.images ?? [];
  await removeOthers(
    entry,
    before.filter((image) => !claims.isOfAnother(job, image.path)),
  );
  return entry;
}

/** Removes the pages of an earlier run that the document has no more. */
async function removeOthers(entry: JournalEntry, before: readonly JournalImage[]): Promise<void> {
  const present = new Set(entry.images?.map(({ path }) => path));
  for (const image of before) {
    if (present.has(image.path) || !(await matchesEntry({ ...entry, images: [image] }))) continue;
    await unlink(image.path).catch(() => undefined);
  }
}

function hash(all: readonly Uint8Array[]): string {
  const sum = createHash('sha256');
  for (const bytes of all) sum.update(bytes);
  return sum.digest('hex');
}
