import { doc } from '../dom/dom.ts';

// The clock of a document. It runs in the page's own world before the scripts of the page. What the page sees of it is a proxy of the
// browser's own function, so that it looks and fails like that.

/** Milliseconds by which one event moves the clock on. */
const stepMs = 50;
/** Milliseconds by which a clock can be moved on in all. */
const budgetMs = 4000;
/** The most timers that are moved on. Others run by the real clock. */
const timerLimit = 1000;

type Callable = (...args: unknown[]) => unknown;
type Call = (target: Callable, self: unknown, args: unknown[]) => unknown;

/** A timer that was set by a frame, or by such a timer. */
interface Timer {
  /** The id of the browser's timer that runs it next. */
  id: number;
  due: number;
  run(): void;
}

const { apply, construct } = Reflect;
const { preventDefault } = Event.prototype;
const { now } = Performance.prototype;
const { setTimeout, clearTimeout } = window;
const clock = performance;

const frames = new Set<unknown>();
const timers = new Map<unknown, Timer>();
let offset = 0;
let left = budgetMs;
let isMoving = false;

/**
 * Makes animation frames, `Date` and `performance.now` follow one clock that can be moved on, so that what a script animates over seconds is
 * drawn in few frames. The clock goes on between the steps, because a script may wait for it in a loop.
 *
 * The event `stepEvent` moves it on while frames are requested, and with it the timers that were set by a frame, or by such a timer. The
 * event is cancelled if the clock moved, or if frames are still requested once the budget is used up.
 */
export function replaceClock(stepEvent: string): void {
  replaceFrames();
  replaceTimers();
  replaceTime();
  doc.addEventListener(stepEvent, step);
}

function step(event: Event): void {
  const isAwaited = ({ due }: Timer) => due - readClock() < left;
  if (frames.size === 0 && (left <= 0 || ![...timers.values()].some(isAwaited))) return;
  apply(preventDefault, event, []);
  if (left <= 0) return;
  left -= stepMs;
  offset += stepMs;
  for (const timer of timers.values()) {
    apply(clearTimeout, window, [timer.id]);
    arm(timer);
  }
}

function readClock(): number {
  return apply(now, clock, []) + offset;
}

function replace(owner: object, name: string, call: Call): void {
  const functions = owner as Record<string, Callable>;
  const known = functions[name];
  if (typeof known === 'function') functions[name] = new Proxy(known, { apply: call });
}

/** What runs until the next timer is part of a frame, because its promises run after it. */
function startMoving(): void {
  if (isMoving) return;
  isMoving = true;
  const stop = () => {
    isMoving = false;
  };
  apply(setTimeout, window, [stop]);
}

function replaceFrames(): void {
  const request: Call = (target, self, args) => {
    const [callback] = args;
    if (typeof callback !== 'function') return apply(target, self, args);
    const run = (time: number) => {
      frames.delete(id);
      startMoving();
      apply(callback, undefined, [time + offset]);
    };
    const id = apply(target, self, [run]);
    frames.add(id);
    return id;
  };
  const cancel: Call = (target, self, args) => {
    frames.delete(args[0]);
    return apply(target, self, args);
  };
  for (const prefix of ['r', 'webkitR']) replace(window, `${prefix}equestAnimationFrame`, request);
  for (const prefix of ['c', 'webkitC']) replace(window, `${prefix}ancelAnimationFrame`, cancel);
}

function arm(timer: Timer): void {
  timer.id = apply(setTimeout, window, [timer.run, Math.max(0, timer.due - readClock())]);
}

function replaceTimers(): void {
  const set =
    (repeats: boolean): Call =>
    (target, self, args) => {
      const [callback, delay, ...rest] = args;
      if (!isMoving || typeof callback !== 'function' || timers.size >= timerLimit) return apply(target, self, args);
      const length = Math.max(repeats ? 4 : 0, Number(delay) || 0);
      const timer: Timer = { id: 0, due: readClock() + length, run };
      arm(timer);
      const name = timer.id;
      timers.set(name, timer);
      return name;

      function run(): void {
        timer.due += length;
        if (repeats) arm(timer);
        else timers.delete(name);
        startMoving();
        apply(callback as Callable, window, rest);
      }
    };
  const clear: Call = (target, self, args) => {
    const timer = timers.get(args[0]);
    timers.delete(args[0]);
    return apply(target, self, timer === undefined ? args : [timer.id]);
  };
  replace(window, 'setTimeout', set(false));
  replace(window, 'setInterval', set(true));
  replace(window, 'clearTimeout', clear);
  replace(window, 'clearInterval', clear);
}

function replaceTime(): void {
  const read: Call = (target, self, args) => (apply(target, self, args) as number) + offset;
  replace(Performance.prototype, 'now', read);
  replace(Date, 'now', read);
  const { now: readDate, prototype } = Date;
  window.Date = new Proxy(Date, {
    apply: (target) => new target(readDate()).toString(),
    construct: (target, args, made) => construct(target, args.length === 0 ? [readDate()] : args, made),
  });
  prototype.constructor = window.Date;
}
