import type { Context } from '../../command/context.ts';

/** What is said where a render waits, and nobody is there to do it. */
export const nobodyRenders =
  'it waits: no service does renders in the background now (start one: platen serve --role worker)';

/** Says so, for the first of many renders. */
export function warnOfStall({ output }: Pick<Context, 'output'>): () => void {
  let isTold = false;
  return () => {
    if (!isTold) output.warn(nobodyRenders);
    isTold = true;
  };
}
