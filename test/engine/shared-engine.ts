import { test as base } from 'vitest';
import { openTestEngine } from './test-engine.ts';

/**
 * The engine of all test files of a worker that change nothing about it, so that they share its browser. It renders one at a time:
 * the next render of an account gets the page of the last. Nothing is launched before the first render. The front matter of
 * Markdown may name a page size, and no other option.
 */
export const engine = openTestEngine({
  concurrency: 1,
  async readPageOptions(options) {
    if (Object.keys(options).some((key) => key !== 'page_size')) throw new Error('only page_size');
    return options;
  },
});

/** The `test` of these files. It closes the engine at the end of the worker. */
export const test = base
  .extend('engine', { scope: 'worker' }, engine)
  .extend('end', { scope: 'worker', auto: true }, ({ engine }, { onCleanup }) => {
    onCleanup(() => engine.close());
  });
