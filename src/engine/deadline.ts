import type { Stage } from '../contract/index.ts';
import { EngineError } from './engine-error.ts';
import { readUnpackMs } from './unpack-clock.ts';

/** The clock of a render, over all its stages. */
export interface Deadline {
  /** Aborted when time is up or the caller gave up; its reason is an EngineError. */
  readonly signal: AbortSignal;
  /** What the render does now: the error names it when the time is up. */
  stage: Stage;
  /** What of the condition of the request is waited for, in words; undefined for none. */
  condition: string | undefined;
  /** Lists what the page has asked for and waits for; undefined before there is a page. */
  listOpen: (() => string[]) | undefined;
  /** What the page has much of, in words; undefined before that is known. */
  contents: string | undefined;
  /** Milliseconds until time is up. */
  readonly remainingMs: number;
  /** Called once the render has its slot, which it loads in. */
  leaveQueue(): void;
  /** Settles like the promise, or rejects with the reason as soon as the signal aborts. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the clock. */
  stop(): void;
}

const stageWords: Record<Stage, string> = {
  queue: 'waiting for a slot',
  load: 'loading',
  wait: 'waiting for the page to be ready',
  print: 'printing',
  bind: 'merging the parts',
};

/**
 * Starts the clock. `caller` aborts when the caller gives up. With `queueMs` the wait for a slot may take so long and counts for itself:
 * the clock starts again with the slot. It stops while a browser is unpacked.
 */
export function startDeadline(timeoutMs: number, caller?: AbortSignal, queueMs?: number): Deadline {
  const controller = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => undefined);
  const end = (error: EngineError) => {
    reject(error);
    controller.abort(error);
  };
  const expire = () => {
    if (deadline.remainingMs > 0) {
      timer = setTimeout(expire, Math.max(10, deadline.remainingMs));
      return;
    }
    const { stage, condition, contents, listOpen } = deadline;
    const code = stage === 'queue' ? 'queue_timeout' : 'render_timeout';
    let during = stageWords[stage];
    if (stage === 'wait' && condition !== undefined) during = `waiting for the page to meet wait_for: ${condition}`;
    if (stage === 'print' && contents !== undefined) during += ` a page with ${contents}`;
    const [open, ...others] = stage === 'load' || stage === 'wait' ? (listOpen?.() ?? []) : [];
    const more = others.length > 0 ? ` nor had ${others.length} more` : '';
    const missing = open === undefined ? '' : ` ${open} had not answered${more && `,${more}`}.`;
    end(new EngineError(code, `The deadline of ${limitMs} ms passed while ${during}.${missing}`, { stage }));
  };
  const giveUp = () => end(new EngineError('interrupted', 'The caller gave up.'));
  let limitMs = queueMs ?? timeoutMs;
  let endsAt = readClock() + limitMs;
  let timer = setTimeout(expire, limitMs);
  const deadline: Deadline = {
    signal: controller.signal,
    stage: 'queue',
    condition: undefined,
    contents: undefined,
    listOpen: undefined,
    get remainingMs() {
      return endsAt - readClock();
    },
    leaveQueue() {
      deadline.stage = 'load';
      if (queueMs === undefined) return;
      clearTimeout(timer);
      limitMs = timeoutMs;
      endsAt = readClock() + limitMs;
      timer = setTimeout(expire, limitMs);
    },
    race: (promise) => Promise.race([promise, over]),
    stop() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
  if (caller?.aborted) giveUp();
  else caller?.addEventListener('abort', giveUp, { once: true });
  return deadline;
}

/** Milliseconds, without those of unpacking. */
function readClock(): number {
  return performance.now() - readUnpackMs();
}
