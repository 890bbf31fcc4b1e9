import { EngineError } from '../engine-error.ts';
import type { Browser } from './launch-browser.ts';

/** A browser on loan. */
export interface Lease {
  browser: Browser;
  /** Gives it back, once. `broken` replaces it at once, whoever else still uses it. */
  end(broken?: boolean): void;
}

/** Keeps one living browser at hand and replaces it: after its death, and after many uses. */
export interface BrowserSupervisor {
  /** The browser, started if need be. Throws what starting throws, and `browser_restarting` after repeated failures. */
  borrow(): Promise<Lease>;
  /** The browser in use, if one is up. */
  readonly current: Browser | undefined;
  /** Browsers started after the first. */
  readonly restarts: number;
  /** Kills every browser at once. `hurried` does not wait for their end. */
  close(hurried?: boolean): Promise<void>;
}

/** What a supervisor needs. */
export interface SupervisorOptions {
  /** Starts a browser; gives up when the signal aborts. */
  start(signal: AbortSignal): Promise<Browser>;
  /** Loans after which a fresh browser takes over. Default 1000: memory that Chromium does not give back. */
  usesPerBrowser?: number;
  /** Milliseconds since some fixed moment. */
  now?: () => number;
}

interface Kept {
  browser: Browser;
  uses: number;
  running: number;
  retired: boolean;
}

const failureWindowMs = 60_000;
const failuresInWindow = 3;
/** What keeps a browser from coming back for a while. */
const passingCodes = new Set<string | undefined>(['browser_missing', 'io_failed']);

/** Keeps a browser. Starts nothing until it is asked for. */
export function openBrowserSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const { start, usesPerBrowser = 1000, now = () => performance.now() } = options;
  const living = new Set<Browser>();
  let current: Kept | undefined;
  let starting: Promise<Kept> | undefined;
  let failures: number[] = [];
  let starts = 0;
  const closing = new AbortController();

  async function launch(): Promise<Kept> {
    failures = failures.filter((time) => now() - time < failureWindowMs);
    if (failures.length >= failuresInWindow) {
      throw new EngineError('browser_restarting', 'Chromium failed to start several times. Try again in a minute.');
    }
    const browser = await start(closing.signal).catch((error) => {
      failures.push(now());
      // It was there before, so it will be again.
      if (starts === 0 || !passingCodes.has((error as Partial<EngineError>).code)) throw error;
      const detail = 'Chromium ended and did not start again. Try again in a moment.';
      throw new EngineError('browser_restarting', detail, {}, { cause: error });
    });
    if (closing.signal.aborted) {
      await browser.kill();
      throw closedError();
    }
    starts += 1;
    living.add(browser);
    const kept = { browser, uses: 0, running: 0, retired: false };
    void browser.closed.then(() => {
      living.delete(browser);
      if (current === kept) current = undefined;
    });
    return kept;
  }

  /** One start at a time, however many wait for it. */
  function replace(): Promise<Kept> {
    starting ??= launch()
      .then((kept) => {
        if (current) retire(current);
        current = kept;
        return kept;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  function retire(kept: Kept): void {
    kept.retired = true;
    if (kept.running === 0) void kept.browser.kill();
  }

  /** Takes it away from all who use it; the next who asks gets another. */
  function discard(kept: Kept): void {
    if (current === kept) current = undefined;
    void kept.browser.kill();
  }

  function dropAll(): void {
    for (const browser of living) browser.drop();
    living.clear();
  }

  return {
    async borrow() {
      if (closing.signal.aborted) throw closedError();
      // Here and not only when it is noticed: what is given out now would be told to come again in a moment.
      if (current?.browser.isWhole() === false) discard(current);
      const kept = current ?? (await replace());
      kept.running += 1;
      kept.uses += 1;
      // The successor is up before the old one goes, so nobody waits for the change.
      if (kept.uses === usesPerBrowser) void replace().catch(() => undefined);
      return {
        browser: kept.browser,
        end(broken = false) {
          kept.running -= 1;
          if (broken) discard(kept);
          else if (kept.retired && kept.running === 0) void kept.browser.kill();
        },
      };
    },
    get current() {
      return current?.browser;
    },
    get restarts() {
      return Math.max(0, starts - 1);
    },
    async close(hurried = false) {
      closing.abort(closedError());
      // At once, so that they end beside what the caller does next.
      if (hurried) dropAll();
      await starting?.catch(() => undefined);
      if (hurried) return dropAll();
      await Promise.all([...living].map((browser) => browser.kill()));
    },
  };
}

function closedError(): EngineError {
  return new EngineError('shutting_down', 'The engine is closed.');
}
