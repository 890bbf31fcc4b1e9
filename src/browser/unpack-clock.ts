let running = 0;
let since = 0;
let endedMs = 0;

/**
 * Milliseconds in which this process has unpacked a browser or fonts, or waited for another process that does. Deadlines exclude them: a
 * machine whose first unpacking takes longer than a deadline would else fail at every first render.
 */
export function readUnpackMs(): number {
  return endedMs + (running > 0 ? performance.now() - since : 0);
}

/** Does the work of unpacking while `readUnpackMs` counts. Work that overlaps counts once. */
export async function countUnpacking<T>(work: () => Promise<T>): Promise<T> {
  if (running === 0) since = performance.now();
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) endedMs += performance.now() - since;
  }
}
