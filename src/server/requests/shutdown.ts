import type { FastifyReply } from 'fastify';

/** Ends a service: it reports this first, then refuses new requests while running ones may finish within a bound. */
export interface Shutdown {
  /** Whether the service will end. Requests are still taken. */
  readonly announced: boolean;
  /** Whether new requests are refused. */
  readonly begun: boolean;
  /** Whether running work was stopped. */
  readonly forced: boolean;
  /** Counts a request as running until its answer is sent. */
  track(reply: FastifyReply): void;
  /** A signal that aborts when the caller goes away before the answer, or when running work is stopped. */
  signalFor(reply: FastifyReply): AbortSignal;
  /** Reports that the service will end, so that no balancer sends it more. */
  announce(): void;
  /** Refuses new requests. Resolves when nothing runs, at the latest after `graceMs` milliseconds. */
  begin(graceMs: number): Promise<void>;
  /** Stops running work, and waits until its answers are sent, at most `limitMs` milliseconds. */
  force(limitMs: number): Promise<void>;
}

/** Makes the shutdown of a service that runs. */
export function buildShutdown(): Shutdown {
  const works = new Set<AbortController>();
  const idle = new Set<() => void>();
  let running = 0;
  let [announced, begun, forced] = [false, false, false];

  function whenIdle(limitMs: number): Promise<void> {
    if (running === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    idle.add(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      idle.delete(resolve);
    });
  }

  return {
    get announced() {
      return announced;
    },
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
    announce() {
      announced = true;
    },
    begin(graceMs) {
      announced = true;
      begun = true;
      return whenIdle(graceMs);
    },
    force(limitMs) {
      forced = true;
      for (const work of works) work.abort();
      return whenIdle(limitMs);
    },
  };
}

/** Calls back once: with true when the answer is sent, with false when it can no longer be. */
export function onEnd(reply: FastifyReply, callBack: (complete: boolean) => void): void {
  let ended = false;
  const end = (complete: boolean) => {
    if (ended) return;
    ended = true;
    callBack(complete);
  };
  reply.raw.once('finish', () => end(true)).once('close', () => end(reply.raw.writableFinished));
}
