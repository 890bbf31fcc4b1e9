import { setTimeout as sleep } from 'node:timers/promises';
import { errors, isErrorCode, type Render } from '../../contract/index.ts';
import type { WaitOptions } from '../options/client-options.ts';
import { checkWaitOptions } from '../options/option-rules.ts';
import { mayRetry, readClock, waitBefore } from '../retry.ts';
import { ServiceError } from '../service-error.ts';
import type { BackgroundClient } from './background-client.ts';

/**
 * Seconds that the service keeps an answer: the most that is asked for, with a listener for progress, and at first, to find out
 * early whether any service does the render.
 */
const pollSeconds = { still: 30, watched: 1, first: 2 };
/** Questions that are asked first. */
const firstQuestions = 2;
/** Milliseconds without any service to do the render, after which it counts as stalled. */
const stallMs = 1_500;
/** Milliseconds between two questions to a service that answers at once. */
const pauseMs = 1000;
/** Milliseconds beyond the promised wait after which an answer counts as lost. */
const lateMs = 15_000;
/** Milliseconds for which a service may stay away: a rolling update, a restart. */
const awayMs = 300_000;

/** Waits until a background render has ended. See `BackgroundClient.waitForRender`. A call of the client may take `callMs` milliseconds. */
export async function waitForRender(
  id: string,
  { getRender, callMs }: { getRender: BackgroundClient['getRender']; callMs: number },
  options: WaitOptions = {},
): Promise<Render> {
  checkWaitOptions(options);
  const { signal, timeoutMs = Number.POSITIVE_INFINITY, onProgress, onStall, onWait } = options;
  const deadline = readClock() + timeoutMs;
  let away: { since: number; tries: number } | undefined;
  const watch = watchForStall(onStall);
  for (let question = 0; ; question += 1) {
    const asked = readClock();
    const leftMs = Math.max(0, deadline - asked);
    const unwatched = onStall && question < firstQuestions ? pollSeconds.first : pollSeconds.still;
    const longest = Math.min(Math.ceil(leftMs / 1000), Math.floor(callMs / 2000));
    const seconds = Math.min(onProgress ? pollSeconds.watched : unwatched, longest);
    const answered = await ask(seconds, leftMs).catch((error: unknown) => {
      signal?.throwIfAborted();
      return readPassing(error);
    });
    const now = readClock();
    let waitMs: number;
    if (answered instanceof ServiceError) {
      away = { since: away?.since ?? now, tries: (away?.tries ?? 0) + 1 };
      waitMs = waitBefore(away.tries, answered);
      if (now + waitMs - away.since > awayMs) throw answered;
      if (now + waitMs < deadline) onWait?.(away.tries, answered, waitMs);
    } else {
      away = undefined;
      onProgress?.(answered);
      if (answered.ended_at !== null) return requireDone(answered);
      watch(answered, now);
      waitMs = Math.max(0, Math.min(pauseMs, seconds * 1000 - (now - asked)));
    }
    const pauseEnd = Math.min(now + waitMs, deadline);
    await sleep(Math.max(0, Math.ceil(pauseEnd - now)), undefined, { signal }).catch(() => signal?.throwIfAborted());
    if (pauseEnd >= deadline) {
      const why = `the render ${id} has not ended within ${timeoutMs / 1000} s`;
      throw new ServiceError('timeout', why, { cause: answered });
    }
  }

  async function ask(waitSeconds: number, leftMs: number): Promise<Render> {
    const late = AbortSignal.timeout(Math.ceil(Math.min(waitSeconds * 1000 + lateMs, leftMs)));
    const either = signal ? AbortSignal.any([signal, late]) : late;
    return getRender(id, { waitSeconds, signal: either, retries: 0 });
  }
}

/** Calls back once for each time that a render waits for a service which is not there. */
function watchForStall(onStall: WaitOptions['onStall']): (render: Render, now: number) => void {
  let stalledAt: number | undefined;
  let isTold = false;
  return (render, now) => {
    if (render.waits_for !== 'worker') {
      stalledAt = undefined;
      isTold = false;
      return;
    }
    stalledAt ??= now;
    if (isTold || now - stalledAt < stallMs) return;
    isTold = true;
    onStall?.(render);
  };
}

/** The error of a service that may answer the next time. Throws any other. */
function readPassing(error: unknown): ServiceError {
  const isLate = (error as { code?: unknown }).code === 'timeout' || (error as Error).name === 'TimeoutError';
  if (isLate) {
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
