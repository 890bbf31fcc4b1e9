type Close = () => Promise<void> | void;
const opened: Close[] = [];

/**
 * Closes something after the last test of the file that opened it. A helper cannot say so by its own `afterAll`: where
 * files share a process, it is read once, for the first of them.
 */
export function closeAfterFile(close: Close): void {
  opened.push(close);
}

/** Closes what the file opened, last first. */
export async function closeOpened(): Promise<void> {
  for (let last = opened.pop(); last; last = opened.pop()) await last();
}
