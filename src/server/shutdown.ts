import type { FastifyReply } from 'fastify';
import { onEnd } from './on-end.ts';

/** The end of a service: what runs may finish within a bound, what is new is refused. */
export interface Shutdown {
  /** Whether new requests are refused. */
  readonly begun: boolean;
  /** Whether running work has been told to stop. */
  readonly forced: boolean;
  /** Counts a request until its answer is out. */
  track(reply: FastifyReply): void;
  /** Aborted when the caller goes away before the answer is out, or when work is told to stop. */
  signalFor(reply: FastifyReply): AbortSignal;
  /** Refuses what is new. Resolves when nothing runs or the shortest `graceMs` of all calls has passed. */
  begin(graceMs: number): Promise<void>;
  /** Tells running work to stop, and waits up to so many milliseconds until the answers are out. */
  force(mostMs: number): Promise<void>;
}

/** Makes the end of a service that has just begun. */
export function buildShutdown(): Shutdown {
  const works = new Set<AbortController>();
  const idle = new Set<() => void>();
  let running = 0;
  let [begun, forced] = [false, false];

  function whenIdle(mostMs: number): Promise<void> {
    if (running === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, mostMs);
    idle.add(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      idle.delete(resolve);
    });
  }

  return {
    get begun() {
      return begun;
    },
    get forced() {
      return forced;
    },
    track(reply) {
      running += 1;
      onEnd(reply, () => {
        running -= 1;
        if (running === 0) for (const resolve of idle) resolve();
      });
    },
    signalFor(reply) {
      const work = new AbortController();
      works.add(work);
      onEnd(reply, (complete) => {
        works.delete(work);
        if (!complete) work.abort();
      });
      if (forced || reply.raw.socket?.destroyed) work.abort();
      return work.signal;
    },
    begin(graceMs) {
      begun = true;
      return whenIdle(graceMs);
    },
    force(mostMs) {
      forced = true;
      for (const work of works) work.abort();
      return whenIdle(mostMs);
    },
  };
}
