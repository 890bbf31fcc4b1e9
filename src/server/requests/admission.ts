import { RequestError } from '../answers/problems.ts';

/** How much the engine takes at once. */
export interface Capacity {
  /** Renders at once. */
  concurrency: number;
  /** Renders that may wait. */
  queue: number;
}

/** Decides who may render, before the body is read. */
export interface Admission {
  /**
   * Takes a place for a render of an account, whichever of its keys asks. The result releases it; calling it again does nothing.
   * Throws `queue_full` where no place is free, and `rate_limited` where the account has its share while others wait.
   */
  enter(account: string, bodyBytes: number): () => void;
  /** Takes room for a body that is kept and not rendered now. The result releases it. Throws `queue_full` where there is none. */
  receive(bodyBytes: number): () => void;
  /** Places, those that are taken, and the accounts that hold them. */
  status(): { places: number; taken: number; accounts: number };
  /** Records how long a render held its slot, in milliseconds. */
  noteDuration(ms: number): void;
  /** Milliseconds until a place should be free: waiting renders times mean duration over slots, with jitter. */
  estimateWaitMs(): number;
}

/** What an admission is made with. */
interface AdmissionEdges {
  capacity: Capacity;
  /** Most bytes of the bodies of all places together. */
  bodyBytesLimit: number;
  now: () => number;
  random: () => number;
}

/** Milliseconds for which a refused account counts among those that want a place. */
const rememberMs = 30_000;
/** The mean duration that is assumed before the first render, in milliseconds. */
const firstGuessMs = 500;

/** The part of all places, and of the bytes of bodies, that stays free for accounts that hold no place. */
const spareShare = 1 / 8;

/** Opens an admission with all places free. */
export function openAdmission({ capacity, bodyBytesLimit, now, random }: AdmissionEdges): Admission {
  const places = capacity.concurrency + capacity.queue;
  // No slot stays idle for somebody who may come: what is spared are places to wait.
  const spare = Math.min(capacity.queue, Math.ceil(places * spareShare));
  const held = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  let taken = 0;
  let bytes = 0;
  let meanMs = firstGuessMs;

  /** An account that is alone may have all but the spare places; several share them. */
  function shareOf(account: string): number {
    for (const [name, at] of refusedAt) if (now() - at > rememberMs) refusedAt.delete(name);
    const wanting = new Set([...held.keys(), ...refusedAt.keys(), account]);
    return Math.max(1, Math.ceil(places / wanting.size));
  }

  /** Whether there is room. The engine has a slot more for an account that holds none, so there is a place more as well. */
  function hasRoom(isFirst: boolean, bodyBytes: number): boolean {
    if (isFirst) return taken <= places && bytes + bodyBytes <= bodyBytesLimit;
    return taken < places - spare && bytes + bodyBytes <= bodyBytesLimit * (1 - spareShare);
  }

  function refuse(code: 'queue_full' | 'rate_limited', detail: string): never {
    throw new RequestError(code, detail, { retryAfterMs: estimateWaitMs() });
  }

  function estimateWaitMs(): number {
    const expected = ((Math.max(0, taken - capacity.concurrency) + 1) * meanMs) / capacity.concurrency;
    return Math.min(60_000, expected * (0.75 + random() / 2));
  }

  return {
    enter(account, bodyBytes) {
      const mine = held.get(account) ?? 0;
      if (mine >= shareOf(account) && taken > mine) {
        refuse('rate_limited', `${mine} renders of this account are under way while others wait`);
      }
      if (!hasRoom(mine === 0, bodyBytes)) {
        if (mine < shareOf(account)) refusedAt.set(account, now());
        refuse('queue_full', `${taken} renders are under way already`);
      }
      refusedAt.delete(account);
      held.set(account, mine + 1);
      taken += 1;
      bytes += bodyBytes;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        taken -= 1;
        bytes -= bodyBytes;
        const left = (held.get(account) ?? 1) - 1;
        if (left > 0) held.set(account, left);
        else held.delete(account);
      };
    },
    receive(bodyBytes) {
      if (bytes + bodyBytes > bodyBytesLimit * (1 - spareShare))
        refuse('queue_full', 'too many bodies are being received');
      bytes += bodyBytes;
      let held = bodyBytes;
      return () => {
        bytes -= held;
        held = 0;
      };
    },
    status: () => ({ places, taken, accounts: held.size }),
    noteDuration(ms) {
      meanMs += (ms - meanMs) / 10;
    },
    estimateWaitMs,
  };
}
