import { readFileSync } from 'node:fs';

/** Watches how long this process leaves its event loop standing. */
export interface EventLoopWatch {
  /** The longest time since the last call, in milliseconds. */
  take(): number;
}

const everyMs = 20;

/**
 * Starts watching. Time in which the system had no processor for this thread (proc(5), schedstat) is not counted: it says
 * how busy the machine is, not what the process does.
 */
export function watchEventLoop(): EventLoopWatch {
  let longest = 0;
  let last = performance.now();
  let lastDelay = readRunDelay();
  setInterval(() => {
    const now = performance.now();
    const delay = readRunDelay();
    longest = Math.max(longest, now - last - everyMs - (delay - lastDelay));
    last = now;
    lastDelay = delay;
  }, everyMs).unref();
  return {
    take() {
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}

function readRunDelay(): number {
  const [, nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
  return Number(nanoseconds) / 1e6;
}
