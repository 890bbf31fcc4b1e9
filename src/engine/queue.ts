import { EngineError } from './engine-error.ts';

/** Slots for renders, and a bounded line of renders that wait for one. */
export interface Queue {
  /**
   * Acquires a slot for an account; calling the result releases it. Of those that wait, the one whose account holds the
   * fewest slots goes first; among equals the order of asking decides. Rejects with `queue_full` when too many wait, and
   * with the signal's reason when it aborts first.
   */
  acquire(signal: AbortSignal, account: string): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
  /** Refuses all renders that wait. */
  close(): void;
}

/** Somebody in a line. Whoever takes them out of it settles their promise. */
export type Waiter<T, Who = object> = PromiseWithResolvers<T> & Who;

/** Waits at the end of a line. Leaves it and rejects with the signal's reason once that is aborted. */
export async function waitInLine<T, Who>(line: Waiter<T, Who>[], who: Who, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const waiter = { ...Promise.withResolvers<T>(), ...who };
  const giveUp = () => {
    const place = line.indexOf(waiter);
    if (place >= 0) line.splice(place, 1);
    waiter.reject(signal.reason);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  line.push(waiter);
  return waiter.promise.finally(() => signal.removeEventListener('abort', giveUp));
}

type QueuedRender = Waiter<() => void, { account: string }>;

/**
 * Opens a queue with `slots` slots and `places` places to wait. One more slot is for an account that holds none: renders that
 * hang hold their slots without using the processor, and those of one account must not stop the others.
 */
export function openQueue(slots: number, places: number): Queue {
  let running = 0;
  let closed = false;
  const line: QueuedRender[] = [];

  const held = new Map<string, number>();
  const heldBy = (account: string) => held.get(account) ?? 0;
  const mayEnter = (account: string) => running < slots || (running === slots && heldBy(account) === 0);

  function enter(account: string): () => void {
    running += 1;
    held.set(account, heldBy(account) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      running -= 1;
      if (heldBy(account) === 1) held.delete(account);
      else held.set(account, heldBy(account) - 1);
      for (let next = findNext(); next; next = findNext()) {
        line.splice(line.indexOf(next), 1);
        next.resolve(enter(next.account));
      }
    };
  }

  function findNext(): QueuedRender | undefined {
    let next: QueuedRender | undefined;
    for (const waiter of line) {
      if (!mayEnter(waiter.account)) continue;
      if (next === undefined || heldBy(waiter.account) < heldBy(next.account)) next = waiter;
    }
    return next;
  }

  return {
    async acquire(signal, account) {
      if (closed) throw closedError();
      signal.throwIfAborted();
      if (mayEnter(account)) return enter(account);
      if (line.length >= places) {
        throw new EngineError('queue_full', `${places} renders wait already.`, { stage: 'queue' });
      }
      return waitInLine(line, { account }, signal);
    },
    get running() {
      return running;
    },
    get waiting() {
      return line.length;
    },
    close() {
      closed = true;
      for (const waiter of line.splice(0)) waiter.reject(closedError());
    },
  };
}

function closedError(): EngineError {
  return new EngineError('shutting_down', 'The engine is closed.', { stage: 'queue' });
}
