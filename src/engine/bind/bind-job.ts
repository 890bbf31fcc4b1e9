import { type BindOptions, bind, type PageSize } from './bind.ts';
import { BindError } from './bind-error.ts';
import { bindOrRepair, measureOrRepair } from './bind-or-repair.ts';
import type { BindPart } from './bind-part.ts';
import { type FinishOptions, finishPdf } from './finish-pdf.ts';

/** What a worker or a child is asked to do. */
export type BindJob =
  | {
      kind: 'bind';
      parts: readonly BindPart[];
      options: BindOptions;
      finish: FinishOptions | undefined;
      mostPages: number | undefined;
    }
  | { kind: 'measure'; part: BindPart; mostPages: number | undefined };

/** What it answers. */
export type BindAnswer =
  | { end: 'bound'; pdf: Uint8Array; pages: number }
  | { end: 'measured'; sizes: PageSize[] }
  | { end: 'refused'; code: BindError['code']; part: number; message: string }
  | { end: 'failed'; message: string };

/** Does a job. Never rejects. */
export async function doBindJob(job: BindJob): Promise<BindAnswer> {
  try {
    if (job.kind === 'measure') {
      return { end: 'measured', sizes: await measureOrRepair(job.part, job.mostPages) };
    }
    const foreign = job.parts.some((part) => part.foreign);
    const { pdf, pages } = await (foreign ? bindOrRepair : bind)(job.parts, job.options, job.mostPages);
    return { end: 'bound', pdf: job.finish === undefined ? pdf : await finishPdf(pdf, job.finish), pages };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof BindError) return { end: 'refused', code: error.code, part: error.part, message };
    return { end: 'failed', message };
  }
}

/** The error that an answer stands for: BindError, or Error for what nobody foresaw. */
export function readBindFailure(answer: BindAnswer): Error {
  if (answer.end === 'refused') return new BindError(answer.code, answer.part, answer.message);
  return new Error('binding failed', { cause: answer.end === 'failed' ? answer.message : answer.end });
}
