import process from 'node:process';
import { templateLimits } from './template-limits.ts';

/** Milliseconds of wall clock between two looks at the processor time, which cost a system call each. */
const lookEveryMs = 10;
/** How much more wall clock than processor time a render may take: other programs may have the processor. */
const patience = 10;

/**
 * Limits the processor time of a render, so that a slow or busy machine fails no honest template; LiquidJS's own limit is wall
 * clock. LiquidJS calls `check` before each tag and output, with the wall clock in milliseconds. `cpuMs` gives the processor
 * time so far. Throws what LiquidJS throws.
 */
export function startTimeLimit(
  begun: number,
  cpuMs: () => number = readCpuMs,
  limitMs: number = templateLimits.render,
) {
  const used = cpuMs();
  let looked = begun;
  return {
    check(now: number): void {
      if (now - looked < lookEveryMs) return;
      looked = now;
      if (cpuMs() - used > limitMs || now - begun > limitMs * patience)
        throw new Error('template render limit exceeded');
    },
  };
}

/** The processor time of this process, in milliseconds. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
