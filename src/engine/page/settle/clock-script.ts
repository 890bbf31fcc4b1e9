import { randomUUID } from 'node:crypto';

/**
 * The event that moves the clock of a document on. Its name is random, so that no page sends it by accident; a page that
 * finds it out moves nothing but its own clock.
 */
export const stepEvent = `step-${randomUUID()}`;

/** Milliseconds by which one event moves the clock on. */
const stepMs = 50;
/** Milliseconds by which a clock can be moved on in all. */
const budgetMs = 4000;
/** The most timers that are moved on. Others run by the real clock. */
const timerLimit = 1000;

/**
 * Runs in every document before its own scripts (DevTools method Page.addScriptToEvaluateOnNewDocument); a string, so that
 * no build step rewrites it. Makes animation frames, `Date` and `performance.now` follow one clock that can be moved on, so
 * that what a script animates over seconds is drawn in few frames. The clock goes on between the steps, because a script may
 * wait for it in a loop.
 *
 * The event `stepEvent` moves it on while frames are asked for. With it go the timers that were set by a frame, or by such a
 * timer. The event is cancelled if the clock moved, or if frames are still asked for once the budget is used up. Everything
 * the page sees is a proxy of the browser's own function, so that it looks and fails like it.
 */
export const clockScript = `(() => {
  const { apply, construct } = Reflect;
  const { preventDefault } = Event.prototype;
  const { now } = Performance.prototype;
  const { setTimeout, clearTimeout } = window;
  const clock = performance;
  const readClock = () => apply(now, clock, []) + offset;
  const frames = new Set();
  const timers = new Map();
  let offset = 0;
  let left = ${budgetMs};
  let isMoving = false;

  const replace = (owner, name, call) => {
    if (typeof owner[name] === 'function') owner[name] = new Proxy(owner[name], { apply: call });
  };

  // What runs until the next timer counts as part of a frame, for its promises run after it.
  const startMoving = () => {
    if (isMoving) return;
    isMoving = true;
    apply(setTimeout, window, [() => { isMoving = false; }]);
  };

  const requestFrame = (target, self, args) => {
    const [callback] = args;
    if (typeof callback !== 'function') return apply(target, self, args);
    const id = apply(target, self, [(time) => {
      frames.delete(id);
      startMoving();
      apply(callback, undefined, [time + offset]);
    }]);
    frames.add(id);
    return id;
  };
  const cancelFrame = (target, self, args) => {
    frames.delete(args[0]);
    return apply(target, self, args);
  };
  for (const prefix of ['r', 'webkitR']) replace(window, prefix + 'equestAnimationFrame', requestFrame);
  for (const prefix of ['c', 'webkitC']) replace(window, prefix + 'ancelAnimationFrame', cancelFrame);

  const arm = (timer) => {
    timer.id = apply(setTimeout, window, [timer.run, Math.max(0, timer.due - readClock())]);
  };
  const setTimer = (repeats) => (target, self, args) => {
    const [callback, delay, ...rest] = args;
    if (!isMoving || typeof callback !== 'function' || timers.size >= ${timerLimit}) return apply(target, self, args);
    const length = Math.max(repeats ? 4 : 0, Number(delay) || 0);
    const timer = { due: readClock() + length, run };
    arm(timer);
    const name = timer.id;
    timers.set(name, timer);
    return name;

    function run() {
      timer.due += length;
      if (repeats) arm(timer);
      else timers.delete(name);
      startMoving();
      apply(callback, window, rest);
    }
  };
  const clearTimer = (target, self, args) => {
    const timer = timers.get(args[0]);
    timers.delete(args[0]);
    return apply(target, self, timer === undefined ? args : [timer.id]);
  };
  replace(window, 'setTimeout', setTimer(false));
  replace(window, 'setInterval', setTimer(true));
  replace(window, 'clearTimeout', clearTimer);
  replace(window, 'clearInterval', clearTimer);

  replace(Performance.prototype, 'now', (target, self, args) => apply(target, self, args) + offset);
  replace(Date, 'now', (target, self, args) => apply(target, self, args) + offset);
  const { now: readDate, prototype } = Date;
  window.Date = new Proxy(Date, {
    apply: (target) => new target(readDate()).toString(),
    construct: (target, args, made) => construct(target, args.length === 0 ? [readDate()] : args, made),
  });
  prototype.constructor = window.Date;

  document.addEventListener('${stepEvent}', (event) => {
    const isAwaited = ({ due }) => due - readClock() < left;
    if (frames.size === 0 && (left <= 0 || ![...timers.values()].some(isAwaited))) return;
    apply(preventDefault, event, []);
    if (left <= 0) return;
    left -= ${stepMs};
    offset += ${stepMs};
    for (const timer of timers.values()) {
      apply(clearTimeout, window, [timer.id]);
      arm(timer);
    }
  });
})()`;
