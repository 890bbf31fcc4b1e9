import { onTestFinished } from 'vitest';

/** Closes what a test opened, when the test is over. */
export function keep<Open extends { close(): Promise<void> }>(opened: Open): Open {
  onTestFinished(() => opened.close());
  return opened;
}
