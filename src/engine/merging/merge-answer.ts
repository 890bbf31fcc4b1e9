import { type MergedPdf, MergeError, type MergeOptions, type MergePart } from '../../pdf/index.ts';
import type { FinishOptions } from './finish-options.ts';

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

/** The error behind an answer: MergeError, or Error for a failure that has no code. */
export function readMergeFailure(answer: MergeAnswer): Error {
  if (answer.end === 'refused') {
    const { code, part, message, faults, fields, knownFields } = answer;
    return new MergeError(code, part, message, { faults, fields, knownFields });
  }
  return new Error('merging failed', { cause: answer.end === 'failed' ? answer.message : answer.end });
}
