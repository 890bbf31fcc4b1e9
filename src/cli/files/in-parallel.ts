/**
 * Works on each item, at most `width` at once, and returns the results in the order of the items. The first failure, or an
 * aborted signal, stops the rest; it is thrown once running work has ended.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const walk = async () => {
    while (next < items.length && failures.length === 0) {
      const index = next++;
      try {
        signal.throwIfAborted();
        results[index] = await work(items[index] as T);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, walk));
  if (failures.length > 0) throw failures[0];
  return results;
}
