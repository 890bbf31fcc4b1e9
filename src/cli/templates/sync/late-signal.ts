/** Starts a signal that aborts `ms` milliseconds after `signal`. Stop it once it is no longer needed. */
export function startLateSignal(signal: AbortSignal, ms: number): { signal: AbortSignal; stop(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => late.abort(signal.reason), ms);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return {
    signal: late.signal,
    stop() {
      signal.removeEventListener('abort', start);
      clearTimeout(timer);
    },
  };
}
