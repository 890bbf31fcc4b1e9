import type { Buffer } from 'node:buffer';
import type { Child, ChildAnswer } from './child-process.ts';
import { EngineError } from './engine-error.ts';
import { type Waiter, waitInLine } from './queue.ts';

/** Who a child works for, and until when. */
export interface RunOptions {
  /** Ends the work; it then rejects with the signal's reason. */
  signal: AbortSignal;
  /** The owner. A child never serves two of them. */
  account: string;
}

/** How a pool is made. */
interface ChildPoolOptions {
  /** The most processes; each is started when first needed. */
  children: number;
  /** Milliseconds of processor time after which a child that does not answer is killed. */
  killAfterMs: number;
  start: () => Child;
}

/** Children that take one request at a time each, in the order of asking. */
interface ChildPool {
  /**
   * The answer of a child, or of a fresh one if the first was killed from outside or by what an earlier request left in its
   * heap. Rejects with the signal's reason, or with `shutting_down` once the pool is closed.
   */
  run(request: Buffer, options: RunOptions): Promise<Exclude<ChildAnswer, { end: 'aborted' }>>;
  /** Starts a child ahead of the first request, if there is none. */
  startAhead(): void;
  /** Kills the children and waits until they are gone. */
  close(): Promise<void>;
}

interface Slot {
  child: Child;
  /** Undefined until its first request. */
  account: string | undefined;
  busy: boolean;
}

/** The account that needs a child, and whether only an unused child will do. */
interface ChildNeed {
  account: string;
  fresh: boolean;
}

/** Opens a pool; no process starts before the first request or `startAhead`. Close it. */
export function openChildPool({ children, killAfterMs, start }: ChildPoolOptions): ChildPool {
  let slots: Slot[] = [];
  const waiters: Waiter<Slot, ChildNeed>[] = [];
  let closed = false;
  const ending = new Set<Promise<void>>();

  const retire = (slot: Slot) => {
    slots = slots.filter((other) => other !== slot);
    const gone = slot.child.kill();
    ending.add(gone);
    void gone.then(() => ending.delete(gone));
  };
  const acquire = ({ account, fresh }: ChildNeed): Slot | undefined => {
    for (const slot of slots) if (!slot.busy && !slot.child.isAlive()) retire(slot);
    const idle = slots.filter((slot) => !slot.busy);
    const used = fresh ? undefined : idle.find((slot) => slot.account === account);
    const free = used ?? idle.find((slot) => slot.account === undefined);
    if (free === undefined && slots.length >= children) {
      const other = idle[0];
      if (other === undefined) return undefined;
      retire(other);
    }
    const slot = free ?? { child: start(), account, busy: false };
    // The slot used last is last, so that the one unused for longest is retired first.
    slots = [...slots.filter((other) => other !== slot), slot];
    slot.busy = true;
    slot.account = account;
    return slot;
  };
  const serveWaiters = () => {
    for (let next = waiters[0]; next !== undefined; next = waiters[0]) {
      const slot = acquire(next);
      if (slot === undefined) return;
      waiters.shift();
      next.resolve(slot);
    }
  };

  const runOnce = async (request: Buffer, { signal, account }: RunOptions, fresh: boolean) => {
    const need = { account, fresh };
    if (closed) throw closedError();
    signal.throwIfAborted();
    const slot = (waiters.length === 0 ? acquire(need) : undefined) ?? (await waitInLine(waiters, need, signal));
    try {
      const answer = await slot.child.ask(request, signal, killAfterMs);
      if (closed && answer.end !== 'frame') throw closedError();
      if (answer.end === 'aborted') throw signal.reason;
      return answer;
    } finally {
      slot.busy = false;
      if (!slot.child.isAlive()) retire(slot);
      serveWaiters();
    }
  };

  return {
    async run(request, options) {
      const answer = await runOnce(request, options, false);
      return diedForNoFault(answer) ? runOnce(request, options, true) : answer;
    },
    startAhead() {
      if (!closed && slots.length === 0) slots.push({ child: start(), account: undefined, busy: false });
    },
    async close() {
      closed = true;
      for (const waiter of waiters.splice(0)) waiter.reject(closedError());
      for (const slot of slots) retire(slot);
      await Promise.all(ending);
    },
  };
}

/** Whether a child ended because its heap was full: then Node aborts or traps, or the kernel kills it. */
export function diedOfMemory(answer: ChildAnswer): boolean {
  if (answer.end !== 'died' || !answer.started) return false;
  const signals = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGKILL'];
  return signals.includes(answer.signal ?? '') || answer.code === 134 || answer.code === 0x80000003;
}

/**
 * Whether a child ended before it began with the request, was killed from outside, or had a heap that an earlier request may have
 * filled: the request may not be to blame.
 */
function diedForNoFault(answer: ChildAnswer): boolean {
  if (answer.end !== 'died') return false;
  return !answer.started || answer.signal === 'SIGKILL' || (!answer.first && diedOfMemory(answer));
}

function closedError(): EngineError {
  return new EngineError('shutting_down', 'The service is shutting down');
}
