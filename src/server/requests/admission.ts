import { RequestError } from '../answers/problems.ts';
import { openFairShares } from './fair-shares.ts';

/** How much the engine takes concurrently. */
export interface Capacity {
  /** Concurrent renders. */
  concurrency: number;
  /** Renders that may wait. */
  queue: number;
}

/** Decides who may render, before the body is read. */
export interface Admission {
  /**
   * Takes a place for a render of a key. The result releases it; calling it again does nothing. Throws `queue_full` if no place is free,
   * and `rate_limited` if the account has its share while others wait, or the key its share of that.
   */
  enter(account: string, key: string, bodyBytes: number): () => void;
  /**
   * Takes room for a body of a key that is kept and not rendered now. The result releases it; calling it again does nothing. Throws
   * `queue_full` if there is none, and `rate_limited` if the account or the key has its share of it while others want some.
   */
  receive(account: string, key: string, bodyBytes: number): () => void;
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

/** The mean duration that is assumed before the first render, in milliseconds. */
const firstGuessMs = 500;
/** The part of all places, and of the bytes of bodies, that stays free for accounts that hold none. */
const spareShare = 1 / 8;

/** Opens an admission with all places free. */
export function openAdmission({ capacity, bodyBytesLimit, now, random }: AdmissionEdges): Admission {
  const total = capacity.concurrency + capacity.queue;
  // No slot stays idle for callers to come: only places to wait are reserved.
  const spare = Math.min(capacity.queue, Math.ceil(total * spareShare));
  // The engine has a slot more for an account that holds none.
  const places = openFairShares({ total, spare, extra: 1, now });
  const room = openFairShares({ total: bodyBytesLimit, spare: bodyBytesLimit * spareShare, now });
  let meanMs = firstGuessMs;

  function refuse(code: 'queue_full' | 'rate_limited', detail: string): never {
    throw new RequestError(code, detail, { retryAfterMs: estimateWaitMs() });
  }

  function estimateWaitMs(): number {
    const expected = ((Math.max(0, places.status().taken - capacity.concurrency) + 1) * meanMs) / capacity.concurrency;
    return Math.min(60_000, expected * (0.75 + random() / 2));
  }

  function receive(account: string, key: string, bodyBytes: number): () => void {
    const giveBack = room.take(account, key, bodyBytes);
    if (giveBack === 'key') refuse('rate_limited', 'bodies of this key are under way while other keys wait');
    if (giveBack === 'full') refuse('queue_full', 'too many bodies are being received');
    if (giveBack === 'share') {
      const size = Math.ceil(room.heldBy(account) / 2 ** 20);
      refuse('rate_limited', `bodies of ${size} MiB of this account are under way while others wait`);
    }
    return giveBack;
  }

  return {
    enter(account, key, bodyBytes) {
      const leave = places.take(account, key, 1);
      if (leave === 'key')
        refuse('rate_limited', 'renders of this key are under way while other keys of its account wait');
      if (leave === 'full') refuse('queue_full', `${places.status().taken} renders are under way already`);
      if (leave === 'share') {
        refuse('rate_limited', `${places.heldBy(account)} renders of this account are under way while others wait`);
      }
      try {
        const giveBack = receive(account, key, bodyBytes);
        return () => {
          leave();
          giveBack();
        };
      } catch (refusal) {
        leave();
        throw refusal;
      }
    },
    receive,
    status: () => ({ places: total, ...places.status() }),
    noteDuration(ms) {
      meanMs += (ms - meanMs) / 10;
    },
    estimateWaitMs,
  };
}
