import { setTimeout as sleep } from 'node:timers/promises';
import { errors, isErrorCode, type Render } from '../../contract/index.ts';
import { outOfTime } from '../call-with-retries.ts';
import { readClock } from '../clock.ts';
import { mayRetry, waitBefore } from '../retry.ts';
import { ServiceError } from '../service-error.ts';
import type { BackgroundClient, WaitOptions } from './background-client.ts';

/** Seconds that the service keeps an answer: the most it does, and what a caller who wants to see progress waits for. */
const pollSeconds = { still: 30, watched: 1 };
/** Milliseconds between two questions to a service that answers at once. */
const pauseMs = 1000;
/** Milliseconds beyond the promised wait after which an answer counts as lost. */
const lateMs = 15_000;
/** Milliseconds for which a service may stay away: a rolling update, a restart. */
const awayMs = 300_000;

/** Waits until a background render has ended. See `BackgroundClient.waitForRender`. */
export async function waitForRender(
  id: string,
  getRender: BackgroundClient['getRender'],
  { signal, timeoutMs = Number.POSITIVE_INFINITY, onProgress, onWait }: WaitOptions = {},
): Promise<Render> {
  const started = readClock();
  let away: { since: number; tries: number } | undefined;
  for (;;) {
    const asked = readClock();
    const leftMs = timeoutMs - (asked - started);
    const seconds = Math.min(onProgress ? pollSeconds.watched : pollSeconds.still, Math.ceil(leftMs / 1000));
    const answered = await ask(Math.max(0, seconds)).catch((error: unknown) => {
      signal?.throwIfAborted();
      return readPassing(error);
    });
    const now = readClock();
    let waitMs: number;
    if (answered instanceof ServiceError) {
      away = { since: away?.since ?? now, tries: (away?.tries ?? 0) + 1 };
      waitMs = waitBefore(away.tries, answered);
      if (now + waitMs - away.since > awayMs) throw answered;
      onWait?.(away.tries, answered, waitMs);
    } else {
      away = undefined;
      onProgress?.(answered);
      if (answered.ended_at !== null) return requireDone(answered);
      waitMs = Math.max(0, Math.min(pauseMs, seconds * 1000 - (now - asked)));
    }
    if (now + waitMs - started >= timeoutMs) throw outOfTime(timeoutMs, answered);
    await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }

  async function ask(waitSeconds: number): Promise<Render> {
    const late = AbortSignal.timeout(waitSeconds * 1000 + lateMs);
    const either = signal ? AbortSignal.any([signal, late]) : late;
    return getRender(id, { waitSeconds, signal: either, retries: 0 });
  }
}

/** The error of a service that may answer the next time. Throws any other. */
function readPassing(error: unknown): ServiceError {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ServiceError('connection_failed', 'the service did not answer in time', { cause: error });
  }
  if (error instanceof ServiceError && mayRetry('getRender', error, false, 1)) return error;
  throw error;
}

/** The render, if it is done. Throws what a synchronous render would have thrown. */
function requireDone(render: Render): Render {
  if (render.status === 'done') return render;
  const { id, error, request_id: requestId } = render;
  if (error === null)
    throw new ServiceError('render_failed', `the render ${id} was cancelled`, { status: 409, requestId });
  const { code, title, detail, ...details } = error;
  const known = isErrorCode(code) ? code : 'server_failed';
  throw new ServiceError(known, detail ?? title, { ...details, status: errors[known].status ?? 500, requestId });
}
