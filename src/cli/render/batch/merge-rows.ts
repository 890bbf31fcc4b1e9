import { createHash } from 'node:crypto';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { MergeError } from '../../../pdf/index.ts';
import type { Context } from '../../command/context.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { checkTarget, saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Job, MergedJobs } from '../jobs/read-job.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { OutputRules } from './judge-output.ts';
import { matchesEntry } from './matches-entry.ts';

/** The one PDF of a batch: its jobs wait on the disk, and become an entry of its outline each. */
export interface MergedOutput extends MergedJobs {
  /** As the user wrote it. */
  shown: string;
  /** Remembers a job that was read; a job that is read again counts once. */
  note(job: Job): void;
  /** The entry of the PDF if an earlier run made it of the same jobs. */
  findFinished(journal: Journal | undefined): Promise<JournalEntry | undefined>;
  /** Throws `output_exists` and others if the PDF cannot be written. */
  check(journal: Journal | undefined, rules: OutputRules): Promise<void>;
  /** Merges the PDFs of all jobs, writes the PDF and removes theirs. */
  write(context: Context, journal: Journal | undefined, rules: OutputRules): Promise<JournalEntry>;
}

/** The most pages of the PDF. */
const pageLimit = 100_000;

/** Opens the output of `--merge`. Throws `usage` for a name that is not that of one file. */
export function openMergedOutput(target: string | undefined, cwd: string): MergedOutput {
  if (target === undefined || target === '' || target === '-') {
    throw new CommandError('usage', '--merge needs the file to write', { fix: 'name it: --merge -o all.pdf' });
  }
  if (/\{[^{}]+\}/.test(target)) {
    throw new CommandError('usage', '-o names one file with --merge', {
      fix: "name it without a field: -o all.pdf; --title '{name}' names the entries of its outline",
    });
  }
  const path = resolve(cwd, target);
  const folder = join(dirname(path), `.${basename(path)}.rows`);
  const jobs = new Map<number, Pick<Job, 'path' | 'place' | 'title' | 'input'>>();
  const inOrder = () => [...jobs].sort(([a], [b]) => a - b).map(([, job]) => job);

  /** SHA-256 of all requests and titles, in hex. */
  function hashJobs(): string {
    const hash = createHash('sha256');
    for (const { input, title } of inOrder()) hash.update(JSON.stringify([input, title]));
    return hash.digest('hex');
  }

  return {
    shown: target,
    pathOf: (index) => join(folder, `${index + 1}.pdf`),
    note({ index, path: rowPath, place, title, input }) {
      jobs.set(index, { path: rowPath, place, title, input });
    },
    async findFinished(journal) {
      const known = journal?.find(path);
      return known?.input === hashJobs() && (await matchesEntry(known)) ? known : undefined;
    },
    async check(journal, { force, mkdir }) {
      const known = journal?.find(path);
      const isOurs = known !== undefined && (await matchesEntry(known));
      if (mkdir) provideFolder(dirname(path));
      await checkTarget(path, force || isOurs, '-o');
      provideFolder(folder);
    },
    async write(context, journal, rules) {
      const started = performance.now();
      const all = inOrder();
      const { mergePdfs } = await import('../../../pdf/index.ts');
      const parts = await Promise.all(
        all.map(async (job) => ({ pdf: await readFile(job.path), foreign: true, title: job.title ?? '' })),
      );
      const explain = (error: Error): never => {
        const { part, code } = error as MergeError;
        const place = part === undefined ? undefined : all[part]?.place;
        if (place === undefined) throw error;
        throw new CommandError(code, `${place}: the PDF cannot be merged: ${error.message}`, { cause: error });
      };
      const merged = (() => {
        try {
          return mergePdfs(parts, { outline: true, producer: `platen ${context.version}` }, pageLimit);
        } catch (error) {
          return explain(error as Error);
        }
      })();
      for (const { part, code, detail } of merged.warnings) {
        context.output.warn({ code, text: `${all[part]?.place}: ${detail}` });
      }
      const sha256 = createHash('sha256').update(merged.pdf).digest('hex');
      const facts = { bytes: merged.pdf.length, sha256, pages: merged.pages, warnings: [] };
      const ms = Math.round(performance.now() - started);
      const entry: JournalEntry = { index: all.length, id: null, input: hashJobs(), path, ms, ...facts };
      await journal?.announce(entry);
      await saveFile(path, Buffer.from(merged.pdf), rules.force || journal?.find(path) !== undefined);
      journal?.finish(entry);
      for (const job of all) await rm(job.path, { force: true });
      // Another file in it is not ours.
      await rmdir(folder).catch(() => undefined);
      return entry;
    },
  };
}
