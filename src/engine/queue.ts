import { EngineError } from './engine-error.ts';

/** Slots for renders, and a bounded line of those that wait for one. */
export interface Queue {
  /**
   * A slot, in the order of asking. Throws `queue_full` when too many wait, and the signal's reason when it aborts first.
   * The slot is given back by calling the result.
   */
  take(signal: AbortSignal): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
  /** Refuses all who wait. */
  close(): void;
}

interface Waiter {
  enter(): void;
  refuse(reason: unknown): void;
}

/** Makes a queue with so many slots and places to wait. */
export function openQueue(slots: number, places: number): Queue {
  let running = 0;
  let closed = false;
  const line: Waiter[] = [];

  function enter(): () => void {
    running += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      running -= 1;
      line.shift()?.enter();
    };
  }

  return {
    take(signal) {
      if (closed) return Promise.reject(closedError());
      if (signal.aborted) return Promise.reject(signal.reason);
      if (running < slots) return Promise.resolve(enter());
      if (line.length >= places) {
        return Promise.reject(new EngineError('queue_full', `${places} renders wait already.`, { stage: 'queue' }));
      }
      return new Promise((resolve, reject) => {
        const leave = () => signal.removeEventListener('abort', giveUp);
        const waiter: Waiter = {
          enter() {
            leave();
            resolve(enter());
          },
          refuse(reason) {
            leave();
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
