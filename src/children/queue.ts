import { EngineError } from './engine-error.ts';

/** Slots for renders, and a bounded line of renders that wait for one. */
export interface Queue {
  /**
   * Acquires a slot for a key of an account; calling the result releases it. Background renders go last. Then the render whose account
   * holds the fewest slots goes first, then the one whose key holds the fewest; among equals the order of asking decides. Rejects with
   * `queue_full` when too many wait, and with the signal's reason when it aborts first. Default of `key`: the account has a single one.
   */
  acquire(signal: AbortSignal, account: string, key?: string, inBackground?: boolean): Promise<() => void>;
  /**
   * Waits for one more slot for a render that holds one, until a slot is free and no render waits. So a render that uses several slots
   * delays others by no more than what it does in one. Rejects with the signal's reason when it aborts first.
   */
  acquireSpare(signal: AbortSignal, account: string, key?: string): Promise<() => void>;
  /** How many slots are held. */
  readonly running: number;
  readonly waiting: number;
  /** Refuses all renders that wait. */
  close(): void;
}

/** A waiter in a queue. The code that removes it settles its promise. */
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

/** Who asks for a slot. */
interface Asker {
  account: string;
  /** The key, with its account. */
  key: string;
  inBackground: boolean;
}

type QueuedRender = Waiter<() => void, Asker>;

/**
 * Opens a queue with `slots` slots and `places` places to wait. Renders that hang hold their slots without using the processor, and
 * must stop neither other accounts nor other keys of their account. So there is one more slot for a key that holds none, unless an
 * account with fewer slots waits, and another one for an account that holds none.
 */
export function openQueue(slots: number, places: number): Queue {
  let running = 0;
  let closed = false;
  const line: QueuedRender[] = [];
  const spares: QueuedRender[] = [];

  const [accounts, keys] = [countHeld(), countHeld()];
  const more = ({ account, key }: Asker) => {
    const mine = accounts.of(account);
    if (mine === 0) return 2;
    return keys.of(key) === 0 && line.every((other) => accounts.of(other.account) >= mine) ? 1 : 0;
  };
  const mayEnter = (asker: Asker) => running < slots + more(asker);

  function enter({ account, key }: Asker): () => void {
    running += 1;
    accounts.add(account, 1);
    keys.add(key, 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      running -= 1;
      accounts.add(account, -1);
      keys.add(key, -1);
      for (let next = findNext(); next; next = findNext()) {
        line.splice(line.indexOf(next), 1);
        next.resolve(enter(next));
      }
      for (let next = hasSpare() && spares.shift(); next; next = hasSpare() && spares.shift())
        next.resolve(enter(next));
    };
  }

  function hasSpare(): boolean {
    return running < slots && line.length === 0;
  }

  function findNext(): QueuedRender | undefined {
    let next: QueuedRender | undefined;
    for (const waiter of line) {
      if (mayEnter(waiter) && (next === undefined || isBefore(waiter, next))) next = waiter;
    }
    return next;
  }

  function isBefore(one: Asker, other: Asker): boolean {
    if (one.inBackground !== other.inBackground) return other.inBackground;
    const byAccount = accounts.of(one.account) - accounts.of(other.account);
    return byAccount < 0 || (byAccount === 0 && keys.of(one.key) < keys.of(other.key));
  }

  return {
    async acquireSpare(signal, account, key = '') {
      const asker = { account, key: nameKey(account, key), inBackground: false };
      if (closed) throw closedError();
      return hasSpare() ? enter(asker) : waitInLine(spares, asker, signal);
    },
    async acquire(signal, account, key = '', inBackground = false) {
      const asker = { account, key: nameKey(account, key), inBackground };
      if (closed) throw closedError();
      signal.throwIfAborted();
      if (mayEnter(asker)) return enter(asker);
      if (line.length >= places) {
        throw new EngineError('queue_full', `${places} renders wait already.`, { stage: 'queue' });
      }
      return waitInLine(line, asker, signal);
    },
    get running() {
      return running;
    },
    get waiting() {
      return line.length;
    },
    close() {
      closed = true;
      for (const waiter of [...line.splice(0), ...spares.splice(0)]) waiter.reject(closedError());
    },
  };
}

/** The name of a key with its account. */
function nameKey(account: string, key: string): string {
  return JSON.stringify([account, key]);
}

/** Counts the slots that each name holds. */
function countHeld() {
  const held = new Map<string, number>();
  const of = (name: string) => held.get(name) ?? 0;
  return {
    of,
    add(name: string, slots: number) {
      const sum = of(name) + slots;
      if (sum === 0) held.delete(name);
      else held.set(name, sum);
    },
  };
}

function closedError(): EngineError {
  return new EngineError('shutting_down', 'The engine is closed.', { stage: 'queue' });
}
