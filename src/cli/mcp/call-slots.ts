/** Lets a number of calls run at once; the others wait in order. */
export interface CallSlots {
  /** Runs the work once a slot is free. Rejects with the reason of the signal if that comes first. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Opens the slots. */
export function openCallSlots(count: number): CallSlots {
  let free = count;
  const waiting = new Set<() => void>();

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function exit(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    // The slot goes on to the next call without becoming free.
    waiting.delete(next);
    next();
  }

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}
