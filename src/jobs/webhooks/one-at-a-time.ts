/**
 * Makes a function that has `work` run once at a time. A call during a run gets the run after it, which it shares with all that come
 * meanwhile: so each call ends after a whole run that began after it.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return function run(): Promise<void> {
    if (next) return next;
    if (current) {
      next = current
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return run();
        });
      return next;
    }
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
}
