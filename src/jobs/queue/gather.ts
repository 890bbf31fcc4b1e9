/** Has work done for several at once. */
export interface Gathering<T> {
  /** Resolves once the work is done for this item, with others or alone. Rejects with what the work throws. */
  add(item: T): Promise<void>;
  /** Has the work done for all that wait, without a pause. */
  flush(): Promise<void>;
}

/**
 * Gathers items: those who add one within `pauseMs` milliseconds, or while the work is under way, share the next turn. Without a pause
 * the first of them is worked on at once.
 */
export function gather<T>(work: (items: T[]) => Promise<void>, pauseMs = 0): Gathering<T> {
  let waiting: T[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  let hurry = () => {};

  async function pause(): Promise<void> {
    if (pauseMs === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, pauseMs);
    hurry = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function takeTurn(): Promise<void> {
    await Promise.all([current.catch(() => undefined), pause()]);
    const items = waiting;
    waiting = [];
    next = undefined;
    current = work(items);
    await current;
  }

  return {
    add(item) {
      waiting.push(item);
      next ??= takeTurn();
      return next;
    },
    async flush() {
      hurry();
      await (next ?? current).catch(() => undefined);
    },
  };
}
