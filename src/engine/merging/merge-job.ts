import { type MergedPdf, MergeError, type MergeOptions, type MergePart, mergePdfs } from '../../pdf/index.ts';
import { type FinishOptions, finishPdf } from './finish-pdf.ts';
import { mergeOrRepair } from './merge-or-repair.ts';

/** A merge for a worker thread or a child process. */
export interface MergeJob {
  parts: readonly MergePart[];
  options: MergeOptions;
  finish: FinishOptions | undefined;
}

/** The answer to a job. */
export type MergeAnswer =
  | ({ end: 'merged' } & MergedPdf)
  | {
      end: 'refused';
      code: MergeError['code'];
      part: number | undefined;
      message: string;
      faults: MergeError['faults'];
      fields: MergeError['fields'];
      knownFields: MergeError['knownFields'];
    }
  | { end: 'failed'; message: string };

/** Runs a job. Never rejects. */
export async function runMergeJob(job: MergeJob): Promise<MergeAnswer> {
  try {
    const foreign = [...job.parts, ...(job.options.overlays ?? [])].some((part) => part.foreign);
    const merged = await (foreign ? mergeOrRepair : mergePdfs)(job.parts, job.options);
    const pdf = job.finish === undefined ? merged.pdf : await finishPdf(merged.pdf, job.finish);
    return { ...merged, end: 'merged', pdf };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof MergeError) {
      const { code, part, faults, fields, knownFields } = error;
      return { end: 'refused', code, part, message, faults, fields, knownFields };
    }
    return { end: 'failed', message };
  }
}

/** The error behind an answer: MergeError, or Error for a failure that has no code. */
export function readMergeFailure(answer: MergeAnswer): Error {
  if (answer.end === 'refused') {
    const { code, part, message, faults, fields, knownFields } = answer;
    return new MergeError(code, part, message, { faults, fields, knownFields });
  }
  return new Error('merging failed', { cause: answer.end === 'failed' ? answer.message : answer.end });
}
