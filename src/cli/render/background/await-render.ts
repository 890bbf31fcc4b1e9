import type { Render } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { CommandError } from '../../output/command-error.ts';
import type { ResultOutput } from './choose-file.ts';

/**
 * Waits for a background render, showing how far it is, and fetches its result for `file`, if that is given. However the wait ends before
 * the render does, it says that the render goes on and how to wait again: `again` is that command.
 */
export async function awaitRender(
  context: Context,
  id: string,
  file: ResultOutput | undefined,
  again: string,
): Promise<Render> {
  const { output, signal } = context;
  const client = await context.client();
  const timeoutMs = (await context.settings()).get('timeout');
  const isWatched = output.peopleAtTerminal && !output.json;
  const progress = output.progress('waiting');
  try {
    // A wrong URL is reported immediately. Only a service that has answered before is waited for.
    const found = await client.getRender(id, { signal });
    file?.check(found);
    const render = await client.waitForRender(id, {
      signal,
      ...(timeoutMs !== null && { timeoutMs }),
      ...(isWatched && { onProgress: (state: Render) => progress.update(describeProgress(state)) }),
      onStall: warnOfStall(context),
      onWait: (_attempt, { message }) => progress.update(`${message}; asking again`),
    });
    await file?.fetch(render, () => progress.stop());
    return render;
  } catch (error) {
    const fix = `the render continues; to wait again: ${again}`;
    if (signal.aborted) output.note(`The render continues. To wait again: ${again}`);
    else if ((error as { code?: unknown }).code === 'timeout' && timeoutMs !== null) {
      throw new CommandError('timeout', (error as Error).message, { fix, cause: error });
    }
    throw error;
  } finally {
    progress.stop();
  }
}

/** How far a render is, in a few words. */
export function describeProgress({ status, start_at, waits_for, progress }: Render): string {
  if (waits_for === 'worker') return 'queued; no service does renders in the background now';
  if (waits_for === 'start') return `queued, to begin at ${start_at}`;
  if (status !== 'running' || progress === null || progress.parts < 2) return status;
  const { parts, parts_done, pages } = progress;
  return `${status}, ${parts_done} of ${parts} parts, ${pages} page${pages === 1 ? '' : 's'}`;
}

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
