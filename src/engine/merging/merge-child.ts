import { findChildEntry, type JobChild, JobChildEnded, startJobChild } from '../../children/index.ts';
import { MergeError } from '../../pdf/index.ts';
import type { MergeAnswer, MergeJob } from './merge-answer.ts';

// Beside the heap: the PDF and its result, unpacked streams, and the memory of WebAssembly.
const residentMegabytes = 1024;

/** The process was killed from outside, most likely by a system short of memory. A second try may succeed. */
export class MergeChildKilled extends MergeError {
  constructor(part: number) {
    super('pdf_invalid', part, 'Reading the PDF takes too much memory.');
  }
}

/**
 * A process that merges PDFs of users, for one render. `run` rejects with the signal's reason when it aborts, with `pdf_invalid` for a PDF
 * that needs more memory, with `MergeChildKilled`, or with Error.
 */
export type MergeChild = JobChild<MergeJob, MergeAnswer>;

/** Starts it without rights. */
export function startMergeChild(heapMegabytes: number): MergeChild {
  const entry = findChildEntry({
    name: 'merge-worker',
    from: import.meta.url,
    packages: ['@neslinesli93/qpdf-wasm', '@hyzyla/pdfium', 'jpeg-js'],
  });
  const memory = { heap: heapMegabytes, resident: residentMegabytes };
  const child = startJobChild<MergeJob, MergeAnswer>(entry, memory, 'merges PDFs');
  return {
    ...child,
    run: (job, signal) =>
      child.run(job, signal).catch((error: unknown) => {
        if (!(error instanceof JobChildEnded)) throw error;
        if (error.end === 'killed') throw new MergeChildKilled(findForeign(job));
        if (error.end === 'ended') throw error;
        throw new MergeError('pdf_invalid', findForeign(job), 'Reading the PDF takes too much memory.');
      }),
  };
}

function findForeign(job: MergeJob): number {
  return job.parts.findIndex((part) => part.foreign);
}
