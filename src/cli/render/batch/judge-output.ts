import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkTarget } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Job } from '../jobs/read-job.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { matchesEntry } from './matches-entry.ts';

/** What to do about a job. */
type Verdict = { action: 'skip'; entry: JournalEntry } | { action: 'render'; overwrite: boolean };

/** What the flags allow. */
export interface OutputRules {
  /** Overwrite files that no earlier run made. */
  force: boolean;
  /** Make missing folders. */
  mkdir: boolean;
}

/**
 * Decides by the journal and the disk. A file that matches its entry byte for byte is finished if it came from the same
 * request, else it may be replaced; any other file needs `force`. Throws `output_exists`, `input_missing` or `usage` with the
 * line.
 */
export async function judgeOutput(job: Job, journal: Journal | undefined, rules: OutputRules): Promise<Verdict> {
  const known = journal?.find(job.path);
  const ours = known !== undefined && (await matchesEntry(known));
  if (ours && known.input === job.input) return { action: 'skip', entry: known };
  const overwrite = rules.force || ours;
  try {
    await checkTarget(job.path, overwrite, `${job.place}: output`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.code === 'input_missing' && rules.mkdir && (await canMakeFolder(job.path))) {
      return { action: 'render', overwrite };
    }
    throw explain(error, job, journal);
  }
  return { action: 'render', overwrite };
}

/** Whether the nearest existing parent of a path is a folder. */
async function canMakeFolder(path: string): Promise<boolean> {
  for (let above = dirname(path); ; above = dirname(above)) {
    const facts = await stat(above).catch(() => undefined);
    if (facts) return facts.isDirectory();
    if (dirname(above) === above) return false;
  }
}

function explain(error: CommandError, { place, output, path }: Job, journal: Journal | undefined): CommandError {
  const { code, why } = error;
  const details = { ...(why !== undefined && { why }), cause: error };
  if (code === 'output_exists') {
    const known = journal?.find(path) ? 'is not what the journal says' : 'was not made by this batch';
    return new CommandError(code, `${place}: ${output} exists`, {
      why: journal ? `it ${known}` : 'no journal lists it',
      fix: 'move it away, or overwrite it with --force',
    });
  }
  if (code === 'input_missing')
    return new CommandError(code, error.message, { ...details, fix: 'make it, or use --mkdir' });
  return new CommandError(code, error.message, { ...details, fix: 'name another file' });
}
