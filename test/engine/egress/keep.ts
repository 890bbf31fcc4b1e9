import { onTestFinished } from 'vitest';

/** Closes what a test opened, when the test is over. */
export function keep<One extends { close(): Promise<void> }>(one: One): One {
  onTestFinished(() => one.close());
  return one;
}
