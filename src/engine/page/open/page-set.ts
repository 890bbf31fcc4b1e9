import type { Browser, EgressSession } from '../../../browser/index.ts';
import { openPage, type Page } from './page.ts';

/**
 * The pages of one render at a time, all behind one egress session. Between renders of one account it may keep one page.
 */
export interface PageSet {
  readonly egress: EgressSession;
  /**
   * Returns the kept page if the document may have a used one, else a page opened ahead, else a fresh one: beside a parked page if nothing in
   * either document can act.
   */
  acquire(browser: Browser, wants: { mayBeUsed: boolean; isStatic: boolean }): Promise<Page>;
  /** Notes that a page stays open to be printed again. */
  park(acquired: Promise<Page>, use: PageUse): void;
  /** Keeps a page whose state is provably gone, and closes any other with all it started. */
  release(acquired: Promise<Page>, use: PageUse): void;
  /** Waits until every released page is kept or closed. Resolves with whether one is kept. */
  settle(): Promise<boolean>;
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
 * closed with its context.
 */
export function buildPageSet(egress: EgressSession, ahead?: Promise<Page | undefined>): PageSet {
  let fresh = ahead;
  let kept: Page | undefined;
  /** The parked pages, and whether others may be beside them. */
  const parked = new Map<Page, boolean>();
  let releases: Promise<void>[] = [];

  async function recycle(page: Page, { isClean, isStatic }: PageUse): Promise<void> {
    const mayKeep = () =>
      kept === undefined && page.isAlive && !page.spawnedTargets && !egress.hasTraffic() && isClean();
    if (page.uses >= usesPerPage || !mayKeep()) return page.close();
    const keep = () => {
      if (page.uses % usesPerCollection === usesPerCollection - 1) page.post('HeapProfiler.collectGarbage');
      kept = page;
    };
    if (isStatic) {
      page.dropListeners();
      return keep();
    }
    const late = new Promise<void>((_, reject) => setTimeout(reject, clearLimitMs).unref());
    const isCleared = await Promise.race([page.clear(), late]).then(
      () => true,
      () => false,
    );
    // Asked again: timers ran until the page left the document.
    if (!isCleared || !mayKeep()) return page.close();
    keep();
  }

  return {
    egress,
    async acquire(browser, { mayBeUsed, isStatic }) {
      // A script shares its process with no document that is still open.
      if (mayBeUsed && kept?.isAlive && kept.browser === browser && (isStatic || kept.context.pages === 1)) {
        const page = kept;
        kept = undefined;
        page.uses += 1;
        page.context.busy += 1;
        return page;
      }
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
      releases = [];
      return kept?.isAlive ?? false;
    },
    async close() {
      await Promise.all(releases);
      await Promise.all([kept?.close(), fresh?.then((page) => page?.close())]);
      await egress.close();
    },
  };
}

/** Milliseconds that leaving a document may take before the page counts as stuck. */
const clearLimitMs = 1000;
