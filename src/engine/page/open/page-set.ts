import type { Browser, EgressSession } from '../../../browser/index.ts';
import { openPage, type Page } from './page.ts';

/** The pages of one render at a time, all behind one egress session. Between renders of one account it may keep some. */
export interface PageSet {
  readonly egress: EgressSession;
  /**
   * Returns a kept page if the document may have a used one, else a page opened ahead, else a fresh one: beside a parked page if nothing in
   * either document can act.
   */
  acquire(browser: Browser, wants: { mayBeUsed: boolean; isStatic: boolean }): Promise<Page>;
  /** Notes that a page stays open to be printed again. */
  park(acquired: Promise<Page>, use: PageUse): void;
  /** Keeps a page whose state is provably gone, and closes any other with all it started. */
  release(acquired: Promise<Page>, use: PageUse): void;
  /** Waits until every released page is kept or closed. Resolves with how many are kept. */
  settle(): Promise<number>;
  /** Closes kept pages beyond `most`, and returns how many are left. */
  trim(most: number): number;
  close(): Promise<void>;
}

/** How a document used its page. */
interface PageUse {
  /** Whether the document requested nothing outside its own origin and left no font chosen for its language. */
  isClean(): boolean;
  /** Whether nothing in the document could act. */
  isStatic: boolean;
}

/** Documents that one page shows before a fresh page replaces it. */
const usesPerPage = 100;
/** Documents after which the process of a page is asked to free their memory. Unasked, it keeps up to 50 MB of them. */
const usesPerCollection = 10;

/**
 * Builds a set. A page is used again only if its documents requested nothing outside their own origins, which are never used
 * twice, and started no target. Then cookies, cache and storage hold nothing that another document could find. They are
 * cleared all the same, unless the document was static: no script ran in it. A page that sent anything out, or tried to, is
 * closed with its context. It keeps at most `limit` pages, and opens the first one `ahead`.
 */
export function buildPageSet(
  egress: EgressSession,
  { ahead, limit = 1 }: { ahead?: Promise<Page | undefined>; limit?: number } = {},
): PageSet {
  let fresh = ahead;
  /** Each in a context and so a process that no other of them has. */
  let kept: Page[] = [];
  /** The parked pages, and whether others may be beside them. */
  const parked = new Map<Page, boolean>();
  let releases: Promise<void>[] = [];
  /** The pages that are cleared to be kept. */
  const clearing = new Set<Promise<boolean>>();

  async function recycle(page: Page, { isClean, isStatic }: PageUse): Promise<void> {
    const mayKeep = () => {
      const others = kept.filter(({ isAlive }) => isAlive);
      const hasRoom = others.length < limit && others.every(({ context }) => context !== page.context);
      return hasRoom && page.isAlive && !page.spawnedTargets && !egress.hasTraffic() && isClean();
    };
    if (page.uses >= usesPerPage || !mayKeep()) return page.close();
    const keep = () => {
      if (page.uses % usesPerCollection === usesPerCollection - 1) page.post('HeapProfiler.collectGarbage');
      kept.push(page);
    };
    if (isStatic) {
      page.dropListeners();
      return keep();
    }
    const late = new Promise<void>((_, reject) => setTimeout(reject, clearLimitMs).unref());
    const keeping = Promise.race([page.clear(), late]).then(
      () => {
        // Asked again: timers ran until the page left the document.
        const isKept = mayKeep();
        if (isKept) keep();
        return isKept;
      },
      () => false,
    );
    clearing.add(keeping);
    const isKept = await keeping;
    clearing.delete(keeping);
    if (!isKept) await page.close();
  }

  const takeKept = (browser: Browser, isStatic: boolean) => {
    // A script shares its process with no document that is still open.
    const mayUse = (each: Page) => each.isAlive && each.browser === browser && (isStatic || each.context.pages === 1);
    const page = kept.findLast(mayUse);
    if (page === undefined) return undefined;
    kept = kept.filter((each) => each !== page);
    page.uses += 1;
    page.context.busy += 1;
    return page;
  };

  return {
    egress,
    async acquire(browser, { mayBeUsed, isStatic }) {
      let used = mayBeUsed ? takeKept(browser, isStatic) : undefined;
      // To open a page takes longer than to clear one.
      while (mayBeUsed && used === undefined && clearing.size > 0) {
        await Promise.race(clearing);
        used = takeKept(browser, isStatic);
      }
      if (used) return used;
      const made = fresh;
      fresh = undefined;
      const page = await made;
      if (page?.isAlive && page.browser === browser) return page;
      void page?.close();
      // Pages of one context take turns, because they have one process.
      const mayHost = (each: Page) =>
        each.isAlive && each.browser === browser && each.context.busy === 0 && each.context.isClean;
      const [beside] = [...parked].find(([each, isHost]) => isHost && isStatic && mayBeUsed && mayHost(each)) ?? [];
      return openPage(browser, egress.port, beside);
    },
    park(acquired, { isClean, isStatic }) {
      void acquired.then((page) => {
        page.context.busy -= 1;
        page.context.isClean &&= isClean();
        parked.set(page, isStatic);
      });
    },
    release(acquired, use) {
      releases.push(
        acquired
          .then((page) => {
            if (!parked.delete(page)) page.context.busy -= 1;
            return recycle(page, use);
          })
          .catch(() => undefined),
      );
    },
    async settle() {
      await Promise.all(releases);
      releases = kept.filter(({ isAlive }) => !isAlive).map((page) => page.close());
      kept = kept.filter(({ isAlive }) => isAlive);
      return kept.length;
    },
    trim(most) {
      for (const page of kept.splice(0, Math.max(0, kept.length - most))) releases.push(page.close());
      return kept.length;
    },
    async close() {
      await Promise.all(releases);
      await Promise.all([...kept.map((page) => page.close()), fresh?.then((page) => page?.close())]);
      await egress.close();
    },
  };
}

/** Milliseconds that leaving a document may take before the page counts as stuck. */
const clearLimitMs = 1000;
