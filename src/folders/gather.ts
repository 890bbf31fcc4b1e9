import { setImmediate as letOthersCome } from 'node:timers/promises';

/** Has work done for several at once. */
interface Gathering<T> {
  /** Resolves once the work is done for this item, with others or alone. Rejects with what the work throws. */
  add(item: T): Promise<void>;
  /** Has the work done for all that wait, without a rest. */
  flush(): Promise<void>;
}

/**
 * Has work run one at a time, at most once in `restMs` milliseconds (default: as often as it ends). Items
 * that are added while it rests or runs, or together, share the next run: so each item is in a whole run that began after it, and a
 * single one does not wait.
 */
export function gather<T>(work: (items: T[]) => Promise<void>, restMs = 0): Gathering<T> {
  let waiting: T[] = [];
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let hurry = () => {};
  let restedAt = Number.NEGATIVE_INFINITY;

  async function rest(): Promise<void> {
    const leftMs = restedAt - performance.now();
    if (leftMs <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, leftMs);
    hurry = resolve;
    await promise;
    clearTimeout(timer);
  }

  function start(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    restedAt = performance.now() + restMs;
    current = work(items).finally(() => {
      current = undefined;
    });
    return current;
  }

  async function startLater(): Promise<void> {
    await Promise.all([current?.catch(() => undefined), rest()]);
    // Those that one answer lets go on come together.
    await letOthersCome();
    await start();
  }

  return {
    add(item) {
      waiting.push(item);
      next ??= startLater();
      return next;
    },
    async flush() {
      hurry();
      await (next ?? current)?.catch(() => undefined);
    },
  };
}
