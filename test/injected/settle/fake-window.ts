import { vi } from 'vitest';

type Callback = (...args: unknown[]) => unknown;

/** The globals of a page as far as its clock uses them, with a time that the test moves. */
export interface FakeWindow {
  /** What scripts of the page call. */
  window: {
    setTimeout(callback: unknown, wait?: unknown, ...args: unknown[]): unknown;
    clearTimeout(id: unknown): void;
    setInterval(callback: unknown, wait?: unknown, ...args: unknown[]): unknown;
    clearInterval(id: unknown): void;
    requestAnimationFrame(callback: unknown): unknown;
    cancelAnimationFrame(id: unknown): void;
    Date: DateConstructor;
  };
  performance: { now(): number };
  /** Moves the real time on, and runs the timers that become due. */
  pass(ms: number): void;
  /** Draws a frame. */
  draw(): void;
  /** Sends an event. Returns whether it was cancelled. */
  send(type: string): boolean;
  /** What was left to the browser: the waits of its intervals. */
  intervals: unknown[];
}

/** Puts the globals of a page in place of those of this process, until all are taken away. */
export function stubWindow(): FakeWindow {
  let time = 1000;
  let nextId = 1;
  const queue = new Map<number, { at: number; run: () => unknown }>();
  const frames = new Map<number, Callback>();
  const listeners = new Map<string, (event: FakeEvent) => void>();
  const intervals: unknown[] = [];

  class FakeEvent {
    defaultPrevented = false;
    preventDefault(): void {
      this.defaultPrevented = true;
    }
  }
  class FakeNode {
    get nodeName(): string {
      return '#document';
    }
  }
  class FakeDocument extends FakeNode {
    addEventListener(type: string, listener: (event: FakeEvent) => void): void {
      listeners.set(type, listener);
    }
  }
  class FakePerformance {
    now(): number {
      return time;
    }
  }
  class FakeDate extends Date {
    constructor(...args: []) {
      super(...(args.length === 0 ? ([time] as unknown as []) : args));
    }
    static override now(): number {
      return time;
    }
  }
  const add = (run: () => unknown, wait: unknown): number => {
    const id = nextId++;
    queue.set(id, { at: time + Math.max(0, Number(wait) || 0), run });
    return id;
  };
  const window = {
    setTimeout: (callback: Callback, wait: unknown, ...args: unknown[]) =>
      typeof callback === 'function' ? add(() => callback(...args), wait) : `text ${callback}`,
    clearTimeout: (id: number) => void queue.delete(id),
    setInterval: (_callback: Callback, wait: unknown) => {
      intervals.push(wait);
      return `interval ${wait}`;
    },
    clearInterval: (id: number) => void queue.delete(id),
    requestAnimationFrame: (callback: Callback) => {
      const id = nextId++;
      frames.set(id, callback);
      return id;
    },
    cancelAnimationFrame: (id: number) => void frames.delete(id),
  };
  const performance = new FakePerformance();
  const globals = {
    window,
    document: new FakeDocument(),
    Node: FakeNode,
    Event: FakeEvent,
    Performance: FakePerformance,
  };
  for (const [name, value] of Object.entries({ ...globals, performance, Date: FakeDate })) vi.stubGlobal(name, value);

  function runDue(end: number): void {
    for (;;) {
      const due = [...queue].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      const [id, { at, run }] = due;
      queue.delete(id);
      time = Math.max(time, at);
      run();
    }
    time = end;
  }
  return {
    window: window as never,
    performance,
    pass: (ms) => runDue(time + ms),
    draw() {
      const drawn = [...frames.values()];
      frames.clear();
      for (const callback of drawn) callback(time);
    },
    send(type) {
      const event = new FakeEvent();
      listeners.get(type)?.(event);
      return event.defaultPrevented;
    },
    intervals,
  };
}
