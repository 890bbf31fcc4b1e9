import { type MergeOptions, mergePdfs } from '../merge/merge.ts';
import { MergeError } from '../merge/merge-error.ts';
import type { MergePart } from '../merge/merge-part.ts';
import { type FinishOptions, finishPdf } from './finish-pdf.ts';
import { mergeOrRepair } from './merge-or-repair.ts';

/** What a worker or a child is asked to do. */
export interface MergeJob {
  parts: readonly MergePart[];
  options: MergeOptions;
  finish: FinishOptions | undefined;
  mostPages: number | undefined;
}

/** What it answers. */
export type MergeAnswer =
  | { end: 'merged'; pdf: Uint8Array; pages: number }
  | { end: 'refused'; code: MergeError['code']; part: number; message: string }
  | { end: 'failed'; message: string };

/** Does a job. Never rejects. */
export async function runMergeJob(job: MergeJob): Promise<MergeAnswer> {
  try {
    const foreign = job.parts.some((part) => part.foreign);
    const { pdf, pages } = await (foreign ? mergeOrRepair : mergePdfs)(job.parts, job.options, job.mostPages);
    return { end: 'merged', pdf: job.finish === undefined ? pdf : await finishPdf(pdf, job.finish), pages };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof MergeError) return { end: 'refused', code: error.code, part: error.part, message };
    return { end: 'failed', message };
  }
}

/** The error that an answer stands for: MergeError, or Error for what nobody foresaw. */
export function readMergeFailure(answer: MergeAnswer): Error {
  if (answer.end === 'refused') return new MergeError(answer.code, answer.part, answer.message);
  return new Error('binding failed', { cause: answer.end === 'failed' ? answer.message : answer.end });
}
