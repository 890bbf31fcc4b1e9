/**
 * Works on items in their order: on one at a time, and on one more in each slot that `acquireSpare` gives. Resolves
 * with the results in order. If items fail, those after the first of them are stopped, those before it are waited for, and the failure of
 * the first in order rejects: the same one as if they had been worked on one after the other.
 */
export async function workSideBySide<T>(
  count: number,
  acquireSpare: (signal: AbortSignal) => Promise<() => void>,
  work: (index: number, stopped: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const running: Promise<T>[] = [];
  const stops: AbortController[] = [];
  const beside: Promise<void>[] = [];
  const allStarted = new AbortController();
  let failed = count;
  const isLeft = () => running.length < failed;

  async function workOnNext(): Promise<void> {
    const index = running.length;
    const stop = new AbortController();
    stops.push(stop);
    const working = work(index, stop.signal);
    running.push(working);
    try {
      await working;
    } catch (error) {
      failed = Math.min(failed, index);
      for (const later of stops.slice(index + 1)) later.abort(error);
    }
  }

  async function workInSpareSlots(): Promise<void> {
    while (isLeft()) {
      const release = await acquireSpare(allStarted.signal);
      if (isLeft()) beside.push(workOnNext().finally(release));
      else release();
    }
  }

  // It fails once there is nothing left to start, or the queue is closed.
  const inviting = workInSpareSlots().catch(() => undefined);
  while (isLeft()) await workOnNext();
  allStarted.abort();
  await inviting;
  await Promise.all(beside);
  return Promise.all(failed < count ? [running[failed] as Promise<T>] : running);
}
