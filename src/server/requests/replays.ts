import { limits } from '../../contract/index.ts';
import type { RenderResult } from '../../engine/index.ts';
import { RequestError } from '../answers/problems.ts';

/** One request with an idempotency key. */
export interface ReplayRequest {
  /** Within which the idempotency key counts: the caller's API key. */
  scope: string;
  idempotencyKey: string;
  /** Digest of the body. */
  digest: string;
  /** Aborted when the caller gives up. */
  signal: AbortSignal;
}

/** Renders kept for callers who ask again. */
export interface Replays {
  /**
   * What the same request got before, or gets now from the one that is still running; else what `work` gives. A failure is
   * not kept. `work` is aborted once everybody who waits for it has given up. Throws `idempotency_mismatch` for another
   * body and `still_running` where too many wait already.
   */
  run(request: ReplayRequest, work: (signal: AbortSignal) => Promise<RenderResult>): Promise<RenderResult>;
  /** Bytes that are kept. */
  readonly bytes: number;
}

interface Running {
  digest: string;
  result: Promise<RenderResult>;
  waiting: number;
  stop: AbortController;
}

interface Kept {
  digest: string;
  result: RenderResult;
  bytes: number;
  until: number;
}

/** Callers that wait for one render at most. */
const mostWaiting = 8;

/** Makes an empty store that keeps results for `keepMs` milliseconds, the newest of up to `mostBytes` bytes. */
export function openReplays(keepMs: number, mostBytes: number, now: () => number): Replays {
  const running = new Map<string, Running>();
  const kept = new Map<string, Kept>();
  let bytes = 0;
  let sweep: NodeJS.Timeout | undefined;

  function forgetOld(): void {
    for (const [name, one] of kept) {
      // In the order of their ends, as all are kept equally long.
      if (one.until > now() && bytes <= mostBytes) break;
      kept.delete(name);
      bytes -= one.bytes;
    }
    clearTimeout(sweep);
    if (kept.size > 0) sweep = setTimeout(forgetOld, keepMs).unref();
  }

  function keep(name: string, digest: string, result: RenderResult): void {
    const size = result.pdf.byteLength + 2048 + result.warnings.length * 500;
    kept.set(name, { digest, result, bytes: size, until: now() + keepMs });
    bytes += size;
    forgetOld();
  }

  function start(name: string, digest: string, work: (signal: AbortSignal) => Promise<RenderResult>): Running {
    const stop = new AbortController();
    const job: Running = { digest, result: work(stop.signal), waiting: 0, stop };
    running.set(name, job);
    const leave = () => {
      if (running.get(name) === job) running.delete(name);
    };
    job.result.then((result) => {
      leave();
      if (!stop.signal.aborted) keep(name, digest, result);
    }, leave);
    return job;
  }

  async function waitFor(name: string, job: Running, signal: AbortSignal): Promise<RenderResult> {
    job.waiting += 1;
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new RequestError('interrupted'));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    try {
      return await Promise.race([job.result, gone]);
    } finally {
      signal.removeEventListener('abort', giveUp);
      job.waiting -= 1;
      if (job.waiting === 0 && signal.aborted) {
        job.stop.abort();
        if (running.get(name) === job) running.delete(name);
      }
    }
  }

  return {
    async run({ scope, idempotencyKey, digest, signal }, work) {
      const name = `${scope} ${idempotencyKey}`;
      forgetOld();
      const known = kept.get(name) ?? running.get(name);
      if (known && known.digest !== digest) {
        throw new RequestError('idempotency_mismatch', 'this Idempotency-Key was sent with another body before');
      }
      if (known && 'until' in known) return known.result;
      if (known && known.waiting >= mostWaiting) throw new RequestError('still_running');
      return waitFor(name, known ?? start(name, digest, work), signal);
    },
    get bytes() {
      return bytes;
    },
  };
}

/** The Idempotency-Key header: 1 to 255 visible ASCII characters. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length <= limits.idempotencyKey && /^[!-~]+$/.test(header)) return header;
  throw new RequestError(
    'invalid_request',
    `the header Idempotency-Key must be 1 to ${limits.idempotencyKey} visible ASCII characters`,
  );
}
