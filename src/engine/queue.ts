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

interface Waiter {
  account: string;
  enter(): void;
  refuse(reason: unknown): void;
}

/**
 * Opens a queue with `slots` slots and `places` places to wait. One more slot is for an account that holds none: renders that
 * hang hold their slots without using the processor, and those of one account must not stop the others.
 */
export function openQueue(slots: number, places: number): Queue {
  let running = 0;
  let closed = false;
  const line: Waiter[] = [];

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
        next.enter();
      }
    };
  }

  function findNext(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of line) {
      if (!mayEnter(waiter.account)) continue;
      if (next === undefined || heldBy(waiter.account) < heldBy(next.account)) next = waiter;
    }
    return next;
  }

  return {
    acquire(signal, account) {
      if (closed) return Promise.reject(closedError());
      if (signal.aborted) return Promise.reject(signal.reason);
      if (mayEnter(account)) return Promise.resolve(enter(account));
      if (line.length >= places) {
        return Promise.reject(new EngineError('queue_full', `${places} renders wait already.`, { stage: 'queue' }));
      }
      return new Promise((resolve, reject) => {
        const stopWaiting = () => signal.removeEventListener('abort', giveUp);
        const waiter: Waiter = {
          account,
          enter() {
            stopWaiting();
            resolve(enter(account));
          },
          refuse(reason) {
            stopWaiting();
            reject(reason);
          },
        };
        const giveUp = () => {
          line.splice(line.indexOf(waiter), 1);
          waiter.refuse(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        line.push(waiter);
      });
    },
    get running() {
      return running;
    },
    get waiting() {
      return line.length;
    },
    close() {
      closed = true;
      for (const waiter of line.splice(0)) waiter.refuse(closedError());
    },
  };
}

function closedError(): EngineError {
  return new EngineError('shutting_down', 'The engine is closed.', { stage: 'queue' });
}
