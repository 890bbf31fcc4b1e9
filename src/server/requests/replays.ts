import { limits } from '../../contract/index.ts';
import type { RenderResult } from '../../engine/index.ts';
import { RequestError } from '../answers/problems.ts';

/** A request with an idempotency key. */
interface ReplayRequest {
  /** The caller and their account, within which an idempotency key is unique. */
  scope: string;
  idempotencyKey: string;
  /** The digest of the body. */
  digest: string;
  /** Aborted when the caller gives up. */
  signal: AbortSignal;
}

/** Keeps renders for callers who repeat their request. */
export interface Replays {
  /**
   * The kept result of the same request, else that of the same request that still runs, else that of `work`. Failures are not
   * kept. `work` is aborted when all who wait for it have given up. Throws `idempotency_mismatch` for another body under the same
   * key, and `still_running` if too many wait already.
   */
  run(request: ReplayRequest, work: (signal: AbortSignal) => Promise<RenderResult>): Promise<RenderResult>;
  /** Bytes of the kept results. */
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

/** Most callers that wait for the same render. */
const waitingLimit = 8;

/** Opens replays that keep a result for `keepMs` milliseconds, the newest of at most `byteLimit` bytes together. */
export function openReplays(keepMs: number, byteLimit: number, now: () => number): Replays {
  const running = new Map<string, Running>();
  const kept = new Map<string, Kept>();
  let bytes = 0;
  let sweep: NodeJS.Timeout | undefined;

  function forgetOld(): void {
    for (const [name, entry] of kept) {
      // The map is in the order of their ends, because all are kept equally long.
      if (entry.until > now() && bytes <= byteLimit) break;
      kept.delete(name);
      bytes -= entry.bytes;
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
    const forget = () => {
      if (running.get(name) === job) running.delete(name);
    };
    job.result.then((result) => {
      forget();
      if (!stop.signal.aborted) keep(name, digest, result);
    }, forget);
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
        throw new RequestError('idempotency_mismatch', 'this Idempotency-Key was already used with a different body');
      }
      if (known && 'until' in known) return known.result;
      if (known && known.waiting >= waitingLimit) throw new RequestError('still_running');
      return waitFor(name, known ?? start(name, digest, work), signal);
    },
    get bytes() {
      return bytes;
    },
  };
}

/** Within what an idempotency key is unique. */
export function scopeOf({ account, keyId }: { account: string; keyId: string }): string {
  return `${account} ${keyId}`;
}

/** Reads the Idempotency-Key header: 1 to 255 visible ASCII characters. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length <= limits.idempotencyKey && /^[!-~]+$/.test(header)) return header;
  throw new RequestError(
    'invalid_request',
    `the header Idempotency-Key must be 1 to ${limits.idempotencyKey} visible ASCII characters`,
  );
}
