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
   * Takes a place for a render. The result releases it; calling it again does nothing. Throws `queue_full` where no place is free, and
   * `rate_limited` where this key has its share while other keys wait.
   */
  enter(key: string, bodyBytes: number): () => void;
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

/** Milliseconds for which a refused key counts among those that want a place. */
const rememberMs = 30_000;
/** The mean duration that is assumed before the first render, in milliseconds. */
const firstGuessMs = 500;

/** Opens an admission with all places free. */
export function openAdmission({ capacity, bodyBytesLimit, now, random }: AdmissionEdges): Admission {
  const places = capacity.concurrency + capacity.queue;
  const held = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  let taken = 0;
  let bytes = 0;
  let meanMs = firstGuessMs;

  /** A single key may have every place; several keys share them. */
  function shareOf(key: string): number {
    for (const [name, at] of refusedAt) if (now() - at > rememberMs) refusedAt.delete(name);
    const wanting = new Set([...held.keys(), ...refusedAt.keys(), key]);
    return Math.max(1, Math.ceil(places / wanting.size));
  }

  function refuse(code: 'queue_full' | 'rate_limited', detail: string): never {
    throw new RequestError(code, detail, { retryAfterMs: estimateWaitMs() });
  }

  function estimateWaitMs(): number {
    const expected = ((Math.max(0, taken - capacity.concurrency) + 1) * meanMs) / capacity.concurrency;
    return Math.min(60_000, expected * (0.75 + random() / 2));
  }

  return {
    enter(key, bodyBytes) {
      const mine = held.get(key) ?? 0;
      if (mine >= shareOf(key) && taken > mine) {
        refuse('rate_limited', `${mine} renders with this key are under way while others wait`);
      }
      if (taken >= places || bytes + bodyBytes > bodyBytesLimit) {
        if (mine < shareOf(key)) refusedAt.set(key, now());
        refuse('queue_full', `${taken} renders are under way already`);
      }
      refusedAt.delete(key);
      held.set(key, mine + 1);
      taken += 1;
      bytes += bodyBytes;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        taken -= 1;
        bytes -= bodyBytes;
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      };
    },
    noteDuration(ms) {
      meanMs += (ms - meanMs) / 10;
    },
    estimateWaitMs,
  };
}
