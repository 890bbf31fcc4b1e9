import { MergeError, mergePdfs } from '../../pdf/index.ts';
import { finishPdf } from './finish-pdf.ts';
import type { MergeAnswer, MergeJob } from './merge-answer.ts';
import { mergeOrRepair } from './merge-or-repair.ts';

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
