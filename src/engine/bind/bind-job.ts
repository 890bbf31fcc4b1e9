import { type BindOptions, bind, countPages } from './bind.ts';
import { BindError } from './bind-error.ts';
import { bindOrRepair, countOrRepair } from './bind-or-repair.ts';
import type { BindPart } from './bind-part.ts';

/** What a worker or a child is asked to do. */
export type BindJob =
  | { kind: 'bind'; parts: readonly BindPart[]; options: BindOptions; mostPages: number | undefined }
  | { kind: 'count'; pdf: Uint8Array; foreign: boolean };

/** What it answers. */
export type BindAnswer =
  | { end: 'done'; pdf: Uint8Array; pages: number }
  | { end: 'refused'; code: BindError['code']; part: number; message: string }
  | { end: 'failed'; message: string };

/** Does a job. Never rejects. */
export async function doBindJob(job: BindJob): Promise<BindAnswer> {
  try {
    if (job.kind === 'count') {
      const pages = job.foreign ? await countOrRepair(job.pdf) : countPages(job.pdf);
      return { end: 'done', pdf: new Uint8Array(), pages };
    }
    const foreign = job.parts.some((part) => part.foreign);
    const work = foreign ? bindOrRepair : bind;
    const { pdf, pages } = await work(job.parts, job.options, job.mostPages);
    return { end: 'done', pdf, pages };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof BindError) return { end: 'refused', code: error.code, part: error.part, message };
    return { end: 'failed', message };
  }
}

/** The result that an answer stands for. Throws BindError, or Error for what nobody foresaw. */
export function readBindAnswer(answer: BindAnswer): { pdf: Uint8Array; pages: number } {
  if (answer.end === 'done') return { pdf: answer.pdf, pages: answer.pages };
  if (answer.end === 'refused') throw new BindError(answer.code, answer.part, answer.message);
  throw new Error(`binding failed: ${answer.message}`);
}
