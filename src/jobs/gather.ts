/** Has work done for several at once. */
interface Gathering<T> {
  /** Resolves once the work is done for this item, with others or alone. Rejects with what the work throws. */
  add(item: T): Promise<void>;
  /** Has the work done for all that wait, without a pause. */
  flush(): Promise<void>;
}

/**
 * Has work run one at a time. Those who add an item during a run share the next one, and with a pause of `pauseMs` milliseconds (default
 * none) those who add one meanwhile: so each item is in a whole run that began after it.
 */
export function gather<T>(work: (items: T[]) => Promise<void>, pauseMs = 0): Gathering<T> {
  let waiting: T[] = [];
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let hurry = () => {};

  async function pause(): Promise<void> {
    if (pauseMs === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, pauseMs);
    hurry = resolve;
    await promise;
    clearTimeout(timer);
  }

  function start(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    current = work(items).finally(() => {
      current = undefined;
    });
    return current;
  }

  async function startLater(): Promise<void> {
    await Promise.all([current?.catch(() => undefined), pause()]);
    await start();
  }

  return {
    add(item) {
      waiting.push(item);
      if (next) return next;
      if (!current && pauseMs === 0) return start();
      next = startLater();
      return next;
    },
    async flush() {
      hurry();
      await (next ?? current)?.catch(() => undefined);
    },
  };
}
