/** Words to others that are said at once for the first of many events, and once more for the rest of them. */
interface SpacedNotices {
  /** Reports an event. */
  announce(): void;
  /** Says now what was to be said after the pause, and nothing later. */
  end(): Promise<void>;
}

/** Spaces what `notify` says by a pause in milliseconds. */
export function spaceNotices(notify: () => Promise<void>, pauseMs: number): SpacedNotices {
  let isMore = false;
  let waiting: NodeJS.Timeout | undefined;

  async function sayRest(): Promise<void> {
    clearTimeout(waiting);
    waiting = undefined;
    if (!isMore) return;
    isMore = false;
    await notify();
  }

  return {
    announce() {
      if (waiting) {
        isMore = true;
        return;
      }
      void notify();
      waiting = setTimeout(() => void sayRest(), pauseMs).unref();
    },
    end: sayRest,
  };
}
