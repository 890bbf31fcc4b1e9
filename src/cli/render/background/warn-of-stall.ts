import type { Context } from '../../command/context.ts';

/** The warning for a render that waits because no worker is running. */
export const nobodyRenders =
  'it waits: no service does renders in the background now (start one: platen serve --role worker)';

/** Warns, for the first of many renders. */
export function warnOfStall({ output }: Pick<Context, 'output'>): () => void {
  let isTold = false;
  return () => {
    if (!isTold) output.warn({ code: 'worker_missing', text: nobodyRenders });
    isTold = true;
  };
}
