import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes at which the space is large enough: what renders at the same time need between two collections of garbage. */
const enoughBytes = 16_000_000;

/**
 * Keeps V8 from doubling its space for young objects once it has 16 MB. By default a busy service gets 34 to 60 MB, and keeps them.
 * `--max-semi-space-size` has this effect too, but only when Node starts. Returns what lets the space grow again.
 */
export function boundYoungSpace(): () => void {
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (space === undefined || space.space_size < enoughBytes) return;
    setGrowth(1);
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    observer.disconnect();
    setGrowth(2);
  };
}

/** How many times as large the space becomes at a time: 2 by default. V8 reads it each time. */
function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
