import { setTimeout } from 'node:timers/promises';
import type { Destination } from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import { type DestinationError, explainOutsideFailure, explainOutsideStatus } from './destination-error.ts';

/** How often a PDF is sent, and the milliseconds after the first try, which then double. */
const tries = { limit: 3, pauseMs: 250 };

/** For how long it is tried, and what breaks it off. */
interface SendTimes {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a PDF to its destination by PUT, under the rules that apply to pages, a few times if that may help. Throws
 * `destination_failed`, or the reason of `signal`.
 */
export async function sendToDestination(
  engine: Pick<Engine, 'sendOutside'>,
  { put, headers = {} }: Destination,
  pdf: Uint8Array,
  { timeoutMs, signal }: SendTimes,
): Promise<void> {
  const { host } = new URL(put);
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const request = {
    method: 'PUT',
    url: put,
    headers: { ...(!hasType && { 'Content-Type': 'application/pdf' }), ...headers },
    body: pdf,
    errorBytes: 4096,
    signal,
  } as const;
  const end = performance.now() + timeoutMs;
  for (let count = 1; ; count += 1) {
    const outcome = await engine.sendOutside({
      ...request,
      timeoutMs: Math.max(1, Math.ceil(end - performance.now())),
    });
    signal?.throwIfAborted();
    const failure = explain(host, outcome);
    if (failure === undefined) return;
    const pauseMs = tries.pauseMs * 2 ** (count - 1);
    if (!failure.retryable || count === tries.limit || performance.now() + pauseMs >= end) throw failure;
    await setTimeout(pauseMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  }
}

function explain(host: string, outcome: Awaited<ReturnType<Engine['sendOutside']>>): DestinationError | undefined {
  if (outcome.failure !== undefined) return explainOutsideFailure(host, outcome.failure);
  const { status, errorText } = outcome;
  return status >= 200 && status <= 299 ? undefined : explainOutsideStatus(host, status, errorText);
}
