import { MergeError, mergePdfs } from '../../pdf/index.ts';
import { finishPdf } from './finish-pdf.ts';
import { keepSigned } from './keep-signed.ts';
import type { MergeAnswer, MergeJob } from './merge-answer.ts';
import { mergeOrRepair } from './merge-or-repair.ts';

/** Runs a job. Never rejects. */
export async function runMergeJob(job: MergeJob): Promise<MergeAnswer> {
  try {
    const foreign = [...job.parts, ...(job.options.overlays ?? [])].some((part) => part.foreign);
    const { images, ...storage } = job.finish ?? {};
    // Few documents need it.
    const recoding = images && { ...images, jpeg: (await import('jpeg-js')).default };
    const options = recoding ? { ...job.options, images: recoding } : job.options;
    const merged = await (foreign ? mergeOrRepair : mergePdfs)(job.parts, options);
    if (job.finish === undefined) return { ...keepSigned(job.parts, job.options, merged), end: 'merged' };
    const pdf = Object.keys(storage).length === 0 ? merged.pdf : await finishPdf(merged.pdf, storage);
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
