import { readUnpackMs } from '../browser/index.ts';
import { EngineError } from '../children/index.ts';
import type { Stage } from '../contract/index.ts';

/** What a render, or a part of one, does now: the error names it when the time is up. */
interface Activity {
  stage: Stage;
  /** What of the condition of the request is waited for, in words; undefined for none. */
  condition: string | undefined;
  /** Lists what the page has asked for and waits for; undefined before there is a page. */
  listOpen: (() => string[]) | undefined;
  /** What the page has much of, in words; undefined before that is known. */
  contents: string | undefined;
}

/** The clock of a render, over all its stages. */
export interface Deadline extends Activity {
  /** Aborted when time is up or the caller gave up; its reason is an EngineError. */
  readonly signal: AbortSignal;
  /** Milliseconds until time is up. */
  readonly remainingMs: number;
  /** Called once the render has its slot, which it loads in. */
  leaveQueue(): void;
  /** Settles like the promise, or rejects with the reason as soon as the signal aborts. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** The same clock for a part that is rendered at the same time as others. It has a separate activity, and ends with the reason of `stopped` too. */
  fork(stopped: AbortSignal): Deadline;
  /** Stops the clock. */
  stop(): void;
}

const stageWords: Record<Stage, string> = {
  queue: 'waiting for a slot',
  load: 'loading',
  wait: 'waiting for the page to be ready',
  print: 'printing',
  bind: 'merging the parts',
  sign: 'signing',
  draw: 'drawing the pages',
};

/**
 * Starts the clock. `caller` aborts when the caller gives up. With `queueMs` the wait for a slot may take so long and counts for itself:
 * the clock starts again with the slot. It stops while a browser is unpacked.
 */
export function startDeadline(timeoutMs: number, caller?: AbortSignal, queueMs?: number): Deadline {
  const endings: ((describe: (activity: Activity) => EngineError) => void)[] = [];
  const endAll = (describe: (activity: Activity) => EngineError) => {
    for (const end of endings) end(describe);
  };
  const expire = () => {
    const remainingMs = endsAt - readClock();
    if (remainingMs > 0) timer = setTimeout(expire, Math.max(10, remainingMs));
    else endAll((activity) => describeExpiry(activity, limitMs));
  };
  const giveUp = () => endAll(() => new EngineError('interrupted', 'The caller gave up.'));
  let limitMs = queueMs ?? timeoutMs;
  let endsAt = readClock() + limitMs;
  let timer = setTimeout(expire, limitMs);

  function openClock(stage: Stage, stopped?: AbortSignal): Deadline {
    const controller = new AbortController();
    const { promise: over, reject } = Promise.withResolvers<never>();
    over.catch(() => undefined);
    const end = (error: EngineError) => {
      reject(error);
      controller.abort(error);
    };
    const clock: Deadline = {
      signal: controller.signal,
      stage,
      condition: undefined,
      contents: undefined,
      listOpen: undefined,
      get remainingMs() {
        return endsAt - readClock();
      },
      leaveQueue() {
        clock.stage = 'load';
        if (queueMs === undefined) return;
        clearTimeout(timer);
        limitMs = timeoutMs;
        endsAt = readClock() + limitMs;
        timer = setTimeout(expire, limitMs);
      },
      race: (promise) => Promise.race([promise, over]),
      fork: (signal) => openClock('load', signal),
      stop() {
        clearTimeout(timer);
        caller?.removeEventListener('abort', giveUp);
      },
    };
    stopped?.addEventListener('abort', () => end(stopped.reason), { once: true });
    endings.push((describe) => end(describe(clock)));
    return clock;
  }

  const deadline = openClock('queue');
  if (caller?.aborted) giveUp();
  else caller?.addEventListener('abort', giveUp, { once: true });
  return deadline;
}

/** Says during what the time was up. */
function describeExpiry({ stage, condition, contents, listOpen }: Activity, limitMs: number): EngineError {
  const code = stage === 'queue' ? 'queue_timeout' : 'render_timeout';
  let during = stageWords[stage];
  if (stage === 'wait' && condition !== undefined) during = `waiting for the page to meet wait_for: ${condition}`;
  if (stage === 'print' && contents !== undefined) during += ` a page with ${contents}`;
  const [open, ...others] = stage === 'load' || stage === 'wait' ? (listOpen?.() ?? []) : [];
  const more = others.length > 0 ? ` nor had ${others.length} more` : '';
  const missing = open === undefined ? '' : ` ${open} had not answered${more && `,${more}`}.`;
  return new EngineError(code, `The deadline of ${limitMs} ms passed while ${during}.${missing}`, { stage });
}

/** Milliseconds, without those of unpacking. */
function readClock(): number {
  return performance.now() - readUnpackMs();
}
