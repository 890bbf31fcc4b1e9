import { doc } from '../dom/dom.ts';

// The clock of a document. It runs in the page's own world before the scripts of the page. What the page sees of it is a proxy of the
// browser's own function, so that it looks and fails like that.
import { nameTimerEvents } from '../names.ts';

/** Milliseconds by which one event moves the clock on. */
const stepMs = 50;
/** Milliseconds by which a clock can be moved on in all. */
const budgetMs = 4000;
/** The most timers that are moved on. Others run by the real clock. */
const timerLimit = 1000;
/** Milliseconds after which a timer is no longer a part of drawing the document. */
const shortMs = 1000;
/** Milliseconds up to which a timer that the document did not wait for is worth a warning. Longer ones guard or repeat something. */
const lateMs = 5000;

type Callable = (...args: unknown[]) => unknown;
type Call = (target: Callable, self: unknown, args: unknown[]) => unknown;

/**
 * A timer that was set by a frame or by such a timer, which moves with the frames; a short one, which moves once the frames have come to
 * rest; or a late one, which does not move.
 */
type Kind = 'frame' | 'short' | 'late';

interface Timer {
  kind: Kind;
  /** Whether it runs again and again. A document may never end that, so it is not waited for beyond the budget. */
  repeats: boolean;
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
/** The part of the offset by which short timers were moved on, and what they may still be moved on by. */
let shortOffset = 0;
let shortLeft = budgetMs;
const running = new Set<'frame' | 'timer'>();
/** Whether a timer was set or ran since the program outside last asked. It may have sent a request that is not known there yet. */
let isUnseen = false;

/**
 * Makes animation frames, `Date` and `performance.now` follow one clock that can be moved on, so that what a script animates over seconds is
 * drawn in few frames. The clock goes on between the steps, because a script may wait for it in a loop.
 *
 * The event `stepEvent` moves it on while frames are requested, and with it the timers that were set by a frame, or by such a timer. The
 * event is cancelled if the clock moved, or if frames are still requested once the budget is used up.
 *
 * The event of `nameTimerEvents` that moves timers moves the clock on to the next short one, and is cancelled if there was one. It moves
 * nothing the first time after a timer was set or ran by the real clock: what that asks for is to be seen first, because a timer may limit
 * its time. The event that asks for timers is cancelled if the document waits for any.
 */
export function replaceClock(stepEvent: string): void {
  replaceFrames();
  replaceTimers();
  replaceTime();
  const { move, ask } = nameTimerEvents(stepEvent);
  doc.addEventListener(stepEvent, step);
  doc.addEventListener(move, stepToTimer);
  doc.addEventListener(ask, (event) => {
    isUnseen = false;
    const isAwaited = ({ kind, repeats }: Timer) => kind !== 'frame' && (!repeats || shortLeft > 0);
    if ([...timers.values()].some(isAwaited)) apply(preventDefault, event, []);
  });
}

function step(event: Event): void {
  const isAwaited = ({ kind, due }: Timer) => kind === 'frame' && due - readClock() < left;
  if (frames.size === 0 && (left <= 0 || ![...timers.values()].some(isAwaited))) return;
  apply(preventDefault, event, []);
  if (left <= 0) return;
  left -= stepMs;
  moveOn('frame', stepMs);
}

function stepToTimer(event: Event): void {
  const waits = [...timers.values()].filter(({ kind }) => kind === 'short').map(readWait);
  if (waits.length === 0 || shortLeft <= 0) return;
  apply(preventDefault, event, []);
  const isFirst = isUnseen;
  isUnseen = false;
  if (isFirst) return;
  // A step at least, because timers may follow each other at once for ever.
  const length = Math.min(shortLeft, Math.max(stepMs, Math.min(...waits)));
  shortLeft -= length;
  shortOffset += length;
  moveOn('short', length);
}

/** Moves the clock on, and with it the timers of a kind. */
function moveOn(moved: Kind, length: number): void {
  offset += length;
  for (const timer of timers.values()) {
    if (timer.kind !== moved) continue;
    apply(clearTimeout, window, [timer.id]);
    arm(timer);
  }
}

function readClock(kind: Kind = 'frame'): number {
  return apply(now, clock, []) + { frame: offset, short: shortOffset, late: 0 }[kind];
}

function readWait({ kind, due }: Timer): number {
  return Math.max(0, due - readClock(kind));
}

function replace(owner: object, name: string, call: Call): void {
  const functions = owner as Record<string, Callable>;
  const known = functions[name];
  if (typeof known === 'function') functions[name] = new Proxy(known, { apply: call });
}

/** What runs until the next timer is part of what runs now, a frame or a timer, because its promises run after it. */
function startRunning(kind: 'frame' | 'timer'): void {
  if (running.has(kind)) return;
  running.add(kind);
  const stop = () => running.delete(kind);
  apply(setTimeout, window, [stop]);
}

/** The kind of a timer that is set now. Undefined for those that are left to the browser: what repeats slowly, and the later steps of a chain. */
function findKind(length: number, repeats: boolean): Kind | undefined {
  if (running.has('frame')) return 'frame';
  if (length <= shortMs) return 'short';
  if (repeats) return undefined;
  return length <= lateMs && !running.has('timer') ? 'late' : undefined;
}

function replaceFrames(): void {
  const request: Call = (target, self, args) => {
    const [callback] = args;
    if (typeof callback !== 'function') return apply(target, self, args);
    const run = (time: number) => {
      frames.delete(id);
      startRunning('frame');
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

function arm(timer: Timer, wait = readWait(timer)): void {
  timer.id = apply(setTimeout, window, [timer.run, wait]);
}

function replaceTimers(): void {
  const set =
    (repeats: boolean): Call =>
    (target, self, args) => {
      const [callback, delay, ...rest] = args;
      if (typeof callback !== 'function' || timers.size >= timerLimit) return apply(target, self, args);
      const length = Math.max(repeats ? 4 : 0, Number(delay) || 0);
      const kind = findKind(length, repeats);
      if (kind === undefined) return apply(target, self, args);
      const timer: Timer = { kind, repeats, id: 0, due: readClock(kind) + length, run };
      arm(timer, length);
      const name = timer.id;
      timers.set(name, timer);
      isUnseen = true;
      return name;

      function run(): void {
        isUnseen = true;
        timer.due += length;
        // Once for each step of the clock, however long that is.
        if (kind === 'short') timer.due = Math.max(timer.due, readClock(kind));
        if (repeats) arm(timer);
        else timers.delete(name);
        startRunning(kind === 'frame' ? 'frame' : 'timer');
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
