import type { EndedStage } from '../engine-options.ts';
import type { RenderRun } from './render-job.ts';

/** Does the work of a stage and reports when it has ended, and how. */
export async function measureStage<T>(
  { context: { onStage } }: Pick<RenderRun, 'context'>,
  { stage, part }: Pick<EndedStage, 'stage' | 'part'>,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    onStage?.({ stage, part, startedAt, endedAt: performance.now() });
    return result;
  } catch (error) {
    onStage?.({ stage, part, startedAt, endedAt: performance.now(), error });
    throw error;
  }
}
