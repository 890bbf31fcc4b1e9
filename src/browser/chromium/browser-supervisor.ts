import { EngineError } from '../../children/index.ts';
import type { Browser } from './launch-browser.ts';

/** A browser on loan. */
export interface Lease {
  browser: Browser;
  /** Ends the loan. Call it once. `broken` replaces the browser immediately, even while others use it. */
  end(broken?: boolean): void;
}

/** Supervises one living browser: starts it, and replaces it after its death and after many loans. */
export interface BrowserSupervisor {
  /**
   * Lends the browser, started if necessary. Throws what `start` throws, and `browser_restarting` after repeated failures. `alone` lends a
   * fresh one to this caller alone, which ends with the loan: renders of other callers neither end it nor end with it.
   */
  borrow(alone?: boolean): Promise<Lease>;
  /** The running browser, if there is one. */
  readonly current: Browser | undefined;
  /** Browsers started after the first. */
  readonly restarts: number;
  /** Kills every browser. `hurried` does not wait for their end. */
  close(hurried?: boolean): Promise<void>;
}

/** Options of a supervisor. */
interface SupervisorOptions {
  /** Starts a browser. Gives up when the signal aborts. */
  start(signal: AbortSignal): Promise<Browser>;
  /** Loans after which a fresh browser takes over. Default 1000, because Chromium does not free all its memory. */
  usesPerBrowser?: number;
  /** A clock in milliseconds. Default `performance.now`. */
  now?: () => number;
}

interface SupervisedBrowser {
  browser: Browser;
  uses: number;
  running: number;
  retired: boolean;
}

const failureWindowMs = 60_000;
const failuresInWindow = 3;
/** Codes of failures that may pass by themselves. */
const passingCodes = new Set<string | undefined>(['browser_missing', 'io_failed']);

/** Opens a supervisor. Starts no browser before the first loan. */
export function openBrowserSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const { start, usesPerBrowser = 1000, now = () => performance.now() } = options;
  const living = new Set<Browser>();
  let current: SupervisedBrowser | undefined;
  let starting: Promise<SupervisedBrowser> | undefined;
  let failures: number[] = [];
  let starts = 0;
  const closing = new AbortController();

  async function launch(): Promise<SupervisedBrowser> {
    failures = failures.filter((time) => now() - time < failureWindowMs);
    if (failures.length >= failuresInWindow) {
      throw new EngineError('browser_restarting', 'Chromium failed to start several times. Try again in a minute.');
    }
    const browser = await start(closing.signal).catch((error) => {
      failures.push(now());
      // It has started before, so it will start again.
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
    const supervised = { browser, uses: 0, running: 0, retired: false };
    void browser.closed.then(() => {
      living.delete(browser);
      if (current === supervised) current = undefined;
    });
    return supervised;
  }

  /** Starts one browser at a time, however many callers wait. */
  function replace(): Promise<SupervisedBrowser> {
    starting ??= launch()
      .then((supervised) => {
        if (current) retire(current);
        current = supervised;
        return supervised;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  function retire(supervised: SupervisedBrowser): void {
    supervised.retired = true;
    if (supervised.running === 0) void supervised.browser.kill();
  }

  /** Kills the browser under all its borrowers. The next loan starts another. */
  function discard(supervised: SupervisedBrowser): void {
    if (current === supervised) current = undefined;
    void supervised.browser.kill();
  }

  function dropAll(): void {
    for (const browser of living) browser.drop();
    living.clear();
  }

  return {
    async borrow(alone = false) {
      if (closing.signal.aborted) throw closedError();
      if (alone) {
        const { browser } = await launch();
        return { browser, end: () => void browser.kill() };
      }
      // Asked here too, because the watch may not have noticed yet, and a loan of this browser would fail.
      if (current?.browser.isWhole() === false) discard(current);
      const supervised = current ?? (await replace());
      supervised.running += 1;
      supervised.uses += 1;
      // The successor is up before the old one goes, so nothing waits for the change.
      if (supervised.uses === usesPerBrowser) void replace().catch(() => undefined);
      return {
        browser: supervised.browser,
        end(broken = false) {
          supervised.running -= 1;
          if (broken) discard(supervised);
          else if (supervised.retired && supervised.running === 0) void supervised.browser.kill();
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
      // First, so that they end while the caller goes on.
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
