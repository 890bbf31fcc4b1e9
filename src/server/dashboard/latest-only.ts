import { RequestError } from '../answers/problems.ts';

/** Does work of which only the latest of a name counts. */
type LatestOnly = <T>(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Builds it: later work ends the earlier of the same name, which throws `still_running`. */
export function buildLatestOnly(): LatestOnly {
  const running = new Map<string, AbortController>();
  return async (name, signal, work) => {
    const replaced = new AbortController();
    running.get(name)?.abort();
    running.set(name, replaced);
    try {
      return await work(AbortSignal.any([signal, replaced.signal]));
    } catch (error) {
      if (!replaced.signal.aborted) throw error;
      throw new RequestError('still_running', 'a later request has taken the place of this one');
    } finally {
      if (running.get(name) === replaced) running.delete(name);
    }
  };
}
