import type { Browser } from '../browser/launch-browser.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { openEgressSession } from '../egress/egress-session.ts';
import { openPage } from './page.ts';
import { buildPageSet, type PageSet } from './page-set.ts';

/** Page sets between renders. What one account has used never serves another. */
export interface PageCache {
  /**
   * Makes a set ahead, with a page that nobody has used, for whichever account comes first, even while the browser is
   * still to come. Settles when the page is there, or cannot be. Never rejects.
   */
  makeAhead(browser: Promise<Browser>): Promise<void>;
  /** The set of an account, or a fresh one. */
  take(account: string): Promise<PageSet>;
  /** Takes a set back once its pages are settled. */
  giveBack(account: string, set: PageSet): Promise<void>;
  close(): Promise<void>;
}

interface Shelved {
  account: string;
  set: PageSet;
  timer: NodeJS.Timeout;
}

/** How long a page waits for the next render of its account. */
const idleMs = 30_000;

/** Makes a cache for at most so many sets. */
export function openPageCache(policy: EgressPolicy, most: number): PageCache {
  const shelved: Shelved[] = [];
  let ahead: Promise<PageSet | undefined> | undefined;
  let closed = false;

  const drop = (one: Shelved | undefined) => {
    if (one === undefined) return undefined;
    clearTimeout(one.timer);
    const index = shelved.indexOf(one);
    if (index >= 0) shelved.splice(index, 1);
    return one.set;
  };

  return {
    async makeAhead(browser) {
      // Whoever needs the browser hears why it does not come.
      browser.catch(() => undefined);
      if (ahead !== undefined) return;
      const opening = openEgressSession(policy);
      // A page that does not open is no loss: whoever needs one tries again and hears why.
      const page = Promise.all([browser, opening])
        .then(([one, { port }]) => openPage(one, port))
        .catch(() => undefined);
      ahead = opening.then(
        (egress) => buildPageSet(egress, page),
        () => undefined,
      );
      await page;
    },
    async take(account) {
      const used = drop(shelved.findLast((one) => one.account === account));
      used?.egress.resume();
      if (used) return used;
      const made = ahead;
      ahead = undefined;
      return (await made) ?? buildPageSet(await openEgressSession(policy));
    },
    async giveBack(account, set) {
      const isKept = await set.settle();
      if (!isKept || closed) return set.close();
      set.egress.pause();
      if (shelved.length >= most) void drop(shelved[0])?.close();
      const one: Shelved = { account, set, timer: setTimeout(() => void drop(one)?.close(), idleMs).unref() };
      shelved.push(one);
    },
    async close() {
      closed = true;
      await Promise.all([ahead?.then((set) => set?.close()), ...[...shelved].map((one) => drop(one)?.close())]);
    },
  };
}
