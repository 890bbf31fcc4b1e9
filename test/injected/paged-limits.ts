import type { PagedLimits } from '../../src/injected/calls.ts';

/** Limits of small documents. */
export const pagedLimits: PagedLimits = {
  targetLimit: 100,
  stringLimit: 100,
  textLimit: 10_000,
  noteLimit: 100,
  runningLimit: 100,
  bookmarkLimit: 100,
  effects: ['opacity'],
  counterStyles: ['decimal', 'lower-roman'],
};
