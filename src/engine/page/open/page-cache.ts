import { type Browser, type EgressEdges, type EgressPolicy, openEgressSession } from '../../../browser/index.ts';
import { openPage } from './page.ts';
import { buildPageSet, type PageSet } from './page-set.ts';

/** Keeps page sets between renders. A set that one account used never serves another. */
interface PageCache {
  /**
   * Builds a set with an unused page for whichever account comes first. May be called before the browser has started.
   * Settles when the page is open or has failed to open. Never rejects.
   */
  makeAhead(browser: Promise<Browser>): Promise<void>;
  /** Returns the set that this account released last, or a fresh one. */
  acquire(account: string): Promise<PageSet>;
  /** Keeps a set once its pages have settled, or closes it. */
  release(account: string, set: PageSet): Promise<void>;
  close(): Promise<void>;
}

interface IdleSet {
  account: string;
  set: PageSet;
  /** Pages that it keeps. */
  pages: number;
  timer: NodeJS.Timeout;
}

/** Milliseconds that a set waits for the next render of its account. */
const idleMs = 30_000;

/** Opens a cache of page sets with at most `limit` idle pages in all. `edges` are those of their egress sessions. */
export function openPageCache(policy: EgressPolicy, limit: number, edges: EgressEdges = {}): PageCache {
  const idle: IdleSet[] = [];
  let ahead: Promise<PageSet | undefined> | undefined;
  let closed = false;

  const remove = (item: IdleSet | undefined) => {
    if (item === undefined) return undefined;
    clearTimeout(item.timer);
    const index = idle.indexOf(item);
    if (index >= 0) idle.splice(index, 1);
    return item.set;
  };

  return {
    async makeAhead(browser) {
      // The render that borrows the browser reports why it failed to start.
      browser.catch(() => undefined);
      if (ahead !== undefined) return;
      const opening = openEgressSession(policy, {}, edges);
      // The render that needs a page tries again and reports why it failed to open.
      const page = Promise.all([browser, opening])
        .then(([started, { port }]) => openPage(started, port))
        .catch(() => undefined);
      ahead = opening.then(
        (egress) => buildPageSet(egress, { ahead: page, limit }),
        () => undefined,
      );
      await page;
    },
    async acquire(account) {
      const used = remove(idle.findLast((item) => item.account === account));
      used?.egress.resume();
      if (used) return used;
      const made = ahead;
      ahead = undefined;
      return (await made) ?? buildPageSet(await openEgressSession(policy, {}, edges), { limit });
    },
    async release(account, set) {
      const pages = await set.settle();
      if (pages === 0 || closed) return set.close();
      set.egress.pause();
      const timer = setTimeout(() => void remove(item)?.close(), idleMs).unref();
      const item: IdleSet = { account, set, pages, timer };
      idle.push(item);
      const excess = () => idle.reduce((sum, each) => sum + each.pages, -limit);
      // A second page of one account goes before the only one of another.
      for (const each of idle) if (excess() > 0) each.pages = each.set.trim(Math.max(1, each.pages - excess()));
      while (excess() > 0) void remove(idle[0])?.close();
    },
    async close() {
      closed = true;
      await Promise.all([ahead?.then((set) => set?.close()), ...[...idle].map((item) => remove(item)?.close())]);
    },
  };
}
