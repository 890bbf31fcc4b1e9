import { availableParallelism } from 'node:os';

/** Memory that a render of a usual document takes in Chromium. */
const bytesPerRender = 200_000_000;

/**
 * Parallel renders without a setting: one per core, but no more than fit into the memory limit of the container. libuv reads that limit from
 * the cgroup; it is 0 or larger than any machine if there is none.
 */
export function defaultConcurrency(cores = availableParallelism(), limitBytes = process.constrainedMemory()): number {
  return limitBytes > 0 ? Math.max(1, Math.min(cores, Math.floor(limitBytes / bytesPerRender))) : cores;
}
